import { useState, useEffect } from "preact/hooks";
import type { AudioRange } from "../../../package/decode.js";
import type { DecodedFile, WaveformMessage, WaveformRequest } from "./waveform-worker.js";
import type { DecodingFailure } from "../decoding/decoding-failure.js";

const WAITING: Decoding = { state: "waiting" };

/**
 * Decodes a file in a worker of its own, which loads the decoders; ends it when the view is left.
 *
 * @param file `null` while there is none
 * @param range the part of it that is decoded; `null` for the whole
 * @param needsWav whether a file that every browser plays is needed, too; `null` while that is not known
 */
export function useDecodedFile(
  file: Blob | null,
  range: AudioRange | null,
  needsWav: boolean | null,
): Decoding {
  const [decoding, setDecoding] = useState(WAITING);
  useEffect(() => {
    if (!file || needsWav === null) return undefined;
    setDecoding({ state: "running", share: 0 });
    const worker = new Worker(new URL("./waveform-worker.ts", import.meta.url), {
      type: "module",
    });
    worker.addEventListener("message", ({ data }: MessageEvent<WaveformMessage>) => {
      if (data.kind === "progress") {
        setDecoding({ state: "running", share: data.share });
        return;
      }
      worker.terminate();
      if (data.kind === "failure") setDecoding({ state: "failed", failure: data.failure });
      else setDecoding({ state: "decoded", waveform: data.waveform, wav: data.wav });
    });
    worker.addEventListener("error", () => {
      worker.terminate();
      setDecoding({ state: "failed", failure: { code: "INTERNAL" } });
    });
    const request: WaveformRequest = { file, range, needsWav };
    worker.postMessage(request);
    return () => {
      worker.terminate();
    };
  }, [file, range, needsWav]);
  return decoding;
}

/** How far the decoding of a file is. */
export type Decoding =
  | { readonly state: "waiting" }
  /** The share of the file that was decoded, in [0, 1]. */
  | { readonly state: "running"; readonly share: number }
  | ({ readonly state: "decoded" } & DecodedFile)
  | { readonly state: "failed"; readonly failure: DecodingFailure };
