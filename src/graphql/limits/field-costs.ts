/**
 * What a field costs. One unit is an object made from what was already read; a number or a text
 * costs nothing.
 *
 * Source: "GraphQL Cost Directives" (weights, list sizes and sized fields), IBM, 2023. Ours is a
 * table, and adds what an analysis costs that has to be made.
 */
export interface FieldCost {
  /** Paid once, however many items there are: a search, a scan of the catalogue. 0 when absent. */
  readonly once?: number;
  /** Paid for each item; 1 when absent. */
  readonly each?: number;
  /** Paid for each item on top, where the argument `compute` is true. */
  readonly computing?: number;
  /** How many items there are at most, where no argument says; 10 for a list of objects when absent. */
  readonly items?: number;
  /** The argument that says how many items there are. */
  readonly size?: ListSize;
  /** The field below that holds the items of `size`, where it is not this field itself. */
  readonly holds?: string;
}

/** How many items an argument asks for. */
export interface ListSize {
  /** The arguments that say it, the first that is given counts: a number, or a list of so many. */
  readonly by: readonly string[];
  /** Where none is given. */
  readonly defaultValue: number;
  /** More are refused later anyway, by a better sentence. */
  readonly max: number;
}

/** Audio is found, fetched, decoded and measured: seconds of a processor. */
const AN_ANALYSIS = 50;
/** Services are asked over the network. */
const A_SEARCH = 20;
/** All tracks of the catalogue are looked at. */
const A_SCAN = 20;
/** Thousands of numbers are read and sent. */
const A_TIMELINE = 20;

const page: ListSize = { by: ["first", "last"], defaultValue: 20, max: 100 };
const keys: ListSize = { by: ["trackKeys"], defaultValue: 1, max: 100 };

/**
 * The costs of fields, by their coordinates; what is selected below is paid for each item. Fields that
 * lead to objects and are not here cost 1. Introspection costs what stands here, all in all.
 */
export const fieldCosts: Readonly<Record<string, FieldCost>> = {
  "Query.__schema": { once: 2_000 },
  "Query.__type": { once: 200 },

  "Query.search": {
    once: A_SEARCH,
    size: { by: ["limit"], defaultValue: 30, max: 50 },
    holds: "results",
  },
  "SearchResult.analysis": { computing: AN_ANALYSIS },
  "Query.lookup": { once: A_SEARCH },
  "TrackLookup.tracks": { items: 5 },
  "Query._entities": { size: { by: ["representations"], defaultValue: 1, max: 500 } },
  "Query.track": {},
  "Query.trackKey": {},
  "Track.analysis": { computing: AN_ANALYSIS },

  "Query.analysis": { each: AN_ANALYSIS },
  "Query.analyses": { computing: AN_ANALYSIS, size: keys },
  "Mutation.requestAnalysis": { each: AN_ANALYSIS, size: keys },
  "Subscription.analysisUpdated": { each: AN_ANALYSIS, size: keys },
  "TrackAnalysis.details": { items: 25 },
  "TrackAnalysis.tempoRivals": { items: 3 },
  "TrackAnalysis.timeline": { each: A_TIMELINE },
  "Timeline.sections": { items: 10 },
  "Timeline.localKeys": { items: 20 },
  "Timeline.keyChanges": { items: 3 },

  "Query.tracks": { once: A_SCAN, size: page, holds: "edges" },
  "TrackConnection.totalCount": { once: A_SCAN },
  "Query.moods": {
    once: 4 * A_SCAN,
    items: 4,
    size: { by: ["first"], defaultValue: 5, max: 100 },
    holds: "strongest",
  },
  "Track.similar": { once: A_SCAN, size: { by: ["first"], defaultValue: 10, max: 100 } },
  "SimilarTrack.reasons": { items: 5 },
  "Query.mixPath": {
    once: 3 * A_SCAN,
    size: { by: ["length"], defaultValue: 10, max: 50 },
    holds: "steps",
  },
};

/** The items of a list of objects that nothing sizes. */
export const defaultListSize = 10;
