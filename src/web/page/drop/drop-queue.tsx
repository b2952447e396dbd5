import { createContext, type ComponentChildren, type JSX } from "preact";
import { useContext, useEffect, useReducer, useRef } from "preact/hooks";
import type { AudioAnalysis } from "../../../package/engine.js";
import { decodeByBrowser, type BrowserSound } from "../decoding/browser-sound.js";
import { isForeign, type DecodingFailure } from "../decoding/decoding-failure.js";
import { dropOwnFile, keepOwnFile, ownFileRef } from "../playback/own-files.js";
import type { DropMessage, DropRequest } from "./drop-worker.js";

/** Maximum duration of a recording, seconds. */
const MAX_DURATION_SECONDS = 3 * 3600;

/** From as much memory on, that of decoders does not matter, GiB: no browser states more than it has to. */
const MUCH_MEMORY = 8;

/** Returns how many files are analysed at once: one for each core; on a small machine at most one for each GiB of memory. */
function workerCount(): number {
  const { deviceMemory = MUCH_MEMORY } = navigator as { readonly deviceMemory?: number };
  const limit = deviceMemory < MUCH_MEMORY ? deviceMemory : Infinity;
  return Math.max(1, Math.floor(Math.min(navigator.hardwareConcurrency, limit)));
}

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

/** Returns what was measured on a file; `null` while it is not. */
export const analysisIn = (state: DroppedFile["state"]): AudioAnalysis | null =>
  state.kind === "ended" && "analysis" in state.result ? state.result.analysis : null;

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
  const running = useRef(new Map<number, () => void>());
  useEffect(() => {
    const isStill = (id: number): boolean =>
      files.some((file) => file.id === id && file.state.kind === "running");
    for (const [id, cancel] of running.current) {
      if (isStill(id)) continue;
      cancel();
      running.current.delete(id);
    }
    for (const { id, file, state } of files) keepOwnFile(ownFileRef(id), file, analysisIn(state));
    for (const { id, file } of nextOf(files, workerCount() - running.current.size)) {
      change({ id, state: { kind: "running", seconds: 0, share: 0 } });
      running.current.set(id, analyzeDropped(id, file, change));
    }
  }, [files]);
  const queue: DropQueue = {
    files,
    add: (added) => {
      change({ added: [...added] });
    },
    cancel: (cancelled) => {
      change({ id: cancelled, state: { kind: "cancelled" } });
    },
    remove: (removed) => {
      dropOwnFile(ownFileRef(removed));
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

/** Returns the files that are analysed next, at most so many: those that wait longest. */
const nextOf = (files: readonly DroppedFile[], count: number): readonly DroppedFile[] =>
  files
    .filter(({ state }) => state.kind === "waiting")
    .reverse()
    .slice(0, count);

/** Analyses a file, and says how far that is; returns what cancels it. */
function analyzeDropped(id: number, file: File, change: (change: Change) => void): () => void {
  return analyzeFile(
    file,
    (progress) => {
      change({ id, state: { kind: "running", ...progress } });
    },
    (result) => {
      change({ id, state: { kind: "ended", result } });
    },
  );
}

type Change =
  | { readonly added: readonly File[] }
  | { readonly removed: number }
  | Pick<DroppedFile, "id" | "state">;

function changed(files: readonly DroppedFile[], change: Change): readonly DroppedFile[] {
  if ("removed" in change) return files.filter(({ id }) => id !== change.removed);
  if ("id" in change) {
    return files.map((file) => (file.id === change.id ? withState(file, change.state) : file));
  }
  const firstId = (files[0]?.id ?? -1) + 1;
  const added = change.added.map((file, index): DroppedFile => ({
    id: firstId + index,
    file,
    state: { kind: "waiting" },
  }));
  return [...added.reverse(), ...files];
}

/** Returns a file in another state; what is told of an analysis that was ended changes nothing. */
function withState(file: DroppedFile, state: DroppedFile["state"]): DroppedFile {
  const isOver = file.state.kind === "cancelled" || file.state.kind === "ended";
  return isOver && state.kind === "running" ? file : { ...file, state };
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
 * Analyses a file, which the browser decodes where our decoders have none for its format.
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
  const end = (ended: AnalysisEnd): void => {
    const tookSeconds = (performance.now() - startedAt) / 1000;
    onEnd("failure" in ended ? ended : { ...ended, tookSeconds });
  };
  let isCancelled = false;
  let cancel = analyzeInWorker({ file, sound: null }, onProgress, (ended) => {
    if (!("failure" in ended) || !isForeign(ended.failure)) {
      end(ended);
      return;
    }
    void decodeByBrowser(file).then((sound) => {
      if (isCancelled) return;
      if (sound) cancel = analyzeInWorker({ file, sound }, onProgress, end);
      else end(ended);
    });
  });
  return () => {
    isCancelled = true;
    cancel();
  };
}

type AnalysisEnd = { readonly analysis: AudioAnalysis } | { readonly failure: DecodingFailure };

/** Analyses a file in a worker of its own, which loads the engine; returns the function that cancels it. */
function analyzeInWorker(
  source: { readonly file: Blob; readonly sound: BrowserSound | null },
  onProgress: (progress: DroppedFileProgress) => void,
  onEnd: (ended: AnalysisEnd) => void,
): () => void {
  const worker = new Worker(new URL("./drop-worker.ts", import.meta.url), { type: "module" });
  const end = (ended: AnalysisEnd): void => {
    worker.terminate();
    onEnd(ended);
  };
  worker.addEventListener("message", ({ data }: MessageEvent<DropMessage>) => {
    if (data.kind === "progress") {
      onProgress({ seconds: data.seconds, share: data.share });
    } else if (data.kind === "failure") end({ failure: data.failure });
    else end({ analysis: data.analysis });
  });
  worker.addEventListener("error", () => {
    end({ failure: { code: "INTERNAL" } });
  });
  const request: DropRequest = { ...source, maxDurationSeconds: MAX_DURATION_SECONDS };
  worker.postMessage(request);
  return () => {
    worker.terminate();
  };
}
