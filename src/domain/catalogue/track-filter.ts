import { estimateFields, moods, type EstimateField, type Mood } from "../analysis/analysis.js";
import type { Range, TrackFilter } from "./catalogue-query.js";
import { InvalidInputError } from "../errors/request-errors.js";
import { keyRelationBetween, type KeyRelation } from "../analysis/key-relation.js";
import { allKeys, parseMusicalKey, type MusicalKey } from "../analysis/musical-key.js";
import { parseOptionalName } from "../track/search-query.js";

/** Estimates that are whole numbers of a kind: one asks for one of them, not for a range. */
const exactFields = ["key", "mode", "timeSignature"] as const;
type ExactField = (typeof exactFields)[number];

/** Estimates that one asks for in a range by their own name. */
type RangeField = Exclude<EstimateField, ExactField | Mood>;
export const rangeFields = estimateFields.filter(
  (field): field is RangeField => !isOneOf(exactFields, field) && !isOneOf(moods, field),
);

const MIN: Readonly<Record<ExactField, number>> = { key: 0, mode: 0, timeSignature: 1 };
const MAX: Readonly<Record<ExactField, number>> = { key: 11, mode: 1, timeSignature: Infinity };

const compatible: readonly KeyRelation[] = ["same", "relative", "fifth_up", "fifth_down"];

/** What a client may leave out, or say to be nothing. */
type Optional<Value> = Value | null | undefined;

interface RangeParameter {
  readonly gte?: Optional<number>;
  readonly lte?: Optional<number>;
}

/** Conditions on analysed tracks in the form that both edges give them. */
export type TrackFilterParameters = {
  readonly [Field in RangeField | "durationMs"]?: Optional<RangeParameter>;
} & {
  readonly [Field in ExactField]?: Optional<number>;
} & {
  readonly text?: Optional<string>;
  readonly source?: Optional<string>;
  /** Keys in any spelling, of which one must fit. */
  readonly keyIn?: Optional<readonly string[]>;
  /** A key in any spelling. */
  readonly camelotCompatibleWith?: Optional<string>;
  readonly mood?: Optional<{ readonly [Field in Mood]?: Optional<RangeParameter> }>;
  readonly confidence?: Optional<{ readonly [Field in EstimateField]?: Optional<RangeParameter> }>;
};

/**
 * The filter that a client wishes for. Conditions that are null count as absent.
 *
 * @param place stands before the name of a parameter in an error
 * @throws {InvalidInputError} a text is empty or too long, a key is none, or a number is none of
 * its kind
 */
export function parseTrackFilter(wish: TrackFilterParameters, place = ""): TrackFilter {
  const text = parseOptionalName(wish.text, `${place}text`);
  const source = parseOptionalName(wish.source, `${place}source`);
  const keys = keysOf(wish, place);
  const durationMs = toRange(wish.durationMs, `${place}durationMs`);
  return {
    ...(text !== undefined && { text }),
    ...(source !== undefined && { source }),
    ...(keys && { keys }),
    ...(durationMs && { durationMs }),
    estimates: present([
      ...exactFields.map((field) => [field, exactly(wish, field, place)] as const),
      ...rangeFields.map((field) => [field, toRange(wish[field], place + field)] as const),
      ...moods.map(
        (field) => [field, toRange(wish.mood?.[field], `${place}mood.${field}`)] as const,
      ),
    ]),
    confidences: present(
      estimateFields.map(
        (field) =>
          [field, toRange(wish.confidence?.[field], `${place}confidence.${field}`)] as const,
      ),
    ),
  };
}

/** The keys that fit both conditions on keys, or `undefined` where there is none. */
function keysOf(wish: TrackFilterParameters, place: string): readonly MusicalKey[] | undefined {
  const { keyIn, camelotCompatibleWith: centre } = wish;
  if (isAbsent(keyIn) && isAbsent(centre)) return undefined;
  const named = keyIn?.map((text) => parseMusicalKey(text, `${place}keyIn`));
  const mixed = isAbsent(centre)
    ? allKeys
    : compatibleKeys(parseMusicalKey(centre, `${place}camelotCompatibleWith`));
  return mixed.filter(
    (key) => named?.some(({ tonic, mode }) => tonic === key.tonic && mode === key.mode) ?? true,
  );
}

/** The four keys that mix with a key: itself, its neighbours on the wheel, its relative. */
function compatibleKeys(centre: MusicalKey): readonly MusicalKey[] {
  return allKeys.filter((key) => compatible.includes(keyRelationBetween(centre, key)));
}

function exactly(wish: TrackFilterParameters, field: ExactField, place: string): Range | undefined {
  const value = wish[field];
  if (isAbsent(value)) return undefined;
  if (Number.isInteger(value) && value >= MIN[field] && value <= MAX[field]) {
    return { gte: value, lte: value };
  }
  const range = field === "timeSignature" ? "from 1" : `from 0 to ${MAX[field]}`;
  throw new InvalidInputError(`${place}${field}`, `must be an integer ${range}`);
}

function toRange(wish: Optional<RangeParameter>, parameter: string): Range | undefined {
  const { gte, lte } = wish ?? {};
  if (isAbsent(gte) && isAbsent(lte)) return undefined;
  requireFinite(gte, `${parameter}.gte`);
  requireFinite(lte, `${parameter}.lte`);
  return { ...(!isAbsent(gte) && { gte }), ...(!isAbsent(lte) && { lte }) };
}

/** A number too large for its type is infinite to some readers, GraphQL's literals among them. */
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
