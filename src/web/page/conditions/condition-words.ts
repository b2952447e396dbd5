import type { Texts } from "../texts/texts.js";
import { keyNameOf } from "../parts/key-name.js";
import {
  CONDITIONS,
  PERCENT,
  isStated,
  parametersOf,
  statedValuesOf,
  type Condition,
  type TrackConditions,
} from "./track-conditions.js";

type UsedTexts = Pick<Texts, "conditions" | "fields" | "track" | "viewParts">;

/** Returns the name of a condition, with the unit of its bounds. */
export function conditionName(
  { conditions, fields }: UsedTexts,
  { name, statement }: Condition,
): string {
  if (name === "tempo") return fields.tempo;
  if (isStated(name)) return conditions.names[name];
  const isShare = statement.kind === "bounds" && statement.unit === PERCENT;
  return isShare ? conditions.inPercent(fields[name]) : fields[name];
}

/** Returns what a value of a condition is called. */
export function valueName(texts: UsedTexts, { name, statement }: Condition, value: string): string {
  const { conditions, track } = texts;
  const named: Readonly<Record<string, string>> = {
    ...(statement.kind === "flag" && conditions.flags),
    ...(name === "kind" && conditions.kinds),
    ...(name === "presence" && conditions.presences),
  };
  if (name === "keyIn") return keyNameOf(texts, value);
  if (statement.kind === "count") return track.perBar(value);
  return named[value] ?? value;
}

/** Returns what narrows the list down: its names, and what else is stated, as in "Ann, Waltz, Tempo". */
export function conditionWords(texts: UsedTexts, { stated }: TrackConditions): string {
  const words = CONDITIONS.flatMap((condition) => {
    const { kind } = condition.statement;
    const parameters = parametersOf(condition);
    const [value] = parameters.flatMap((parameter) => stated[parameter] ?? []);
    if (value === undefined || kind === "check") return [];
    if (kind === "words") return [value];
    if (kind === "name" || kind === "counted") {
      return statedValuesOf(value, condition).map((one) => valueName(texts, condition, one));
    }
    const name = conditionName(texts, condition);
    const isBounded = parameters.length > 1;
    return [isBounded ? name : `${name}: ${valueName(texts, condition, value)}`];
  });
  return words.join(", ");
}
