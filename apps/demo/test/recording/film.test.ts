import { describe, expect, it } from "vitest";
import { paint } from "../../src/draw.ts";
import { startCamera, styledLines } from "../../src/recording/film.ts";
import { asFilmed } from "../../src/recording/person.ts";
import { moving } from "../../src/recording/picture.ts";

const screen = { width: 80, colour: true };

describe("a filmed terminal", () => {
  it("keeps the styles of a text, also over the end of a line", () => {
    expect(styledLines(`a ${paint(screen, "cyan", "b\nc")} ${paint(screen, "bold", "d")}`)).toEqual([
      [
        { text: "a ", style: [] },
        { text: "b", style: ["cyan"] },
      ],
      [
        { text: "c", style: ["cyan"] },
        { text: " ", style: [] },
        { text: "d", style: ["bold"] },
      ],
    ]);
  });

  it("refuses a sequence that it cannot draw", () => {
    expect(() => styledLines("\u001B[2Jgone")).toThrow("does not know the sequence");
  });

  it("lets texts appear one after the other, and typed text behind the last one", () => {
    const camera = startCamera();
    camera.say("\nfirst");
    camera.wait(1_000);
    camera.type("1");
    camera.wait(700);
    expect(camera.cut()).toEqual({
      length: 2_000,
      lines: [
        [
          { text: "first", style: [], at: 0 },
          { text: "1", style: ["bold"], at: 1_300 },
        ],
      ],
    });
  });

  it("tells the time since an answer in the time of the film, and names one port", () => {
    const dialog = {
      server: "caldav-mcp",
      message: "You said no to this 71 s ago.\nStarts on: 18:00\nAccount: 127.0.0.1:35959",
      choices: ["No", "Yes"],
    };
    expect(asFilmed(dialog, 4_200).message).toBe(
      "You said no to this 4 s ago.\nStarts on: 18:00\nAccount: 127.0.0.1:8080",
    );
  });
});

describe("the picture of a film", () => {
  const line = (text: string, at: number) => [{ text, style: [], at }];

  it("hides a text until its time, and takes it for no markup", () => {
    const svg = moving({ lines: [line("<b> & more", 500)], length: 2_000 }, () => 500);
    expect(svg).toContain("@keyframes a0{0%{visibility:hidden}25%{visibility:visible}}");
    expect(svg).toContain(`<text y="0" class="a0">&lt;b&gt; &amp; more</text>`);
    expect(svg).toContain("animation-duration:2s");
  });

  it("moves up when the screen is full, by as many rows as are too many", () => {
    const lines = Array.from({ length: 30 }, (_, row) => line(`row ${row}`, row < 27 ? 0 : 1_000));
    expect(moving({ lines, length: 4_000 }, () => 0)).toContain(
      "@keyframes up{0%{transform:none}25%{transform:translateY(-60px)}}",
    );
  });
});
