import {
  valueOf,
  type Analysis,
  type Estimate,
  type EstimateMethod,
  type Estimates,
  type MeasuredValues,
  type StatedName,
  type TempoRival,
} from "./analysis.js";
import { coveredSecondsOf, keyStringOf } from "./analysis-data.js";
import { correctedBeats } from "./corrected-beats.js";
import {
  correctionFields,
  isCorrectionField,
  isNameField,
  type CorrectionField,
  type Corrections,
  type CorrectionValue,
} from "./correction-field.js";
import { byField, descriptors, estimateFields, type EstimateField } from "./descriptors.js";
import { keyNameFrom, parseMusicalKey } from "./musical-key.js";
import { isSameTempo } from "./tempo-ratio.js";
import { InvalidInputError } from "../errors/request-errors.js";
import { parseName } from "../track/name-text.js";

/**
 * What is to change: a stated value, `"none"` where the music has no such value, the tempo `"double"` or `"half"` of
 * the measured one, or `null` to take back what was stated.
 */
export type CorrectionChanges = Readonly<Partial<Record<CorrectionField, number | string | null>>>;

/** A stated value, with what it replaces. */
export interface Correction {
  readonly field: CorrectionField;
  readonly value: CorrectionValue;
  /** What was measured, or the name of the file. */
  readonly measured: CorrectionValue;
  /** [0, 1]; `null` for names, and in analyses of versions that did not estimate it. */
  readonly confidence: number | null;
  /** `null` for names. */
  readonly method: EstimateMethod | null;
}

/** What is stated where the music has no such value. */
const NO_VALUE = "none";

const FACTORS = new Map([
  ["double", 2],
  ["half", 1 / 2],
]);

/** Fields of which the music may have no value. */
const OPTIONAL: readonly CorrectionField[] = ["tempo", "key", "timeSignature"];

const MAX_TEMPO = 1000;
const MAX_BEATS_IN_BAR = 32;

/** Decimals of times in seconds. */
const SECONDS_DECIMALS = 4;

/**
 * Parses what is to change. Numbers may be given as texts.
 *
 * @throws {InvalidInputError} names a field that does not exist or has a value that it cannot have
 */
export function parseCorrectionChanges(
  input: Readonly<Record<string, unknown>>,
): CorrectionChanges {
  const fields = Object.keys(input);
  if (fields.length === 0) throw new InvalidInputError("corrections", "must state something");
  const changes: Record<string, number | string | null> = {};
  for (const field of fields) {
    if (!isCorrectionField(field)) {
      throw new InvalidInputError(
        field.slice(0, 40),
        `is no field that can be corrected: ${correctionFields.join(", ")}`,
      );
    }
    const value = input[field];
    changes[field] = value === null ? null : parseStated(field, value);
  }
  return changes;
}

/**
 * Parses what is to change, given field by field.
 *
 * @throws {InvalidInputError} a field is given twice; and as `parseCorrectionChanges`
 */
export function parseCorrectionList(
  given: readonly (readonly [field: string, value: unknown])[],
): CorrectionChanges {
  const fields = given.map(([field]) => field);
  const repeated = fields.find((field, index) => fields.indexOf(field) !== index);
  if (repeated !== undefined) throw new InvalidInputError(repeated, "must be given once");
  return parseCorrectionChanges(Object.fromEntries(given));
}

function parseStated(field: CorrectionField, value: unknown): number | string {
  if (isNameField(field)) return parseName(value, field);
  const text = typeof value === "string" ? value.trim() : undefined;
  if (text === NO_VALUE && OPTIONAL.includes(field)) return text;
  if (field === "key") {
    if (text === undefined) throw new InvalidInputError(field, 'must be a text such as "A minor"');
    return keyNameFrom(parseMusicalKey(text, field));
  }
  if (field === "tempo" && text !== undefined && FACTORS.has(text)) return text;
  const number = text === undefined || text === "" ? value : Number(text);
  const { minimum = -Infinity, maximum = Infinity, exclusiveMinimum = -Infinity } = rangeOf(field);
  const isValid =
    typeof number === "number" &&
    Number.isFinite(number) &&
    number >= minimum &&
    number <= maximum &&
    number > exclusiveMinimum &&
    (field !== "timeSignature" || Number.isInteger(number));
  if (!isValid) throw new InvalidInputError(field, `must be ${wantedOf(field)}`);
  return roundedTo(number, decimalsOf(field));
}

