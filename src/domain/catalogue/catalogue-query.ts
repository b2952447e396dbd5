import { estimateFields, type EstimateField } from "../analysis/descriptors.js";
import type { KindCondition } from "../analysis/recording-kind.js";
import type { MusicalKey } from "../analysis/musical-key.js";
import type { PerformanceGroups } from "../fingerprint/performance-groups.js";
import type { Range } from "../range.js";
import type { RecordingPresence } from "../track/recording-presence.js";
import type { Collapse } from "./collapse.js";
import type { KnownFlag, KnownNumber, KnownTime } from "./known-fields.js";
import { orderedTags, type OrderedTag, type TextTag } from "./text-tags.js";

/** Bounds on what is known of tracks, times in milliseconds since 1970, and what is true of them or not. */
type KnownConditions = {
  readonly [Field in KnownNumber | KnownTime]?: Range;
} & { readonly [Field in KnownFlag]?: boolean };

/**
 * Conditions on analysed tracks. Every condition must hold, and a track without a value does not
 * pass a condition on that value.
 */
export interface TrackFilter extends KnownConditions {
  /**
   * Words that occur in artist or title, in any order, letter case, diacritics and punctuation
   * ignored. A text that consists of symbols only is searched for literally.
   */
  readonly text?: string;
  /** The audio source that the audio came from, e.g. "library". */
  readonly source?: string;
  /** What the recording is; where absent, of any kind where tracks are listed, and music where they are compared. */
  readonly kind?: KindCondition;
  /** The key is one of these; no track passes an empty list. */
  readonly keys?: readonly MusicalKey[];
  /** Whether a tempo counts as within its bounds where the double or half of it is. */
  readonly foldTempo?: boolean;
  /** Whether it is still there; what is present where absent. */
  readonly presence?: RecordingPresence;
  /**
   * Values of tags, and of what is known of the file, of which the track must have one in each field; letter case, diacritics and punctuation
   * ignored. No track passes an empty list.
   */
  readonly tags?: Readonly<Partial<Record<TextTag, readonly string[]>>>;
  readonly estimates?: Readonly<Partial<Record<EstimateField, Range>>>;
  /** Bounds on the confidences of the estimates, each in [0, 1]. */
  readonly confidences?: Readonly<Partial<Record<EstimateField, Range>>>;
}

/** Returns the bounds on an estimate, of which its value must meet one; for a tempo that folds, those an octave away, too. */
export function boundsOf(
  { estimates, foldTempo = false }: TrackFilter,
  field: EstimateField,
): readonly (Range | undefined)[] {
  const range = estimates?.[field];
  if (range === undefined || !foldTempo || field !== "tempo") return [range];
  return [1, 0.5, 2].map((factor) => ({
    ...(range.gte !== undefined && { gte: factor * range.gte }),
    ...(range.lte !== undefined && { lte: factor * range.lte }),
  }));
}

/** Returns the conditions on tracks that are chosen for listening: they are music, unless a kind is asked for. */
export const musicByDefault = (filter: TrackFilter = {}): TrackFilter => ({
  kind: "music",
  ...filter,
});

/** The name of the column with the confidence of an estimate. */
export type ConfidenceField = `confidence.${EstimateField}`;

/** The columns with the confidences of all estimates. */
export const confidenceFields = estimateFields.map((field) => `confidence.${field}` as const);

/** Columns of text that each track has. */
type TextField = "artist" | "trackName" | "source";

/** What tags and files say that is no text of each track; an album is ordered by the places of its tracks. */
type ReleaseField = OrderedTag | KnownNumber | KnownTime;

/** A column to order analysed tracks by; ties are ordered by the id of the recording. */
export interface TrackOrder {
  readonly field:
    EstimateField | ConfidenceField | TextField | ReleaseField | "analyzedAt" | "random";
  readonly direction: "asc" | "desc";
  /** Of a random order: the same one gives the same order. A non-negative integer; 0 where absent. */
  readonly seed?: number;
}

export function isTextField(field: CursorOrder["field"]): field is TextField {
  return field === "artist" || field === "trackName" || field === "source";
}

export const isOrderedTag = (field: CursorOrder["field"]): field is OrderedTag =>
  orderedTags.some((one) => one === field);

export function isConfidenceField(field: TrackOrder["field"]): field is ConfidenceField {
  return field.startsWith("confidence.");
}

