import type { ParsedLine } from "../api/parser.ts";
import { present, textsOf } from "./texts.ts";

export function parsedLineView({ line, parsed }: ParsedLine, index: number): Record<string, unknown> {
  const { quantity, unit, food, note } = parsed?.ingredient ?? {};
  return {
    number: index + 1,
    parsed: parsed !== undefined,
    ...present({ quantity, unit_id: unit?.id, food_id: food?.id, confidence: parsed?.confidence?.average }),
    untrusted_text: textsOf({ line, unit: unit?.name, food: food?.name, note }),
  };
}
