import { useEffect, useState } from "preact/hooks";
import {
  LibraryTracksDocument,
  LibraryValuesDocument,
  type FacetField,
  type LibraryValuesQuery,
  type KindCondition,
  type LibraryTracksQuery,
  type LibraryTracksQueryVariables,
  type RecordingPresence,
} from "../generated/documents.js";
import { request } from "../graphql/request.js";
import type { ListedTrack } from "../parts/track-table.js";

/** The conditions on the tracks of the list, as they are typed. */
export interface TrackConditions {
  readonly text: string;
  /** A whole name; empty for all. */
  readonly artist: string;
  /** A whole title; empty for all. */
  readonly album: string;
  /** A folder with all below it; empty for all. */
  readonly folder: string;
  readonly tempoFrom: string;
  readonly tempoTo: string;
  /** Whether half and double of a tempo are within its bounds, too. */
  readonly foldTempo: boolean;
  readonly compatibleKey: string;
  readonly yearFrom: string;
  readonly yearTo: string;
  /** Empty for all. */
  readonly genre: string;
  /** Empty for all. */
  readonly format: string;
  readonly file: "any" | "with" | "without";
  readonly presence: RecordingPresence;
  readonly kind: KindCondition;
  readonly order: ListOrder;
}

/** The orders of the list. */
export type ListOrder =
  "ARTIST" | "TRACK_NAME" | "ALBUM" | "YEAR" | "ADDED_AT" | "TEMPO" | "ENERGY";

/** Those whose highest values are first. */
const DESCENDING: readonly ListOrder[] = ["ENERGY", "YEAR", "ADDED_AT"];

/** The list of analysed tracks. */
export interface TrackList {
  readonly tracks: readonly ListedTrack[];
  /** `null` before the first answer. */
  readonly totalCount: number | null;
  readonly hasMore: boolean;
  readonly problem: unknown;
  readonly showMore: () => void;
}

const PAUSE_MS = 250;
const TRACKS_PER_PAGE = 50;

/** Lists the analysed tracks that meet conditions, a page at a time. */
export function useLibraryTracks(conditions: TrackConditions, analysed: number): TrackList {
  const [page, setPage] = useState<LibraryTracksQuery["tracks"] | null>(null);
  const [tracks, setTracks] = useState<readonly ListedTrack[]>([]);
  const [problem, setProblem] = useState<unknown>(null);
  const load = async (after: string | null, signal?: AbortSignal): Promise<void> => {
    try {
      const variables = { ...variablesOf(conditions), after };
      const answer = await request(LibraryTracksDocument, variables, signal);
      const nodes = answer.tracks.edges.flatMap(({ node }) => (node ? [node] : []));
      setProblem(null);
      setPage(answer.tracks);
      setTracks((last) => (after === null ? nodes : [...last, ...nodes]));
    } catch (reason) {
      if (signal?.aborted !== true) setProblem(reason);
    }
  };
  useEffect(() => {
    const abort = new AbortController();
    const timer = setTimeout(() => void load(null, abort.signal), PAUSE_MS);
    return () => {
      clearTimeout(timer);
      abort.abort();
    };
  }, [conditions, analysed]);
  return {
    tracks,
    totalCount: page?.totalCount ?? null,
    hasMore: page?.pageInfo.hasNextPage ?? false,
    problem,
    showMore: () => void load(page?.pageInfo.endCursor ?? null),
  };
}

function variablesOf(conditions: TrackConditions): LibraryTracksQueryVariables {
  const { tempoFrom, tempoTo, yearFrom, yearTo, foldTempo, file } = conditions;
  const { presence, kind, order } = conditions;
  const given = (text: string): string | null => (text.trim() === "" ? null : text.trim());
  const only = (text: string): readonly string[] | null => {
    const value = given(text);
    return value === null ? null : [value];
  };
  const bound = (value: string): number | null => {
    const number = Number.parseFloat(value.replace(",", "."));
    return Number.isNaN(number) ? null : number;
  };
  // A year counts once all of its digits are typed.
  const yearOf = (value: string): number | null =>
    /^[1-9][0-9]{3}$/.test(value.trim()) ? Number(value) : null;
  return {
    first: TRACKS_PER_PAGE,
    filter: {
      text: given(conditions.text),
      artist: only(conditions.artist),
      album: only(conditions.album),
      folder: only(conditions.folder),
      presence,
      kind,
      foldTempo,
      hasFile: file === "any" ? null : file === "with",
      tempo: { gte: bound(tempoFrom), lte: bound(tempoTo) },
      year: { gte: yearOf(yearFrom), lte: yearOf(yearTo) },
      genre: only(conditions.genre),
      format: only(conditions.format),
      camelotCompatibleWith: given(conditions.compatibleKey),
    },
    orderBy: { field: order, direction: DESCENDING.includes(order) ? "DESC" : "ASC" },
  };
}

const MAX_VALUES = 200;

/** A value that analysed tracks have, and how many have it. */
export type CountedValue = LibraryValuesQuery["facets"]["facets"][number]["values"][number];

/** Returns the values of a field that the analysed tracks have; none where they cannot be read. */
export type ValuesOf = (field: FacetField) => readonly CountedValue[];

/** Counts the genres and the formats of the analysed tracks. */
export function useCountedValues(analysed: number): ValuesOf {
  const [facets, setFacets] = useState<LibraryValuesQuery["facets"]["facets"]>([]);
  useEffect(() => {
    const abort = new AbortController();
    request(LibraryValuesDocument, { first: MAX_VALUES }, abort.signal).then(
      ({ facets: { facets: counted } }) => {
        setFacets(counted);
      },
      () => undefined,
    );
    return () => {
      abort.abort();
    };
  }, [analysed]);
  return (wanted) => facets.find(({ field }) => field === wanted)?.values ?? [];
}
