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
  /** How many items there are; what is selected below is paid for each. */
  readonly size?: ListSize;
  /** The fields below that hold the items, where it is not this field itself. */
  readonly holds?: readonly string[];
}

/** How many items an argument asks for. */
export interface ListSize {
  /** The arguments that say it, the first that is given counts: a number, or a list of so many. */
  readonly by: readonly string[];
  /** Where none is given. */
  readonly usual: number;
  /** More are refused later anyway, by a better sentence. */
  readonly most: number;
}

/** Audio is found, fetched, decoded and measured: seconds of a processor. */
const AN_ANALYSIS = 50;
/** Services are asked over the network. */
const A_SEARCH = 20;
/** All tracks of the catalogue are looked at. */
const A_SCAN = 20;

const page: ListSize = { by: ["first", "last"], usual: 20, most: 100 };
const keys: ListSize = { by: ["trackKeys"], usual: 1, most: 100 };

/**
 * The costs of fields, by their coordinates. A field that is not here costs 1 and what is below it,
 * ten times that where it is a list of objects; introspection costs what stands here in all.
 */
export const fieldCosts: Readonly<Record<string, FieldCost>> = {
  "Query.__schema": { once: 2_000 },
  "Query.__type": { once: 200 },

  "Query.search": {
    once: A_SEARCH,
    size: { by: ["limit"], usual: 30, most: 50 },
    holds: ["results"],
  },
  "SearchResult.analysis": { computing: AN_ANALYSIS },
  "Query.lookup": { once: A_SEARCH },
  "TrackLookup.tracks": {},
  "Query.track": {},
  "Query.trackKey": {},
  "Track.analysis": { computing: AN_ANALYSIS },
  "Track.similar": { once: A_SCAN, size: { by: ["first"], usual: 10, most: 100 } },
  "Query.mixPath": {
    once: 3 * A_SCAN,
    size: { by: ["length"], usual: 10, most: 50 },
    holds: ["steps"],
  },

  "Query.analysis": { each: AN_ANALYSIS },
  "Query.analyses": { computing: AN_ANALYSIS, size: keys },
  "TrackAnalysis.details": {},
  "TrackAnalysis.tempoRivals": {},
  "TrackAnalysis.beats": { each: 1 },
  "TrackAnalysis.downbeats": { each: 1 },

  "Query.tracks": { once: A_SCAN, size: page, holds: ["edges", "nodes"] },
  "TrackConnection.totalCount": { once: A_SCAN },
  "Query.moods": { once: 4 * A_SCAN },
};

/** The items of a list that no argument sizes. */
export const usualListSize = 10;
