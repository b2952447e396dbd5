import { useEffect, useMemo, useRef, useState } from "preact/hooks";
import {
  EditPlaylistDocument,
  UndoPlaylistDocument,
  type EditPlaylistMutationVariables,
} from "../generated/documents.js";
import { request } from "../graphql/request.js";
import { useWork, type StartedWork } from "../parts/use-work.js";
import { rowIdOf } from "../table/shown-track.js";
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
  /** Loads it again, as work that the reader starts. */
  readonly reload: () => void;
  /** Sends a change, and loads what it made. */
  readonly send: (change: () => Promise<unknown>) => void;
  /** Changes it, and calls a function where that succeeded. */
  readonly change: (change: PlaylistChange, onDone?: () => void) => void;
  readonly undo: () => void;
}

/** Loads a playlist. What is shown stays until a change of it is loaded whole, and until then there is no other change. */
export function usePlaylist(id: string): PlaylistState {
  const [loaded, setLoaded] = useState<LoadedPlaylist | null>(null);
  const [problem, setProblem] = useState<unknown>(null);
  const reading = useRef(new AbortController());
  const read = async (): Promise<void> => {
    reading.current.abort();
    const { signal } = (reading.current = new AbortController());
    setProblem(null);
    const show = (page: LoadedPlaylist): void => {
      setLoaded((last) => (last === null || last.rows.length <= page.rows.length ? page : last));
    };
    try {
      setLoaded(await loadPlaylist(id, signal, show));
    } catch (failure) {
      if (!signal.aborted) setProblem(failure);
    }
  };
  useEffect(() => {
    void read();
    return () => {
      reading.current.abort();
    };
  }, [id]);
  const work = useWork();
  const send = (change: () => Promise<unknown>): void => {
    work.start(async () => {
      await change();
      await read();
    });
  };
  const rows = useMemo(() => rowsOf(loaded), [loaded]);
  const revision = loaded?.facts.revision ?? 0;
  return {
    ...work,
    ...{ loaded, rows, problem, send },
    reload: () => {
      work.start(read);
    },
    change: (change, onDone) => {
      send(async () => {
        await request(EditPlaylistDocument, { input: { ...change, id, revision } });
        onDone?.();
      });
    },
    undo: () => {
      send(() => request(UndoPlaylistDocument, { id, revision }));
    },
  };
}

function rowsOf(loaded: LoadedPlaylist | null): TrackRows {
  if (loaded === null) return NO_ROWS;
  const { rows, totalCount } = loaded;
  const isWhole = rows.length === totalCount;
  const ids = new Set(rows.flatMap(({ shown }) => (shown ? [rowIdOf(shown)] : [])));
  return {
    ...NO_ROWS,
    count: totalCount,
    rowAt: (index) => (index < rows.length ? rows[index]?.shown : undefined),
    has: (rowId) => !isWhole || ids.has(rowId),
  };
}