type NumberField = Exclude<CorrectionField, "artist" | "trackName" | "key">;

function rangeOf(field: NumberField): {
  minimum?: number;
  exclusiveMinimum?: number;
  maximum?: number;
} {
  if (field === "firstBeat") return { minimum: 0 };
  const { range } = descriptors[field];
  if (field === "tempo") return { ...range, maximum: MAX_TEMPO };
  return field === "timeSignature" ? { ...range, maximum: MAX_BEATS_IN_BAR } : range;
}

const decimalsOf = (field: NumberField): number => {
  if (field === "firstBeat") return SECONDS_DECIMALS;
  return field === "timeSignature" ? 0 : descriptors[field].decimals;
};

function wantedOf(field: NumberField): string {
  const { minimum, exclusiveMinimum, maximum } = rangeOf(field);
  const bounds = [
    ...(minimum === undefined ? [] : [`at least ${minimum}`]),
    ...(exclusiveMinimum === undefined ? [] : [`above ${exclusiveMinimum}`]),
    ...(maximum === undefined ? [] : [`at most ${maximum}`]),
  ];
  const number = [field === "timeSignature" ? "an integer" : "a number", bounds.join(" and ")];
  const words = [
    ...(field === "tempo" ? [...FACTORS.keys()] : []),
    ...(OPTIONAL.includes(field) ? [NO_VALUE] : []),
  ];
  const texts = words.map((word) => ` or "${word}"`).join("");
  return `${number.filter((part) => part !== "").join(" ")}${texts}`;
}

/**
 * Returns what is stated after a change.
 *
 * @param measured the analysis without corrections
 * @throws {InvalidInputError} the tempo is to be doubled or halved where none was measured, or the first beat lies
 * behind the end of the audio
 */
export function changedCorrections(
  stated: Corrections,
  changes: CorrectionChanges,
  measured: Pick<Analysis, "estimates" | "durationSeconds" | "excerptSeconds">,
): Corrections {
  const after: Corrections = Object.fromEntries(
    correctionFields.flatMap((field): [CorrectionField, CorrectionValue][] => {
      const change = changes[field];
      if (change === null) return [];
      if (change !== undefined) return [[field, statedValue(field, change, measured)]];
      const value = stated[field];
      return value === undefined ? [] : [[field, value]];
    }),
  );
  const { firstBeat } = after;
  if (typeof firstBeat === "number" && firstBeat > coveredSecondsOf(measured)) {
    throw new InvalidInputError("firstBeat", "must not lie behind the end of the audio");
  }
  return after;
}

function statedValue(
  field: CorrectionField,
  change: number | string,
  measured: Pick<Analysis, "estimates">,
): CorrectionValue {
  if (isNameField(field)) return change;
  if (change === NO_VALUE) return null;
  const factor = field === "tempo" ? FACTORS.get(String(change)) : undefined;
  if (factor === undefined) return change;
  const tempo = valueOf(measured, "tempo");
  if (tempo === null) {
    throw new InvalidInputError(field, "must be a number, because no tempo was measured");
  }
  return roundedTo(tempo * factor, descriptors.tempo.decimals);
}

/** Returns whether the same is stated. */
export function areSameCorrections(some: Corrections, others: Corrections): boolean {
  return correctionFields.every((field) => some[field] === others[field]);
}

/** Returns an analysis as it was measured. */
export function measuredAnalysisOf(analysis: Analysis): Analysis {
  const { corrected, ...rest } = analysis;
  return corrected === undefined ? analysis : { ...rest, ...corrected.measured };
}

/**
 * Returns a measured analysis with the values that the user states, and with what follows from them: a stated tempo,
 * metre or first beat changes beats and downbeats; the measured tempo becomes a rival of the stated one.
 */
