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
import {
  knownFlagNames,
  knownNumberNames,
  knownNumbers,
  knownTimeNames,
  type BoundLimits,
  type KnownFlag,
  type KnownNumber,
  type KnownTime,
} from "./known-fields.js";
import type { Range } from "../range.js";
import { InvalidInputError } from "../errors/request-errors.js";
import { keyRelationBetween, type KeyRelation } from "../analysis/key-relation.js";
import { allKeys, parseMusicalKey, type MusicalKey } from "../analysis/musical-key.js";
import { parseKindCondition } from "../analysis/recording-kind.js";
import { parseRecordingPresence } from "../track/recording-presence.js";
import { parseName } from "../track/name-text.js";
import { parseOptionalWords } from "../track/search-query.js";
import { parseTime } from "../parse-time.js";
import { textTags, type TextTag } from "./text-tags.js";

const compatible: readonly KeyRelation[] = ["same", "relative", "fifth_up", "fifth_down"];

/** A value that a client may omit or set to null. */
type Optional<Value> = Value | null | undefined;

interface RangeParameter {
  readonly gte?: Optional<number>;
  readonly lte?: Optional<number>;
}

/** Bounds on a time, ISO 8601: a day, or a time with its zone. */
interface TimeBounds {
  readonly gte?: Optional<string>;
  readonly lte?: Optional<string>;
}

/** Conditions on analysed tracks as REST and GraphQL pass them, before they are validated. */
export type TrackFilterParameters = {
  readonly [Field in (typeof rangeFields)[number] | KnownNumber]?: Optional<RangeParameter>;
} & {
  /** Values, of which the track must have one. */
  readonly [Field in TextTag]?: Optional<readonly string[]>;
} & {
  readonly [Field in IntegerField]?: Optional<number>;
} & {
  readonly [Field in KnownTime]?: Optional<TimeBounds>;
} & {
  readonly [Field in KnownFlag]?: Optional<boolean>;
} & {
  readonly text?: Optional<string>;
  readonly source?: Optional<string>;
  /** One of `recordingPresences`. */
  readonly presence?: Optional<string>;
  readonly foldTempo?: Optional<boolean>;
  /** One of `kindConditions`. */
  readonly kind?: Optional<string>;
  /** Keys in any notation, of which one must match. */
  readonly keyIn?: Optional<readonly string[]>;
  /** A key in any notation. */
  readonly camelotCompatibleWith?: Optional<string>;
  readonly mood?: Optional<{ readonly [Field in Mood]?: Optional<RangeParameter> }>;
  readonly confidence?: Optional<{ readonly [Field in EstimateField]?: Optional<RangeParameter> }>;
};

/** The limits of bounds on a confidence. */
export const confidenceLimits: BoundLimits = { min: 0, max: 1 };

/** The maximum number of values of one field of tags. */
const MAX_TAG_VALUES = 100;

/** Returns the limits of bounds on an estimate: the range of its values. */
export function boundLimitsOf(field: EstimateField): BoundLimits {
  const { minimum, exclusiveMinimum, maximum } = descriptors[field].range;
  return { min: minimum ?? exclusiveMinimum ?? -Infinity, max: maximum ?? Infinity };
}

/** Converts the bounds of a client. */
type ToRange = (
  bounds: Optional<RangeParameter>,
  parameter: string,
  limits: BoundLimits,
) => Range | undefined;

/**
 * Validates the conditions of a client. Conditions that are null count as absent.
 *
 * @param prefix stands before the name of a parameter in an error
 * @throws {InvalidInputError} a text is empty or too long, a key or a number is not valid, or a bound is none that a
 * value could meet
 */
export function parseTrackFilter(parameters: TrackFilterParameters, prefix = ""): TrackFilter {
  return filterFrom(parameters, prefix, parseRange);
}

/**
 * Returns conditions that were validated before they were stored. Their bounds may be outside of the range of a value,
 * because earlier versions took such.
 */
export function storedTrackFilter(parameters: TrackFilterParameters): TrackFilter {
  return filterFrom(parameters, "", rangeFrom);
}

