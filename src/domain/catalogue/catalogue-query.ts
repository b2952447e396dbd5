import { estimateFields, type EstimateField } from "../analysis/analysis.js";
import type { MusicalKey } from "../analysis/musical-key.js";

/** Bounds on one number, both inclusive. */
export interface Range {
  readonly gte?: number;
  readonly lte?: number;
}

/**
 * Which analysed tracks to list. Every condition must hold, and a track without a value does not
 * pass a condition on it.
 */
export interface TrackFilter {
  /**
   * Words that occur in artist or title, in any order, letter case, diacritics and punctuation
   * ignored. A text of symbols alone is looked for as it is.
   */
  readonly text?: string;
  /** The audio source that the audio came from, e.g. "library". */
  readonly source?: string;
  /** The key is one of these; none passes an empty list. */
  readonly keys?: readonly MusicalKey[];
  readonly durationMs?: Range;
  readonly estimates?: Readonly<Partial<Record<EstimateField, Range>>>;
  /** Bounds on how sure the estimates are, each in [0, 1]. */
  readonly confidences?: Readonly<Partial<Record<EstimateField, Range>>>;
}

/** How sure an estimate is, as a column of its own. */
export type ConfidenceField = `confidence.${EstimateField}`;

export const confidenceFields = estimateFields.map((field) => `confidence.${field}` as const);

/** Columns of text. */
type TextField = "artist" | "trackName" | "source";

/** A column to order analysed tracks by; ties are ordered by track key. */
export interface TrackOrder {
  readonly field: EstimateField | ConfidenceField | TextField | "durationMs" | "analyzedAt";
  readonly direction: "asc" | "desc";
}

export function isTextField(field: TrackOrder["field"]): field is TextField {
  return field === "artist" || field === "trackName" || field === "source";
}

export function isConfidenceField(field: TrackOrder["field"]): field is ConfidenceField {
  return field.startsWith("confidence.");
}

/** The estimate that a confidence is of. */
export function estimateFieldOf(confidence: ConfidenceField): EstimateField {
  return confidence.slice("confidence.".length) as EstimateField;
}

/** The order of those who name none. */
export const defaultOrder: TrackOrder = { field: "artist", direction: "asc" };

/** Where a row stands in an order: its value there, and its key. */
export interface CataloguePosition {
  readonly value: string | number | null;
  readonly trackKey: string;
}

/**
 * A page request. What lies after `after` and before `before` is asked for, and of that the first
 * `first` or the last `last`.
 */
export interface PageRequest {
  readonly filter: TrackFilter;
  readonly order: TrackOrder;
  readonly first?: number;
  readonly after?: CataloguePosition;
  readonly last?: number;
  readonly before?: CataloguePosition;
}

/** A page, and whether the catalogue has more on either side of it. */
export interface Page<Item> {
  /** In the order asked for. */
  readonly items: readonly Item[];
  readonly hasNextPage: boolean;
  readonly hasPreviousPage: boolean;
}

/** How many analyses reach a value of one field, and the strongest of them. */
export interface Holders<Holder> {
  readonly field: EstimateField;
  readonly count: number;
  /** Largest value first, ties by track key. */
  readonly strongest: readonly Holder[];
}
