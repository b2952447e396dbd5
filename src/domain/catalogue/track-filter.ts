import {
  byField,
  descriptors,
  estimateFields,
  integerFields,
  moods,
  rangeFields,
  type EstimateField,
  type IntegerField,
  type Mood,
} from "../analysis/descriptors.js";
import type { TrackFilter } from "./catalogue-query.js";
import type { Range } from "../range.js";
import { InvalidInputError } from "../errors/request-errors.js";
import { keyRelationBetween, type KeyRelation } from "../analysis/key-relation.js";
import { allKeys, parseMusicalKey, type MusicalKey } from "../analysis/musical-key.js";
import { parseOptionalWords } from "../track/search-query.js";

const compatible: readonly KeyRelation[] = ["same", "relative", "fifth_up", "fifth_down"];

/** A value that a client may omit or set to null. */
type Optional<Value> = Value | null | undefined;

interface RangeParameter {
  readonly gte?: Optional<number>;
  readonly lte?: Optional<number>;
}

/** Conditions on analysed tracks as REST and GraphQL pass them, before they are validated. */
export type TrackFilterParameters = {
  readonly [Field in (typeof rangeFields)[number] | "durationMs"]?: Optional<RangeParameter>;
} & {
  readonly [Field in IntegerField]?: Optional<number>;
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
  const text = parseOptionalWords(parameters.text, `${prefix}text`);
  const source = parseOptionalWords(parameters.source, `${prefix}source`);
  const keys = keysOf(parameters, prefix);
  const durationMs = toRange(parameters.durationMs, `${prefix}durationMs`);
  return {
    ...(text !== undefined && { text }),
    ...(source !== undefined && { source }),
    ...(keys && { keys }),
    ...(durationMs && { durationMs }),
    estimates: present({
      ...byField(integerFields, (field) => exactly(parameters, field, prefix)),
      ...byField(rangeFields, (field) => toRange(parameters[field], prefix + field)),
      ...byField(moods, (field) => toRange(parameters.mood?.[field], `${prefix}mood.${field}`)),
    }),
    confidences: present(
      byField(estimateFields, (field) =>
        toRange(parameters.confidence?.[field], `${prefix}confidence.${field}`),
      ),
    ),
  };
}

/**
 * Validates the conditions on tracks that are compared by their values; `undefined` where there are none.
 *
 * @param prefix stands before the name of a parameter in an error
 * @throws {InvalidInputError} a condition is not valid, or asks for tracks that are not analysed
 */
export function parseComparedFilter(
  parameters:
    (TrackFilterParameters & { readonly analysed?: Optional<boolean> }) | null | undefined,
  prefix = "",
): TrackFilter | undefined {
  if (isAbsent(parameters)) return undefined;
  const { analysed, ...conditions } = parameters;
  if (analysed === false) {
    const problem = "must not be false: tracks that are not analysed cannot be compared";
    throw new InvalidInputError(`${prefix}analysed`, problem);
  }
  return parseTrackFilter(conditions, prefix);
}

/**
 * Returns whether a client asks for tracks without an analysis.
 *
 * @param parameters the conditions and the order of the client; those that are null count as absent
 * @param nameOf returns the name of a parameter in an error
 * @throws {InvalidInputError} another condition, or an order, is given beside
 */
export function asksForUnanalysed(
  {
    analysed,
    ...others
  }: { readonly analysed?: Optional<boolean> } & Readonly<Record<string, unknown>>,
  nameOf: (name: string) => string = (name) => name,
): boolean {
  if (analysed !== false) return false;
  const [other] = Object.keys(others).filter((name) => !isAbsent(others[name]));
  if (other === undefined) return true;
  throw new InvalidInputError(
    nameOf(other),
    `cannot be combined with "${nameOf("analysed")}": tracks that are not analysed have no values`,
  );
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
  field: IntegerField,
  prefix: string,
): Range | undefined {
  const value = parameters[field];
  if (isAbsent(value)) return undefined;
  const { min = -Infinity, max = Infinity } = descriptors[field].integers ?? {};
  if (Number.isInteger(value) && value >= min && value <= max) return { gte: value, lte: value };
  const range = max === Infinity ? `from ${min}` : `from ${min} to ${max}`;
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
  ranges: Readonly<Record<Field, Range | undefined>>,
): Readonly<Partial<Record<Field, Range>>> {
  const given = Object.entries(ranges).filter(([, range]) => range !== undefined);
  return Object.fromEntries(given) as Partial<Record<Field, Range>>;
}

const isAbsent = (value: unknown): value is null | undefined =>
  value === null || value === undefined;
