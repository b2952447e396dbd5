import { useEffect, useState } from "preact/hooks";
import {
  LibraryTracksDocument,
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
  readonly kind: KindCondition;
  readonly order: ListOrder;
}

/** The orders of the list. */
export type ListOrder = "ARTIST" | "TRACK_NAME" | "TEMPO" | "ENERGY";

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
  const { text, tempoFrom, tempoTo, compatibleKey, kind, order } = conditions;
  const bound = (value: string): number | null => {
    const number = Number.parseFloat(value.replace(",", "."));
    return Number.isNaN(number) ? null : number;
  };
  return {
    first: TRACKS_PER_PAGE,
    filter: {
      text: text.trim() === "" ? null : text.trim(),
      kind,
      tempo: { gte: bound(tempoFrom), lte: bound(tempoTo) },
      camelotCompatibleWith: compatibleKey.trim() === "" ? null : compatibleKey.trim(),
    },
    orderBy: { field: order, direction: order === "ENERGY" ? "DESC" : "ASC" },
  };
}
