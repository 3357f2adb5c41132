import type { Bench, Benchmark } from "../../benchmark.ts";
import { interleave } from "../../measure/interleave.ts";
import { exponentOf } from "../../measure/power-law.ts";
import { counted } from "../../measure/spread.ts";
import { atMost, type Row } from "../../report/row.ts";
import { figure } from "../../report/markdown.ts";
import { coursesOf } from "./courses.ts";
import type { Course, Prepared } from "./course.ts";

const ROUNDS = 9;

export const growth: Benchmark = {
  name: "growth",
  title: "how cost grows from 1 × over 4 × to 16 ×",
  async measure(bench) {
    const rows: Row[] = [];
    for (const course of coursesOf()) {
      bench.say(`growth of ${course.what}`);
      rows.push(await measureCourse(course, bench));
    }
    return {
      rows,
      notes: [
        "The figure is the exponent k of cost = c · size^k that fits best: 1 is twice the cost for twice the size. Fixed costs " +
          "make it smaller than 1.",
        "list_events gets the answers of the calendar server from a relay that remembers them, so only the growth of the " +
          "program itself is seen.",
      ],
    };
  },
};

async function measureCourse({ what, unit, sizes, prepare }: Course, bench: Bench): Promise<Row> {
  const prepared: Prepared[] = [];
  for (const size of sizes) prepared.push(await prepare(size, bench));
  try {
    const spreadOf = await interleave(
      prepared.map(({ run }, index) => ({ name: String(index), run })),
      { rounds: ROUNDS, warmUps: 2 },
    );
    const points = sizes.map((size, index) => ({ size, cost: spreadOf(String(index)).median }));
    const shown = points.map(({ cost }) => figure(cost)).join(", ");
    const range = sizes.map((size) => size.toLocaleString("en")).join(", ");
    return {
      what: `${what}: ${range} ${unit} in ${shown} ms`,
      unit: "",
      ours: counted(exponentOf(points)),
      goal: atMost("figure", 1.1),
    };
  } finally {
    for (const { close } of prepared) await close?.();
  }
}
