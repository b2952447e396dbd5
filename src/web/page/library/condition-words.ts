import { DESCRIPTORS } from "../generated/shown-descriptors.js";
import type { Texts } from "../texts/texts.js";
import {
  CONDITION_GROUPS,
  isStated,
  parametersOf,
  type Condition,
  type TrackConditions,
} from "./track-conditions.js";

type UsedTexts = Pick<Texts, "conditions" | "fields" | "track">;

/** Returns the name of a condition, with the unit of its bounds. */
export function conditionName(
  { conditions, fields }: UsedTexts,
  { name, statement }: Condition,
): string {
  if (name === "tempo") return fields.tempo;
  if (isStated(name)) return conditions.names[name];
  const kind = DESCRIPTORS.find((one) => one.name === name)?.kind;
  const isShare = statement.kind === "bounds" && kind !== "measure";
  return isShare ? conditions.inPercent(fields[name]) : fields[name];
}

/** Returns what a value of a condition is called. */
export function valueName(
  { conditions, track }: UsedTexts,
  { name, statement }: Condition,
  value: string,
): string {
  const named: Readonly<Record<string, string>> = {
    ...(statement.kind === "flag" && conditions.flags),
    ...(name === "kind" && conditions.kinds),
    ...(name === "presence" && conditions.presences),
  };
  if (statement.kind === "count") return track.perBar(value);
  return named[value] ?? value;
}

/** Returns what narrows the list down: its names, and what else is stated, as in "Ann, Waltz, Tempo". */
export function conditionWords(texts: UsedTexts, { stated }: TrackConditions): string {
  const words = Object.values(CONDITION_GROUPS)
    .flat()
    .flatMap((condition) => {
      const values = parametersOf(condition).flatMap((parameter) => stated[parameter] ?? []);
      const [value] = values;
      if (value === undefined || condition.statement.kind === "check") return [];
      const isNamed = ["words", "name", "counted"].includes(condition.statement.kind);
      if (isNamed) return [value];
      const name = conditionName(texts, condition);
      return values.length > 1 || parametersOf(condition).length > 1
        ? [name]
        : [`${name}: ${valueName(texts, condition, value)}`];
    });
  return words.join(", ");
}
