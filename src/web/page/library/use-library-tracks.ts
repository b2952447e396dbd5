import { useEffect, useState } from "preact/hooks";
import {
  LibraryGenresDocument,
  LibraryTracksDocument,
  type LibraryGenresQuery,
  type KindCondition,
  type LibraryTracksQuery,
  type LibraryTracksQueryVariables,
} from "../generated/documents.js";
import { request } from "../graphql/request.js";
import type { ListedTrack } from "../parts/track-table.js";

/** The conditions on the tracks of the list, as they are typed. */
export interface TrackConditions {
  readonly text: string;
  readonly tempoFrom: string;
  readonly tempoTo: string;
  readonly compatibleKey: string;
  readonly yearFrom: string;
  readonly yearTo: string;
  /** Empty for all. */
  readonly genre: string;
  readonly kind: KindCondition;
  readonly order: ListOrder;
}

/** The orders of the list. */
export type ListOrder = "ARTIST" | "TRACK_NAME" | "ALBUM" | "YEAR" | "TEMPO" | "ENERGY";

/** Those whose highest values are first. */
const DESCENDING: readonly ListOrder[] = ["ENERGY", "YEAR"];

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
  const { text, tempoFrom, tempoTo, compatibleKey, yearFrom, yearTo, genre, kind, order } =
    conditions;
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
      text: text.trim() === "" ? null : text.trim(),
      kind,
      tempo: { gte: bound(tempoFrom), lte: bound(tempoTo) },
      year: { gte: yearOf(yearFrom), lte: yearOf(yearTo) },
      genre: genre === "" ? null : [genre],
      camelotCompatibleWith: compatibleKey.trim() === "" ? null : compatibleKey.trim(),
    },
    orderBy: { field: order, direction: DESCENDING.includes(order) ? "DESC" : "ASC" },
  };
}

const MAX_GENRES = 200;

/** A genre of the analysed tracks, and how many have it. */
export type CountedGenre = LibraryGenresQuery["facets"]["facets"][number]["values"][number];

/** Counts the genres of the analysed tracks; none where they cannot be read. */
export function useGenres(analysed: number): readonly CountedGenre[] {
  const [genres, setGenres] = useState<readonly CountedGenre[]>([]);
  useEffect(() => {
    const abort = new AbortController();
    request(LibraryGenresDocument, { first: MAX_GENRES }, abort.signal).then(
      ({ facets }) => {
        setGenres(facets.facets.flatMap(({ values }) => values));
      },
      () => undefined,
    );
    return () => {
      abort.abort();
    };
  }, [analysed]);
  return genres;
}
