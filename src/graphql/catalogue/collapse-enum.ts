import { registerEnumType } from "type-graphql";
import type { Collapse } from "../../domain/catalogue/collapse.js";

/** Which recordings count as one, by their enum values. */
export const collapseValues = {
  PERFORMANCE: "performance",
  NONE: "none",
} as const satisfies Record<string, Collapse>;

registerEnumType(collapseValues, {
  name: "Collapse",
  description: "Which recordings count as one.",
  valuesConfig: {
    PERFORMANCE: { description: "Those of one performance by their sound, whatever their names." },
    NONE: { description: "None." },
  },
});
