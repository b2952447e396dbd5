import { estimateFields, moods, type EstimateField, type Mood } from "../analysis/analysis.js";
import type { Range, TrackFilter } from "./catalogue-query.js";
import { InvalidInputError } from "../errors/request-errors.js";
import { keyRelationBetween, type KeyRelation } from "../analysis/key-relation.js";
import { allKeys, parseMusicalKey, type MusicalKey } from "../analysis/musical-key.js";
import { parseOptionalName } from "../track/search-query.js";

/** Estimates with a few integer values, which are filtered by one value and not by a range. */
const exactFields = ["key", "mode", "timeSignature"] as const;
type ExactField = (typeof exactFields)[number];

/** Estimates that are filtered by a range under their own name. */
type RangeField = Exclude<EstimateField, ExactField | Mood>;
export const rangeFields = estimateFields.filter(
  (field): field is RangeField => !isOneOf(exactFields, field) && !isOneOf(moods, field),
);

const MIN: Readonly<Record<ExactField, number>> = { key: 0, mode: 0, timeSignature: 1 };
const MAX: Readonly<Record<ExactField, number>> = { key: 11, mode: 1, timeSignature: Infinity };

const compatible: readonly KeyRelation[] = ["same", "relative", "fifth_up", "fifth_down"];

/** A value that a client may omit or set to null. */
type Optional<Value> = Value | null | undefined;

interface RangeParameter {
  readonly gte?: Optional<number>;
  readonly lte?: Optional<number>;
}

/** Conditions on analysed tracks as REST and GraphQL pass them, before they are validated. */
export type TrackFilterParameters = {
  readonly [Field in RangeField | "durationMs"]?: Optional<RangeParameter>;
} & {
  readonly [Field in ExactField]?: Optional<number>;
} & {
  readonly text?: Optional<string>;
  readonly source?: Optional<string>;
  /** Keys in any notation, of which one must match. */
  readonly keyIn?: Optional<readonly string[]>;
  /** A key in any notation. */
  readonly camelotCompatibleWith?: Optional<string>;
  readonly mood?: Optional<{ readonly [Field in Mood]?: Optional<RangeParameter> }>;
  readonly confidence?: Optional<{ readonly [Field in EstimateField]?: Optional<RangeParameter> }>;
};

/**
 * Validates the conditions of a client. Conditions that are null count as absent.
 *
 * @param prefix stands before the name of a parameter in an error
 * @throws {InvalidInputError} a text is empty or too long, or a key or a number is not valid
 */
export function parseTrackFilter(parameters: TrackFilterParameters, prefix = ""): TrackFilter {
  const text = parseOptionalName(parameters.text, `${prefix}text`);
  const source = parseOptionalName(parameters.source, `${prefix}source`);
  const keys = keysOf(parameters, prefix);
  const durationMs = toRange(parameters.durationMs, `${prefix}durationMs`);
  return {
    ...(text !== undefined && { text }),
    ...(source !== undefined && { source }),
    ...(keys && { keys }),
    ...(durationMs && { durationMs }),
    estimates: present([
      ...exactFields.map((field) => [field, exactly(parameters, field, prefix)] as const),
      ...rangeFields.map((field) => [field, toRange(parameters[field], prefix + field)] as const),
      ...moods.map(
        (field) => [field, toRange(parameters.mood?.[field], `${prefix}mood.${field}`)] as const,
      ),
    ]),
    confidences: present(
      estimateFields.map(
        (field) =>
          [field, toRange(parameters.confidence?.[field], `${prefix}confidence.${field}`)] as const,
      ),
    ),
  };
}

/**
 * Returns the keys that match both conditions on keys, or `undefined` where neither condition is
 * given.
 */
function keysOf(
  parameters: TrackFilterParameters,
  prefix: string,
): readonly MusicalKey[] | undefined {
  const { keyIn, camelotCompatibleWith: centre } = parameters;
  if (isAbsent(keyIn) && isAbsent(centre)) return undefined;
  const named = keyIn?.map((text) => parseMusicalKey(text, `${prefix}keyIn`));
  const mixed = isAbsent(centre)
    ? allKeys
    : compatibleKeys(parseMusicalKey(centre, `${prefix}camelotCompatibleWith`));
  return mixed.filter(
    (key) => named?.some(({ tonic, mode }) => tonic === key.tonic && mode === key.mode) ?? true,
  );
}

/**
 * Returns the four keys that are compatible with a key: itself, its neighbours on the wheel, its
 * relative.
 */
function compatibleKeys(centre: MusicalKey): readonly MusicalKey[] {
  return allKeys.filter((key) => compatible.includes(keyRelationBetween(centre, key)));
}

function exactly(
  parameters: TrackFilterParameters,
  field: ExactField,
  prefix: string,
): Range | undefined {
  const value = parameters[field];
  if (isAbsent(value)) return undefined;
  if (Number.isInteger(value) && value >= MIN[field] && value <= MAX[field]) {
    return { gte: value, lte: value };
  }
  const range = field === "timeSignature" ? "from 1" : `from 0 to ${MAX[field]}`;
  throw new InvalidInputError(`${prefix}${field}`, `must be an integer ${range}`);
}

function toRange(range: Optional<RangeParameter>, parameter: string): Range | undefined {
  const { gte, lte } = range ?? {};
  if (isAbsent(gte) && isAbsent(lte)) return undefined;
  requireFinite(gte, `${parameter}.gte`);
  requireFinite(lte, `${parameter}.lte`);
  return { ...(!isAbsent(gte) && { gte }), ...(!isAbsent(lte) && { lte }) };
}

/**
 * Rejects infinite numbers: some parsers, such as that of GraphQL literals, read a too large number
 * as infinity.
 */
function requireFinite(value: Optional<number>, parameter: string): void {
  if (isAbsent(value) || Number.isFinite(value)) return;
  throw new InvalidInputError(parameter, "must be a number");
}

function present<Field extends string>(
  conditions: readonly (readonly [Field, Range | undefined])[],
): Readonly<Partial<Record<Field, Range>>> {
  const given = conditions.filter(([, range]) => range !== undefined);
  return Object.fromEntries(given) as Partial<Record<Field, Range>>;
}

const isAbsent = (value: unknown): value is null | undefined =>
  value === null || value === undefined;

function isOneOf<Name extends string>(names: readonly Name[], name: string): name is Name {
  return names.some((known) => known === name);
}
