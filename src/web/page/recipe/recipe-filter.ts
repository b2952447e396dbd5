import {
  CONDITIONS,
  parametersOf,
  separatorOf,
  statedValuesOf,
  valueIn,
  type Condition,
  type TrackConditions,
} from "../conditions/track-conditions.js";
import type { TrackFilter } from "../generated/documents.js";

/** Conditions as REST has them: `{ "tempo": { "gte": 120 }, "mood": { "happy": { "gte": 0.7 } }, "keyIn": ["8A"] }`. */
export type StoredFilter = Readonly<Record<string, unknown>>;

type Stated = TrackConditions["stated"];

/** Every parameter that a control states, with its condition. */
const PARAMETERS: readonly (readonly [string, Condition])[] = CONDITIONS.flatMap((condition) =>
  parametersOf(condition).map((parameter) => [parameter, condition] as const),
);

/** Returns a filter with the conditions of a reader. What has no control stays, and so does what its control shows as it was. */
export function filterWith(before: StoredFilter, stated: Stated): StoredFilter {
  const shown = new Map(
    PARAMETERS.map(([parameter, condition]) => [parameter, shownIn(before, parameter, condition)]),
  );
  return PARAMETERS.filter(
    ([parameter]) => (stated[parameter] ?? "") !== shown.get(parameter),
  ).reduce(
    (filter, [parameter, condition]) =>
      withPart(filter, parameter.split("."), storedValue(stated[parameter] ?? "", condition)),
    before,
  );
}

/** Returns the conditions of a filter that have no control, as texts: "confidence.tempo.gte=0.5". */
export const otherConditions = (filter: StoredFilter): readonly string[] =>
  textsOf(filterWith(filter, {}), "");

/** Returns a filter as GraphQL has it, whose choices are in capitals. */
export function graphqlFilterOf(filter: StoredFilter): TrackFilter {
  const choices = CONDITIONS.filter(({ statement }) => statement.kind === "choice").flatMap(
    ({ name }) => {
      const value = filter[name];
      return typeof value === "string" ? [[name, value.toUpperCase()] as const] : [];
    },
  );
  return { ...filter, ...Object.fromEntries(choices) };
}

/** Returns what a control shows of a filter, as the list of tracks states it; an empty text where it can show nothing of it. */
function shownIn(filter: StoredFilter, parameter: string, condition: Condition): string {
  const value = parameter.split(".").reduce<unknown>(partOf, filter);
  const text = Array.isArray(value) ? joined(value, condition) : scalarText(value);
  return valueIn(text, condition);
}

/** Several values as one text, where it would be read as these. */
function joined(values: readonly unknown[], condition: Condition): string {
  const text = values.map(scalarText).join(separatorOf(condition) ?? "");
  const isSame = statedValuesOf(text, condition).length === values.length;
  return isSame ? text : "";
}

const scalarText = (value: unknown): string =>
  ["string", "number", "boolean"].includes(typeof value) ? String(value) : "";

/** Returns what REST stores for what is stated; `undefined` for nothing. */
function storedValue(text: string, condition: Condition): unknown {
  if (text === "") return undefined;
  switch (condition.statement.kind) {
    case "bounds":
    case "years":
    case "count":
      return Number(text);
    case "flag":
    case "check":
      return text === "true";
    case "name":
    case "counted":
      return condition.name === "source" ? text : statedValuesOf(text, condition);
    case "words":
    case "choice":
    case "days":
      return text;
  }
}

/** Returns an object with another value at a path; without what has nothing in it then. */
function withPart(
  filter: StoredFilter,
  [name = "", ...rest]: readonly string[],
  value: unknown,
): StoredFilter {
  const { [name]: before, ...others } = filter;
  if (rest.length === 0) return value === undefined ? others : { ...others, [name]: value };
  const part = withPart(isObject(before) ? before : {}, rest, value);
  return isNothing(part) ? others : { ...others, [name]: part };
}

const isObject = (value: unknown): value is StoredFilter =>
  typeof value === "object" && value !== null;

const partOf = (value: unknown, name: string): unknown =>
  isObject(value) ? value[name] : undefined;

const isNothing = (value: unknown): boolean =>
  value === null ||
  value === undefined ||
  (isObject(value) && Object.values(value).every(isNothing));

function textsOf(value: unknown, path: string): readonly string[] {
  if (isNothing(value)) return [];
  if (Array.isArray(value)) return [`${path}=${value.join("; ")}`];
  if (!isObject(value)) return [`${path}=${scalarText(value)}`];
  return Object.entries(value).flatMap(([name, part]) =>
    textsOf(part, path === "" ? name : `${path}.${name}`),
  );
}
