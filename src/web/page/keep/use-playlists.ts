import { useEffect, useState } from "preact/hooks";
import {
  EditPlaylistDocument,
  KeepPlaylistDocument,
  PlaylistsDocument,
  type PlaylistFactsFragment,
} from "../generated/documents.js";
import { request } from "../graphql/request.js";

/** A playlist of the reader, without its rows. */
export type PlaylistFacts = PlaylistFactsFragment;

/** The maximum number of tracks of a recipe. */
export const MAX_RECIPE_LENGTH = 1000;

/** The playlists of the reader. */
export interface ShownPlaylists {
  /** `null` before the first answer. */
  readonly playlists: readonly PlaylistFacts[] | null;
  readonly failure: unknown;
  readonly reload: () => void;
}

/** Loads the playlists of the reader. */
export function usePlaylists(): ShownPlaylists {
  const [playlists, setPlaylists] = useState<ShownPlaylists["playlists"]>(null);
  const [failure, setFailure] = useState<unknown>(null);
  const [loads, setLoads] = useState(0);
  useEffect(() => {
    const abort = new AbortController();
    setFailure(null);
    request(PlaylistsDocument, {}, abort.signal).then(
      (answer) => {
        setPlaylists(answer.playlists);
      },
      (reason: unknown) => {
        if (!abort.signal.aborted) setFailure(reason);
      },
    );
    return () => {
      abort.abort();
    };
  }, [loads]);
  const reload = (): void => {
    setLoads((last) => last + 1);
  };
  return { playlists, failure, reload };
}

/** Returns whether a playlist has rows, to which others can be added. */
export const hasRows = ({ kind }: PlaylistFacts): boolean => kind !== "RECIPE";

/** Returns whether a playlist finds its tracks by conditions, which can be changed, and not along a path. */
export const isRecipeOfConditions = (playlist: {
  /** In capitals over GraphQL, and in small letters over REST. */
  readonly kind: string;
  readonly from: string | null;
}): boolean => playlist.kind.toLowerCase() === "recipe" && playlist.from === null;

/** Adds tracks to the end of a playlist, or keeps them as a new one with a name. */
export async function addTracks(
  target: PlaylistFacts | { readonly name: string },
  refs: readonly string[],
): Promise<unknown> {
  const tracks = refs.map((id) => ({ id }));
  if (!("id" in target)) return request(KeepPlaylistDocument, { input: { ...target, tracks } });
  const { id, revision } = target;
  return request(EditPlaylistDocument, {
    input: { id, revision, edits: [{ insert: { tracks } }] },
  });
}
