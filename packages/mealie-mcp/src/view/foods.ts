import type { Food } from "../api/foods.ts";
import type { Unit } from "../api/units.ts";
import { present, textsOf } from "./texts.ts";

export function foodView({ id, onHand, label, ...food }: Food): Record<string, unknown> {
  const { name, pluralName: plural_name, description, aliases } = food;
  return {
    ...present({ id, label_id: label?.id, on_hand: onHand }),
    untrusted_text: textsOf({ name, plural_name, description, aliases, label: label?.name }),
  };
}

export function unitView({ id, useAbbreviation, fraction, ...unit }: Unit): Record<string, unknown> {
  const { name, pluralName: plural_name, description, aliases, standardQuantity } = unit;
  const { abbreviation, pluralAbbreviation: plural_abbreviation, standardUnit } = unit;
  return {
    ...present({ id, use_abbreviation: useAbbreviation, fraction, standard_quantity: standardQuantity }),
    untrusted_text: textsOf({
      name,
      plural_name,
      abbreviation,
      plural_abbreviation,
      description,
      aliases,
      standard_unit: standardUnit,
    }),
  };
}
