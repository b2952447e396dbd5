import { useEffect, useMemo, useRef, useState } from "preact/hooks";
import {
  EditPlaylistDocument,
  UndoPlaylistDocument,
  type EditPlaylistMutationVariables,
} from "../generated/documents.js";
import { request } from "../graphql/request.js";
import type { PlaylistFacts } from "../keep/use-playlists.js";
import { useWork, type StartedWork } from "../parts/use-work.js";
import { NO_ROWS, type TrackRows } from "../table/track-rows.js";
import { loadPlaylist, type LoadedPlaylist } from "./load-playlist.js";

/** What is changed of a playlist. */
export type PlaylistChange = Omit<EditPlaylistMutationVariables["input"], "id" | "revision">;

/** A playlist, and what changes it, one change at a time. */
export interface PlaylistState extends StartedWork {
  /** `null` before the first answer. */
  readonly loaded: LoadedPlaylist | null;
  readonly rows: TrackRows;
  /** Why it could not be loaded. */
  readonly problem: unknown;
  readonly reload: () => void;
  readonly change: (change: PlaylistChange) => void;
  readonly undo: () => void;
}

/** Loads a playlist. What is shown stays until a change of it is loaded whole. */
export function usePlaylist(id: string): PlaylistState {
  const [loaded, setLoaded] = useState<LoadedPlaylist | null>(null);
  const [problem, setProblem] = useState<unknown>(null);
  const [loads, setLoads] = useState(0);
  useEffect(() => {
    const abort = new AbortController();
    setProblem(null);
    const show = (page: LoadedPlaylist): void => {
      setLoaded((last) => (last === null || last.rows.length <= page.rows.length ? page : last));
    };
    loadPlaylist(id, abort.signal, show).then(setLoaded, (failure: unknown) => {
      if (!abort.signal.aborted) setProblem(failure);
    });
    return () => {
      abort.abort();
    };
  }, [id, loads]);
  const reload = (): void => {
    setLoads((last) => last + 1);
  };
  const work = useWork();
  // That of the reader's last change, which is loaded a moment later.
  const made = useRef(0);
  const send = (change: () => Promise<PlaylistFacts>): void => {
    work.start(async () => {
      made.current = (await change()).revision;
      reload();
    });
  };
  const rows = useMemo(() => rowsOf(loaded), [loaded]);
  const revision = loaded?.facts.revision ?? 0;
  return {
    ...work,
    ...{ loaded, rows, problem, reload },
    change: (change) => {
      send(async () => {
        const input = { ...change, id, revision };
        return (await request(EditPlaylistDocument, { input })).editPlaylist;
      });
    },
    undo: () => {
      send(async () => {
        const seen = { id, revision: Math.max(revision, made.current) };
        return (await request(UndoPlaylistDocument, seen)).undoPlaylist;
      });
    },
  };
}

function rowsOf(loaded: LoadedPlaylist | null): TrackRows {
  if (loaded === null) return NO_ROWS;
  const { rows, totalCount } = loaded;
  return {
    ...NO_ROWS,
    count: totalCount,
    rowAt: (index) => (index < rows.length ? rows[index]?.shown : undefined),
  };
}
