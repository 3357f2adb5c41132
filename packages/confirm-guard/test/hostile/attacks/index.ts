import type { Attack } from "../attack.ts";
import { ELSEWHERE } from "./elsewhere.ts";
import { FORGED } from "./forged.ts";
import { INTERRUPTED } from "./interrupted.ts";
import { PUSHED } from "./pushed.ts";
import { SPENT } from "./spent.ts";
import { TOKENS } from "./tokens.ts";

/** Everything that a hostile client tries. */
export const ATTACKS: Attack[] = [...FORGED, ...SPENT, ...PUSHED, ...TOKENS, ...ELSEWHERE, ...INTERRUPTED];
