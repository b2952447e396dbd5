import { WHEEL_KEYS } from "../parts/wheel-keys.js";
import { fieldPath, stepOf, valueAt, type Conditions } from "./conditions.js";
import { FILTER_FIELDS, type FilterField } from "./slider-fields.js";

/** Conditions as REST has them: `{ "tempo": { "gte": 120 }, "mood": { "happy": { "gte": 0.7 } }, "keyIn": ["8A"] }`. */
export type StoredFilter = Readonly<Record<string, unknown>>;

/**
 * Returns a filter with the conditions of a reader. What has no control stays, and so does a bound that its control shows as it
 * was: a slider has steps, and a recipe may have values between them.
 */
export function filterWith(before: StoredFilter, conditions: Conditions): StoredFilter {
  const mood = partOf(before, "mood");
  const fields = FILTER_FIELDS.map(
    (field) => [field, rangeWith(rangeOf(before, field), field, conditions)] as const,
  );
  const rangesOf = (isMood: boolean): StoredFilter =>
    Object.fromEntries(
      fields
        .filter(([field]) => field.isMood === isMood)
        .map(([field, range]) => [field.name, range]),
    );
  return withoutEmpty({
    ...before,
    ...rangesOf(false),
    mood: withoutEmpty({ ...mood, ...rangesOf(true) }),
    keyIn: keysWith(before, conditions),
  });
}

/** Returns the conditions of a filter that have no control, as texts: "genre=Waltz". */
export function otherConditions(filter: StoredFilter): readonly string[] {
  const shown = new Set(FILTER_FIELDS.map(fieldPath));
  const { keyIn, ...others } = filter;
  const keys = keysIn(filter).length > 0 ? {} : { keyIn };
  return textsOf({ ...others, ...keys }, "").filter(
    (text) => ![...shown].some((path) => text.startsWith(`${path}.`)),
  );
}

type StoredRange = Readonly<Record<"gte" | "lte", number | null>>;

function rangeOf(filter: StoredFilter, { isMood, name }: FilterField): StoredRange {
  const range = partOf(isMood ? partOf(filter, "mood") : filter, name);
  const boundOf = (bound: unknown): number | null => (typeof bound === "number" ? bound : null);
  return { gte: boundOf(range["gte"]), lte: boundOf(range["lte"]) };
}

function rangeWith(before: StoredRange, field: FilterField, { bounds }: Conditions): StoredFilter {
  const { from = null, to = null } = bounds.get(field) ?? {};
  const boundAt = (step: number | null, old: number | null): number | null =>
    old !== null && stepOf(old, field) === step ? old : valueAt(step, field);
  return withoutEmpty({ gte: boundAt(from, before.gte), lte: boundAt(to, before.lte) });
}

/** Returns the indexes on the wheel of the keys that a filter asks for, as far as it names them as the wheel does. */
const keysIn = ({ keyIn }: StoredFilter): readonly number[] =>
  Array.isArray(keyIn)
    ? WHEEL_KEYS.filter(({ camelot }) => keyIn.includes(camelot)).map(({ index }) => index)
    : [];

function keysWith(before: StoredFilter, { keys }: Conditions): unknown {
  const shown = keysIn(before);
  if (shown.length === keys.size && shown.every((key) => keys.has(key))) return before["keyIn"];
  return WHEEL_KEYS.filter(({ index }) => keys.has(index)).map(({ camelot }) => camelot);
}

const partOf = (value: StoredFilter, name: string): StoredFilter => {
  const part = value[name];
  return typeof part === "object" && part !== null ? (part as StoredFilter) : {};
};

/** Returns an object without members that are nothing: `null`, or an object or a list without anything in it. */
const withoutEmpty = (value: StoredFilter): StoredFilter =>
  Object.fromEntries(
    Object.entries(value).filter(
      ([, part]) =>
        part !== null &&
        part !== undefined &&
        !(typeof part === "object" && Object.keys(part).length === 0),
    ),
  );

function textsOf(value: unknown, path: string): readonly string[] {
  if (value === null || value === undefined) return [];
  if (Array.isArray(value)) return value.length === 0 ? [] : [`${path}=${value.join("; ")}`];
  if (typeof value === "string") return [`${path}=${value}`];
  if (typeof value !== "object") return [`${path}=${JSON.stringify(value)}`];
  return Object.entries(value).flatMap(([name, part]) =>
    textsOf(part, path === "" ? name : `${path}.${name}`),
  );
}
