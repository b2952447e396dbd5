import type { EstimateField } from "./analysis.js";

/** Bounds on one number, both inclusive. */
export interface Range {
  readonly gte?: number;
  readonly lte?: number;
}

/** Which analysed tracks to list. Every condition must hold. */
export interface TrackFilter {
  /** Words that occur in artist or title, in any order. */
  readonly text?: string;
  readonly durationMs?: Range;
  readonly estimates?: Readonly<Partial<Record<EstimateField, Range>>>;
}

/** A column to order analysed tracks by; ties are ordered by track key. */
export interface TrackOrder {
  readonly field: EstimateField | "artist" | "trackName" | "durationMs" | "analyzedAt";
  readonly direction: "asc" | "desc";
}

/** Where a row stands in an order: its value there, and its key. */
export interface CataloguePosition {
  readonly value: string | number | null;
  readonly trackKey: string;
}

/** A page request: the first `first` after `after`, or the last `last` before `before`. */
export interface PageRequest {
  readonly filter: TrackFilter;
  readonly order: TrackOrder;
  readonly first?: number;
  readonly after?: CataloguePosition;
  readonly last?: number;
  readonly before?: CataloguePosition;
}
