import type { AudioAnalysis } from "../../../package/engine.js";
import type { DecodingFailure } from "../decoding/decoding-failure.js";
import type { DropMessage, DropRequest } from "./drop-worker.js";

/** Maximum duration of a recording, seconds. */
const MAX_DURATION_SECONDS = 3 * 3_600;

/** How far the analysis of a file is. */
export interface FileProgress {
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
export function analyzeFile(
  file: Blob,
  onProgress: (progress: FileProgress) => void,
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
    else end({ analysis: data.analysis, tookSeconds: (performance.now() - startedAt) / 1_000 });
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
