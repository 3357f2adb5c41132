import { factDate } from "confirm-guard";

try {
  factDate({ date: "2026-02-30" });
} catch (error) {
  process.stdout.write(error.stack);
}
