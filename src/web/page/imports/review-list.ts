import {
  AnalysedTracksDocument,
  EditPlaylistDocument,
  KeepPlaylistDocument,
} from "../generated/documents.js";
import { askEach } from "../graphql/ask-each.js";
import { dataOf, isUnknownTrack, request, send } from "../graphql/request.js";
import type { PlaylistFacts } from "../keep/use-playlists.js";
import type { ShownReview } from "./reviewed-list.js";

/** Tracks of which one request asks whether they are analysed, and those that one request keeps. */
const ASKED_AT_ONCE = 100;
const KEPT_AT_ONCE = 2000;

/**
 * Compares a list of another program with the library.
 *
 * @param list its number in the file; the first one with rows where it is `null`
 * @throws {RequestFailure} the file is no list, or is too large
 * @throws the reason of the signal, where it is aborted
 */
export async function reviewList(
  file: File,
  list: number | null,
  signal: AbortSignal,
): Promise<ShownReview> {
  const body = new FormData();
  body.append("file", file);
  const query = list === null ? "" : `?list=${String(list)}`;
  const path = `api/audio/playlists/import${query}`;
  return dataOf(await send(path, { method: "POST", body, signal }));
}

/** A list that was kept. */
export interface KeptList {
  /** `null` where none of them was kept. */
  readonly playlist: PlaylistFacts | null;
  /** How many of its tracks the playlist lacks, because they have not been analysed. */
  readonly leftOutCount: number;
}

/**
 * Keeps tracks of the library as a playlist, in their order.
 *
 * @param refs keys of tracks or ids of recordings, one or more
 * @throws {RequestFailure} the name is taken, or the server could not keep them
 */
export async function keepList(name: string, refs: readonly string[]): Promise<KeptList> {
  const analysed = await analysedOf(refs);
  if (analysed.length === 0) return { playlist: null, leftOutCount: refs.length };
  const [first = [], ...others] = partsOf(analysed, KEPT_AT_ONCE);
  const { savePlaylist } = await request(KeepPlaylistDocument, {
    input: { name, tracks: first.map((id) => ({ id })) },
  });
  let playlist: PlaylistFacts = savePlaylist;
  for (const part of others) {
    const { id, revision } = playlist;
    const insert = { tracks: part.map((ref) => ({ id: ref })) };
    const input = { id, revision, edits: [{ insert }] };
    playlist = (await request(EditPlaylistDocument, { input })).editPlaylist;
  }
  return { playlist, leftOutCount: refs.length - analysed.length };
}

async function analysedOf(refs: readonly string[]): Promise<readonly string[]> {
  const analysed: string[] = [];
  for (const part of partsOf(refs, ASKED_AT_ONCE)) {
    // A recording that is not analysed fails all.
    const analyses = await askEach(
      part.map((id) => ({ id })),
      async (tracks) => (await request(AnalysedTracksDocument, { tracks })).analyses,
      isUnknownTrack,
    );
    analysed.push(...part.filter((_, place) => analyses[place]?.__typename === "TrackAnalysis"));
  }
  return analysed;
}

const partsOf = <Value>(values: readonly Value[], size: number): readonly (readonly Value[])[] =>
  Array.from({ length: Math.ceil(values.length / size) }, (_, place) =>
    values.slice(place * size, (place + 1) * size),
  );
