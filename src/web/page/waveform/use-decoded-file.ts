import { useState, useEffect } from "preact/hooks";
import type { AudioRange } from "../../../package/decode.js";
import { SharedWork } from "../followed/shared-work.js";
import type { DecodedFile, WaveformMessage, WaveformRequest } from "./waveform-worker.js";
import { decodeByBrowser } from "../decoding/browser-sound.js";
import { isForeign, type DecodingFailure } from "../decoding/decoding-failure.js";

const WAITING: Decoding = { state: "waiting" };
const BEGUN: Decoding = { state: "running", share: 0 };

const hasFailed = ({ state }: Decoding): boolean => state === "failed";

/** The decodings of each file, which are done once for the view of a track and for the player. */
const decodings = new WeakMap<Blob, SharedWork<Decoding>>();

/**
 * Decodes a file in a worker of its own, which loads the decoders; ends it when the last view is left that follows it.
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
    if (!file || needsWav === null) {
      setDecoding(WAITING);
      return undefined;
    }
    const shared = decodings.get(file) ?? new SharedWork(BEGUN, hasFailed);
    decodings.set(file, shared);
    const request: WaveformRequest = { file, sound: null, range, needsWav };
    return shared.follow(
      JSON.stringify([range, needsWav]),
      (change) => decode(request, change),
      setDecoding,
    );
  }, [file, range, needsWav]);
  return decoding;
}

/** Decodes a file, by the browser where our decoders have none for its format; returns what ends that. */
function decode(request: WaveformRequest, change: (decoding: Decoding) => void): () => void {
  let isEnded = false;
  let end = decodeInWorker(request, (decoding) => {
    // Ranges are counted by our decoders alone.
    const mayBrowser = request.range === null && request.sound === null;
    if (decoding.state !== "failed" || !mayBrowser || !isForeign(decoding.failure)) {
      change(decoding);
      return;
    }
    void decodeByBrowser(request.file).then((sound) => {
      if (isEnded) return;
      if (sound) end = decodeInWorker({ ...request, sound }, change);
      else change(decoding);
    });
  });
  return () => {
    isEnded = true;
    end();
  };
}

function decodeInWorker(
  request: WaveformRequest,
  change: (decoding: Decoding) => void,
): () => void {
  const worker = new Worker(new URL("./waveform-worker.ts", import.meta.url), { type: "module" });
  worker.addEventListener("message", ({ data }: MessageEvent<WaveformMessage>) => {
    if (data.kind === "progress") {
      change({ state: "running", share: data.share });
      return;
    }
    worker.terminate();
    if (data.kind === "failure") change({ state: "failed", failure: data.failure });
    else change({ state: "decoded", waveform: data.waveform, wav: data.wav });
  });
  worker.addEventListener("error", () => {
    worker.terminate();
    change({ state: "failed", failure: { code: "INTERNAL" } });
  });
  worker.postMessage(request);
  return () => {
    worker.terminate();
  };
}

/** How far the decoding of a file is. */
export type Decoding =
  | { readonly state: "waiting" }
  /** The share of the file that was decoded, in [0, 1]. */
  | { readonly state: "running"; readonly share: number }
  | ({ readonly state: "decoded" } & DecodedFile)
  | { readonly state: "failed"; readonly failure: DecodingFailure };