function filterFrom(
  parameters: TrackFilterParameters,
  prefix: string,
  toRange: ToRange,
): TrackFilter {
  const { mood, confidence } = parameters;
  const text = parseOptionalWords(parameters.text, `${prefix}text`);
  const source = parseOptionalWords(parameters.source, `${prefix}source`);
  const kind = parseKindCondition(parameters.kind ?? undefined, `${prefix}kind`);
  const presence = parseRecordingPresence(parameters.presence ?? undefined, `${prefix}presence`);
  const keys = keysOf(parameters, prefix);
  const { foldTempo } = parameters;
  const tags = present(byField(textTags, (field) => tagValues(parameters[field], prefix + field)));
  const rangeOf = (bounds: Optional<RangeParameter>, field: EstimateField, path: string = field) =>
    toRange(bounds, prefix + path, boundLimitsOf(field));
  return {
    ...(text !== undefined && { text }),
    ...(source !== undefined && { source }),
    ...(kind !== undefined && { kind }),
    ...(keys && { keys }),
    ...present({
      ...byField(knownNumberNames, (field) =>
        toRange(parameters[field], prefix + field, knownNumbers[field].limits),
      ),
      ...byField(knownTimeNames, (field) => parseTimeBounds(parameters[field], prefix + field)),
    }),
    ...present(byField(knownFlagNames, (field) => parameters[field] ?? undefined)),
    ...(presence !== undefined && { presence }),
    ...(!isAbsent(foldTempo) && { foldTempo }),
    ...(Object.keys(tags).length > 0 && { tags }),
    estimates: present({
      ...byField(integerFields, (field) => exactly(parameters, field, prefix)),
      ...byField(rangeFields, (field) => rangeOf(parameters[field], field)),
      ...byField(moods, (field) => rangeOf(mood?.[field], field, `mood.${field}`)),
    }),
    confidences: present(
      byField(estimateFields, (field) =>
        toRange(confidence?.[field], `${prefix}confidence.${field}`, confidenceLimits),
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

/** @throws {InvalidInputError} a value is no name, or there are too many */
function tagValues(
  values: Optional<readonly string[]>,
  parameter: string,
): readonly string[] | undefined {
  if (isAbsent(values)) return undefined;
  if (values.length > MAX_TAG_VALUES) {
    throw new InvalidInputError(parameter, `must have at most ${MAX_TAG_VALUES} values`);
  }
  return values.map((value) => parseName(value, parameter));
}

/** @throws {InvalidInputError} a bound is outside of the limits, or the lower one is above the upper one */
function parseRange(
  bounds: Optional<RangeParameter>,
  parameter: string,
  limits: BoundLimits,
): Range | undefined {
  const range = rangeFrom(bounds);
  const { gte = limits.min, lte = limits.max } = range ?? {};
  requireWithin(range?.gte, limits, `${parameter}.gte`);
  requireWithin(range?.lte, limits, `${parameter}.lte`);
  if (gte <= lte) return range;
  throw new InvalidInputError(`${parameter}.gte`, `must not be greater than "${parameter}.lte"`);
}

/** @throws {InvalidInputError} a bound is no time, or the lower one is above the upper one */
function parseTimeBounds(bounds: Optional<TimeBounds>, parameter: string): Range | undefined {
  const { gte, lte } = bounds ?? {};
  const range = {
    gte: isAbsent(gte) ? undefined : parseTime(gte, `${parameter}.gte`).first,
    lte: isAbsent(lte) ? undefined : parseTime(lte, `${parameter}.lte`).last,
  };
  return parseRange(range, parameter, { min: -Infinity, max: Infinity });
}

function rangeFrom(bounds: Optional<RangeParameter>): Range | undefined {
  const { gte, lte } = bounds ?? {};
  if (isAbsent(gte) && isAbsent(lte)) return undefined;
  return { ...(!isAbsent(gte) && { gte }), ...(!isAbsent(lte) && { lte }) };
}

/**
 * Rejects numbers outside of limits, and infinite ones: some parsers, such as that of GraphQL literals, read a too large
 * number as infinity.
 */
function requireWithin(
  value: number | undefined,
  { min, max }: BoundLimits,
  parameter: string,
): void {
  if (value === undefined) return;
  if (!Number.isFinite(value)) throw new InvalidInputError(parameter, "must be a number");
  if (value >= min && value <= max) return;
  const range = max === Infinity ? `${min} or more` : `from ${min} to ${max}`;
  throw new InvalidInputError(parameter, `must be ${range}`);
}

function present<Field extends string, Condition>(
  conditions: Readonly<Record<Field, Condition | undefined>>,
): Readonly<Partial<Record<Field, Condition>>> {
  const given = Object.entries(conditions).filter(([, condition]) => condition !== undefined);
  return Object.fromEntries(given) as Partial<Record<Field, Condition>>;
}

const isAbsent = (value: unknown): value is null | undefined =>
  value === null || value === undefined;
