/** Whether a point is inside; both coordinates go from 0 to 1, y downwards. */
export type Shape = (x: number, y: number) => boolean;

export type Layer = { shape: Shape; colour: readonly [red: number, green: number, blue: number] };

export function roundedBox(box: {
  left: number;
  top: number;
  right: number;
  bottom: number;
  radius: number;
}): Shape {
  const { left, top, right, bottom, radius } = box;
  return (x, y) => {
    const dx = Math.max(left + radius - x, x - right + radius, 0);
    const dy = Math.max(top + radius - y, y - bottom + radius, 0);
    return dx * dx + dy * dy <= radius * radius;
  };
}

export function disc({ x, y, radius }: { x: number; y: number; radius: number }): Shape {
  return (px, py) => (px - x) ** 2 + (py - y) ** 2 <= radius * radius;
}

/** The part of a shape below a line. */
export function below(line: number, shape: Shape): Shape {
  return (x, y) => y >= line && shape(x, y);
}

/** Samples for each pixel and direction, which makes edges smooth. */
const SAMPLES = 3;

/** Red, green, blue and opacity of each pixel, row by row; what no layer covers is transparent. */
export function paint(layers: readonly Layer[], size: number): Uint8Array {
  const pixels = new Uint8Array(size * size * 4);
  for (let pixel = 0; pixel < size * size; pixel += 1) {
    const sum = [0, 0, 0];
    let covered = 0;
    for (let sample = 0; sample < SAMPLES * SAMPLES; sample += 1) {
      const x = ((pixel % size) + ((sample % SAMPLES) + 0.5) / SAMPLES) / size;
      const y = (Math.floor(pixel / size) + (Math.floor(sample / SAMPLES) + 0.5) / SAMPLES) / size;
      const colour = layers.findLast(({ shape }) => shape(x, y))?.colour;
      if (colour === undefined) continue;
      covered += 1;
      for (const [channel, value] of colour.entries()) sum[channel] = (sum[channel] ?? 0) + value;
    }
    if (covered === 0) continue;
    pixels.set([...sum.map((value) => value / covered), (255 * covered) / SAMPLES ** 2], pixel * 4);
  }
  return pixels;
}