/** Returns the estimate that a confidence belongs to. */
export function estimateFieldOf(confidence: ConfidenceField): EstimateField {
  return confidence.slice("confidence.".length) as EstimateField;
}

/** What a cursor belongs to: an order of analysed tracks, of files without an analysis, or of groups of duplicates. */
export interface CursorOrder {
  readonly field: TrackOrder["field"] | "fileId" | "bytes" | "name";
  readonly seed?: number;
}

/** The order of files without an analysis: they have no value but their id. */
export const fileOrder = { field: "fileId" } as const satisfies CursorOrder;

/** The default order. */
export const defaultOrder: TrackOrder = { field: "artist", direction: "asc" };

/** The position of a row in an order: its value of the field, and its id. */
export interface CataloguePosition {
  readonly value: string | number | null;
  /** That of its recording, of its file, or of the first recording of a group. */
  readonly id: string;
}

/** Which tracks are listed, and in which order. */
export interface ListedTracks {
  readonly filter: TrackFilter;
  readonly order: TrackOrder;
}

/** The part of the catalogue that a page shows. */
interface CatalogueWindow extends PageWindow {
  /** How many tracks are left out behind `after`, or from the beginning on; >= 0. */
  readonly offset?: number | undefined;
}

/**
 * A request for a page: of the tracks after `after` and before `before`, the first `first` or the
 * last `last`.
 */
export interface PageRequest extends CatalogueWindow, ListedTracks {
  /** Recordings that count as one: of those of a group that pass the filter, the first in the order is listed. */
  readonly groups?: PerformanceGroups;
}

/** A request for a page, as a client states it. */
export interface BrowseRequest extends CatalogueWindow, ListedTracks {
  readonly collapse?: Collapse | undefined;
}

/** The part of a list that a page shows. */
export interface PageWindow {
  readonly first?: number;
  readonly after?: CataloguePosition;
  readonly last?: number;
  readonly before?: CataloguePosition;
}

/** A page, whether there are more items before and after it, and how many pass the filter. */
export interface Page<Item> {
  /** In the requested order. */
  readonly items: readonly Item[];
  readonly hasNextPage: boolean;
  readonly hasPreviousPage: boolean;
  /** The number of items that pass the filter, on all pages. */
  readonly totalCount: number;
}

/** The number of analyses with at least a given value of one field, and the strongest of them. */
export interface Holders<Holder> {
  readonly field: EstimateField;
  readonly count: number;
  /** Largest value first, ties by the id of the recording. */
  readonly strongest: readonly Holder[];
}

/** A number that is known of each track: an estimate, or the length of the audio. */
export type MeasuredField = EstimateField | "durationMs";

/** The two coordinates of a track on the map on which those that sound alike are near each other. */
export type LikenessField = "likenessX" | "likenessY";

/** The maximum number of columns of one request: as many of 100,000 tracks, with their keys and ids, are written in a turn of some 40 ms. */
export const MAX_COLUMNS = 4;

/** A number that a column of tracks has. */
export type ColumnField = MeasuredField | LikenessField;

/** The fields that columns can have. */
export const columnFields: readonly ColumnField[] = [
  ...estimateFields,
  ...(["durationMs", "likenessX", "likenessY"] as const),
];

export const isLikenessField = (field: ColumnField): field is LikenessField =>
  field === "likenessX" || field === "likenessY";

/** A request for values of many tracks. */
export interface ColumnsRequest {
  readonly fields: readonly MeasuredField[];
  readonly filter: TrackFilter;
  /** The maximum number of tracks. */
  readonly limit: number;
  /** Whether their embeddings are wanted. */
  readonly hasEmbeddings?: boolean;
}

/** Values of all tracks that pass a filter, column by column. The same index is the same track. */
export interface TrackColumns {
  /** The number of tracks in the columns. */
  readonly count: number;
  /** The number of tracks that pass the filter. */
  readonly totalCount: number;
  /** The eight bytes of the id of each recording. */
  readonly recordingIds: Uint8Array;
  /** The eight bytes of each track key. */
  readonly trackKeys: Uint8Array;
  /** One for each of the fields, in their order; `NaN` where a track has no value. */
  readonly columns: readonly Float32Array[];
}

/** Values of tracks as a store has them, with their embeddings. */
export interface StoredColumns extends TrackColumns {
  /**
   * `EMBEDDING_LENGTH` coordinates of each track, of which the first is `NO_EMBEDDING` where a track has none; none at all where they were
   * not asked for.
   */
  readonly embeddings: Int8Array;
}