export function correctedAnalysis(measured: Analysis, stated: Corrections): Analysis {
  if (Object.keys(stated).length === 0) return measured;
  const { estimates, tempoRivals, beats, downbeats, downbeatConfidence } = measured;
  const effective = correctedEstimates(estimates, stated);
  return {
    ...measured,
    estimates: effective,
    tempoRivals: correctedRivals(measured, stated),
    ...correctedBeats(measured, {
      tempo: numberIn(stated, "tempo"),
      firstBeat: numberIn(stated, "firstBeat") ?? undefined,
      isMetreStated: stated.timeSignature !== undefined,
      beatsPerBar: effective.timeSignature.value,
    }),
    corrected: {
      stated,
      measured: { estimates, tempoRivals, beats, downbeats, downbeatConfidence },
    },
  };
}

function correctedEstimates(estimates: Estimates, stated: Corrections): Estimates {
  const key = typeof stated.key === "string" ? parseMusicalKey(stated.key, "key") : null;
  return byField(estimateFields, (field): Estimate => {
    if (field === "key") {
      return stated.key === undefined ? estimates.key : ofUser(key && key.tonic);
    }
    if (field === "mode") {
      return stated.key === undefined ? estimates.mode : ofUser(key && key.mode);
    }
    const value = numberIn(stated, field);
    return value === undefined ? estimates[field] : ofUser(value);
  });
}

const ofUser = (value: number | null): Estimate => ({
  value,
  confidence: value === null ? 0 : 1,
  method: "user",
});

function correctedRivals(measured: MeasuredValues, stated: Corrections): readonly TempoRival[] {
  const tempo = numberIn(stated, "tempo");
  if (tempo === undefined) return measured.tempoRivals;
  if (tempo === null) return [];
  const { value: bpm, confidence } = measured.estimates.tempo;
  const all = [...(bpm === null ? [] : [{ bpm, confidence }]), ...measured.tempoRivals];
  return all
    .filter((rival) => !isSameTempo(rival.bpm, tempo))
    .sort((one, other) => other.confidence - one.confidence);
}

/** Returns a stated number; `null` where there is no such value, `undefined` where nothing is stated. */
function numberIn(stated: Corrections, field: NumberField): number | null | undefined {
  const value = stated[field];
  return typeof value === "string" ? undefined : value;
}

/** Returns what is stated about an analysed recording, in the order of the API; may be empty. */
export function correctionsOf(analysis: Analysis): readonly Correction[] {
  const stated = analysis.corrected?.stated ?? {};
  return correctionFields.flatMap((field) => {
    const value = stated[field];
    return value === undefined ? [] : [{ field, value, ...replacedBy(analysis, field) }];
  });
}

function replacedBy(
  analysis: Analysis,
  field: CorrectionField,
): Omit<Correction, "field" | "value"> {
  if (isNameField(field)) {
    const { [field]: measured } = analysis.ruledName ?? analysis;
    return { measured, confidence: null, method: null };
  }
  const measured = analysis.corrected?.measured ?? analysis;
  if (field === "firstBeat") {
    const [firstBeat = null] = measured.downbeats;
    const { method } = measured.estimates.timeSignature;
    return { measured: firstBeat, confidence: measured.downbeatConfidence, method };
  }
  const { value, confidence, method } = measured.estimates[field];
  return { measured: field === "key" ? keyStringOf(measured) : value, confidence, method };
}

/** Returns the parts of a name that are stated; `undefined` where neither is. */
export function statedNameOf({ artist, trackName }: Corrections): Partial<StatedName> | undefined {
  if (artist === undefined && trackName === undefined) return undefined;
  return {
    ...(typeof artist === "string" && { artist }),
    ...(typeof trackName === "string" && { trackName }),
  };
}

const roundedTo = (value: number, decimals: number): number => Number(value.toFixed(decimals));

/** Returns the estimate that a stated value replaces; `undefined` where it is as it was measured. */
export function measuredEstimateOf(analysis: Analysis, field: EstimateField): Estimate | undefined {
  if (analysis.estimates[field].method !== "user") return undefined;
  return analysis.corrected?.measured.estimates[field];
}
