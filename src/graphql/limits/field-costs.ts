/**
 * The cost of a field. One unit is an object made from data that was already read; a number or a
 * text costs nothing.
 *
 * Source: "GraphQL Cost Directives" (weights, list sizes and sized fields), IBM, 2023. This is a
 * table instead of directives, and adds the cost of starting an analysis.
 */
export interface FieldCost {
  /** Charged once for the whole list: a search, a scan of the catalogue. 0 when absent. */
  readonly once?: number;
  /** Charged for each item; 1 when absent. */
  readonly each?: number;
  /** Charged in addition for each item, where the argument `compute` is true. */
  readonly computing?: number;
  /** Maximum number of items where no argument limits it; 10 for a list of objects when absent. */
  readonly items?: number;
  /** The argument that limits the number of items. */
  readonly size?: ListSize;
  /**
   * The nested field that holds the items that `size` counts, where it is not this field itself.
   */
  readonly holds?: string;
}

/** The number of items that an argument requests. */
export interface ListSize {
  /** The arguments: a number, or a list whose length counts. The first that is given applies. */
  readonly by: readonly string[];
  /** The number of items where none is given. */
  readonly defaultValue: number;
  /** Maximum that is charged. Larger requests are refused later, with a more specific message. */
  readonly max: number;
}

/** Cost of finding, fetching, decoding and measuring audio: seconds of processor time. */
const ANALYSIS_COST = 50;
/** Cost of queries to services over the network. */
const SEARCH_COST = 20;
/** Cost of reading all tracks of the catalogue. */
const SCAN_COST = 20;
/** Cost of reading and sending thousands of numbers. */
const TIMELINE_COST = 20;

const page: ListSize = { by: ["first", "last"], defaultValue: 20, max: 100 };
const keys: ListSize = { by: ["trackKeys"], defaultValue: 1, max: 100 };

/**
 * The costs of fields, by their schema coordinates. Nested selections are charged for each item.
 * Fields of an object type that are not listed cost 1. The cost of introspection includes
 * everything below it.
 */
export const fieldCosts: Readonly<Record<string, FieldCost>> = {
  "Query.__schema": { once: 2_000 },
  "Query.__type": { once: 200 },

  "Query.search": {
    once: SEARCH_COST,
    size: { by: ["limit"], defaultValue: 30, max: 50 },
    holds: "results",
  },
  "SearchResult.analysis": { computing: ANALYSIS_COST },
  "Query.lookup": { once: SEARCH_COST },
  "TrackLookup.tracks": { items: 5 },
  "Query._entities": { size: { by: ["representations"], defaultValue: 1, max: 500 } },
  "Query.track": {},
  "Query.trackKey": {},
  "Track.analysis": { computing: ANALYSIS_COST },

  "Query.analysis": { each: ANALYSIS_COST },
  "Query.analyses": { computing: ANALYSIS_COST, size: keys },
  "Mutation.requestAnalysis": { each: ANALYSIS_COST, size: keys },
  "Subscription.analysisUpdated": { each: ANALYSIS_COST, size: keys },
  "TrackAnalysis.details": { items: 25 },
  "TrackAnalysis.tempoRivals": { items: 3 },
  "TrackAnalysis.timeline": { each: TIMELINE_COST },
  "Timeline.sections": { items: 10 },
  "Timeline.localKeys": { items: 20 },
  "Timeline.keyChanges": { items: 3 },

  "Query.tracks": { once: SCAN_COST, size: page, holds: "edges" },
  "TrackConnection.totalCount": { once: SCAN_COST },
  "Query.moods": {
    once: 4 * SCAN_COST,
    items: 4,
    size: { by: ["first"], defaultValue: 5, max: 100 },
    holds: "strongest",
  },
  "Track.similar": { once: SCAN_COST, size: { by: ["first"], defaultValue: 10, max: 100 } },
  "SimilarTrack.reasons": { items: 5 },
  "Query.mixPath": {
    once: 3 * SCAN_COST,
    size: { by: ["length"], defaultValue: 10, max: 50 },
    holds: "steps",
  },
};

/** Number of items that is assumed for a list of objects without a size. */
export const defaultListSize = 10;
