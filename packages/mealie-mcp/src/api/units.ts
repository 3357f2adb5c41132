import { z } from "zod";
import { ingredientParts } from "./ingredient-parts.ts";
import { bodyFor } from "./request-body.ts";
import { aliases, flag, number, text, uuid } from "./shapes.ts";

const unit = z.object({
  id: uuid,
  name: z.string(),
  pluralName: text,
  description: text,
  abbreviation: text,
  pluralAbbreviation: text,
  useAbbreviation: flag,
  fraction: flag,
  aliases,
  /** From v3 on: what one of it is in a unit that everybody knows. */
  standardQuantity: number,
  standardUnit: text,
  updatedAt: text,
});

export type Unit = z.output<typeof unit>;

export type NewUnit = {
  name: string;
  pluralName?: string | undefined;
  description?: string | undefined;
  abbreviation?: string | undefined;
  useAbbreviation?: boolean | undefined;
  fraction?: boolean | undefined;
};

export const {
  list: listUnits,
  all: allUnits,
  read: readUnit,
  create: createUnit,
  merge: mergeUnits,
} = ingredientParts({
  segment: "units",
  shape: unit,
  created: (wanted: NewUnit) => bodyFor("POST /api/units", wanted),
  merged: ({ from, into }) => bodyFor("PUT /api/units/merge", { fromUnit: from, toUnit: into }),
});
