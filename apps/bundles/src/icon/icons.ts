import { below, disc, type Layer, roundedBox, type Shape } from "./shapes.ts";

const WHITE = [255, 255, 255] as const;
const tile: Shape = roundedBox({ left: 0.02, top: 0.02, right: 0.98, bottom: 0.98, radius: 0.2 });

function days(): Layer[] {
  const blue = [42, 92, 168] as const;
  return [0, 1, 2].flatMap((row) =>
    [0, 1, 2, 3]
      // The month begins on the second day of the first row.
      .filter((column) => row > 0 || column > 0)
      .map((column): Layer => ({
        shape: disc({ x: 0.32 + column * 0.12, y: 0.52 + row * 0.11, radius: 0.035 }),
        // One day is marked.
        colour: row === 1 && column === 2 ? [222, 92, 60] : blue,
      })),
  );
}

/** A page of a calendar with one day marked. */
export const calendarPage: readonly Layer[] = [
  { shape: tile, colour: [42, 92, 168] },
  { shape: roundedBox({ left: 0.2, top: 0.24, right: 0.8, bottom: 0.82, radius: 0.06 }), colour: WHITE },
  {
    shape: roundedBox({ left: 0.2, top: 0.24, right: 0.8, bottom: 0.42, radius: 0.06 }),
    colour: [203, 219, 243],
  },
  ...[0.34, 0.66].map((x): Layer => ({
    shape: roundedBox({ left: x - 0.03, top: 0.16, right: x + 0.03, bottom: 0.32, radius: 0.03 }),
    colour: WHITE,
  })),
  ...days(),
];

/** A bowl, and steam above it. */
export const bowl: readonly Layer[] = [
  { shape: tile, colour: [201, 94, 44] },
  { shape: below(0.5, disc({ x: 0.5, y: 0.48, radius: 0.32 })), colour: WHITE },
  { shape: roundedBox({ left: 0.14, top: 0.46, right: 0.86, bottom: 0.53, radius: 0.035 }), colour: WHITE },
  {
    shape: roundedBox({ left: 0.36, top: 0.79, right: 0.64, bottom: 0.85, radius: 0.03 }),
    colour: WHITE,
  },
  ...[0.36, 0.5, 0.64].map((x, place): Layer => ({
    shape: roundedBox({
      left: x - 0.025,
      top: place === 1 ? 0.18 : 0.24,
      right: x + 0.025,
      bottom: 0.4,
      radius: 0.025,
    }),
    colour: [247, 205, 178],
  })),
];
