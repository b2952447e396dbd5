import { createContext, type ComponentChildren, type JSX } from "preact";
import { useContext, useEffect, useReducer } from "preact/hooks";
import type { AudioAnalysis } from "../../../package/engine.js";
import type { DecodingFailure } from "../decoding/decoding-failure.js";
import type { DropMessage, DropRequest } from "./drop-worker.js";

/** Maximum duration of a recording, seconds. */
const MAX_DURATION_SECONDS = 3 * 3600;

/** A file that was dropped, and how far its analysis is. */
export interface DroppedFile {
  readonly id: number;
  readonly file: File;
  readonly state:
    | { readonly kind: "waiting" }
    | { readonly kind: "cancelled" }
    | ({ readonly kind: "running" } & DroppedFileProgress)
    | { readonly kind: "ended"; readonly result: FileResult };
}

/** The files that were dropped, and what can be done with them. */
export interface DropQueue {
  /** The one dropped last is first. */
  readonly files: readonly DroppedFile[];
  readonly add: (files: Iterable<File>) => void;
  /** Stops the analysis of a file. */
  readonly cancel: (id: number) => void;
  readonly remove: (id: number) => void;
}

const QueueContext = createContext<DropQueue | undefined>(undefined);

/** Provides the queue of dropped files, which stays while the reader looks at other views. */
export function DropProvider(props: { readonly children: ComponentChildren }): JSX.Element {
  const [files, change] = useReducer(changed, []);
  const isRunning = files.some(({ state }) => state.kind === "running");
  // The one that waits longest.
  const next = isRunning ? undefined : files.findLast(({ state }) => state.kind === "waiting");
  useEffect(() => {
    if (next) change({ id: next.id, state: { kind: "running", seconds: 0, share: 0 } });
  }, [next]);
  const running = files.find(({ state }) => state.kind === "running");
  const [id, file] = [running?.id, running?.file];
  useEffect(() => {
    if (id === undefined || !file) return undefined;
    return analyzeFile(
      file,
      (progress) => {
        change({ id, state: { kind: "running", ...progress } });
      },
      (result) => {
        change({ id, state: { kind: "ended", result } });
      },
    );
  }, [id, file]);
  const queue: DropQueue = {
    files,
    add: (added) => {
      change({ added: [...added] });
    },
    cancel: (cancelled) => {
      change({ id: cancelled, state: { kind: "cancelled" } });
    },
    remove: (removed) => {
      change({ removed });
    },
  };
  return <QueueContext.Provider value={queue}>{props.children}</QueueContext.Provider>;
}

/** The queue of dropped files. */
export function useDropQueue(): DropQueue {
  const queue = useContext(QueueContext);
  if (!queue) throw new Error("The queue is used outside of its provider.");
  return queue;
}

type Change =
  | { readonly added: readonly File[] }
  | { readonly removed: number }
  | Pick<DroppedFile, "id" | "state">;

function changed(files: readonly DroppedFile[], change: Change): readonly DroppedFile[] {
  if ("removed" in change) return files.filter(({ id }) => id !== change.removed);
  if ("id" in change) {
    return files.map((file) => (file.id === change.id ? { ...file, state: change.state } : file));
  }
  const firstId = Math.max(-1, ...files.map(({ id }) => id)) + 1;
  const added = change.added.map((file, index): DroppedFile => ({
    id: firstId + index,
    file,
    state: { kind: "waiting" },
  }));
  return [...added.reverse(), ...files];
}

/** How far the analysis of a file is. */
export interface DroppedFileProgress {
  /** Seconds of audio that were analysed, >= 0. */
  readonly seconds: number;
  /** Share of the file that was read, in [0, 1]. */
  readonly share: number;
}

/** The end of the analysis of a file. */
export type FileResult =
  | { readonly analysis: AudioAnalysis; readonly tookSeconds: number }
  | { readonly failure: DecodingFailure };

/**
 * Analyses a file in a worker of its own, which loads the engine.
 *
 * @param onProgress called a few times a second
 * @param onEnd called once, unless the analysis is cancelled before
 *
 * @returns the function that cancels it
 */
function analyzeFile(
  file: Blob,
  onProgress: (progress: DroppedFileProgress) => void,
  onEnd: (result: FileResult) => void,
): () => void {
  const startedAt = performance.now();
  const worker = new Worker(new URL("./drop-worker.ts", import.meta.url), { type: "module" });
  const end = (result: FileResult): void => {
    worker.terminate();
    onEnd(result);
  };
  worker.addEventListener("message", ({ data }: MessageEvent<DropMessage>) => {
    if (data.kind === "progress") {
      onProgress({ seconds: data.seconds, share: data.share });
    } else if (data.kind === "failure") end({ failure: data.failure });
    else end({ analysis: data.analysis, tookSeconds: (performance.now() - startedAt) / 1000 });
  });
  worker.addEventListener("error", () => {
    end({ failure: { code: "INTERNAL" } });
  });
  const request: DropRequest = { file, maxDurationSeconds: MAX_DURATION_SECONDS };
  worker.postMessage(request);
  return () => {
    worker.terminate();
  };
}
