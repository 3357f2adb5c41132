// Needs one small function; whatever else stays in the bundle was kept by a side effect.
import { exact } from "confirm-guard";

process.stdout.write(JSON.stringify(exact("7", 3)));
