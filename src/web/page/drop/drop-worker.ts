import { analysisOf, TrackAnalyzer, type AudioAnalysis } from "../../../package/engine.js";
import { AudioTooLongError, AudioUndecodableError, decodeAudio } from "../../../package/decode.js";

/** What the page sends: the file to analyse. */
export interface DropRequest {
  readonly file: Blob;
  /** Maximum duration of the decoded audio, seconds. */
  readonly maxDurationSeconds: number;
}

/** What the worker tells the page. */
export type DropMessage =
  /** The seconds of audio that were read so far, and the share of the file, in [0, 1]. */
  | { readonly kind: "progress"; readonly seconds: number; readonly share: number }
  | { readonly kind: "analysis"; readonly analysis: AudioAnalysis }
  | { readonly kind: "failure"; readonly failure: DropFailure };

/** Why a file has no analysis. */
export type DropFailure =
  | { readonly code: "AUDIO_UNDECODABLE"; readonly reason: string }
  | { readonly code: "AUDIO_TOO_LONG" | "FILE_UNREADABLE" | "INTERNAL" };

/** How often progress is told, milliseconds. */
const PROGRESS_MS = 100;

addEventListener("message", ({ data }: MessageEvent<DropRequest>) => {
  analyze(data).then(
    (analysis) => {
      tell({ kind: "analysis", analysis });
    },
    (error: unknown) => {
      tell({ kind: "failure", failure: failureOf(error) });
    },
  );
});

const tell = (message: DropMessage): void => {
  postMessage(message);
};

async function analyze({ file, maxDurationSeconds }: DropRequest): Promise<AudioAnalysis> {
  let analyzer: TrackAnalyzer | undefined;
  let seconds = 0;
  let toldAt = 0;
  const read = new CountedBlob(file);
  for await (const { channels, sampleRate } of decodeAudio(read, { maxDurationSeconds })) {
    analyzer ??= new TrackAnalyzer({ sampleRate, channelCount: channels.length });
    analyzer.push(channels);
    seconds += (channels[0]?.length ?? 0) / sampleRate;
    if (performance.now() - toldAt < PROGRESS_MS) continue;
    toldAt = performance.now();
    tell({ kind: "progress", seconds, share: read.share });
  }
  if (!analyzer) throw new AudioUndecodableError("it contains no audio");
  return analysisOf(analyzer.finish());
}

/** A file that knows how far it was read. */
class CountedBlob {
  readonly #file: Blob;
  #end = 0;

  constructor(file: Blob) {
    this.#file = file;
  }

  get size(): number {
    return this.#file.size;
  }

  /** The share of the file before the end of the part read last, in [0, 1]. */
  get share(): number {
    return this.#file.size === 0 ? 0 : Math.min(1, this.#end / this.#file.size);
  }

  slice(start: number, end: number): Blob {
    this.#end = end;
    return this.#file.slice(start, end);
  }
}

function failureOf(error: unknown): DropFailure {
  if (error instanceof AudioTooLongError) return { code: "AUDIO_TOO_LONG" };
  if (error instanceof AudioUndecodableError) {
    return { code: "AUDIO_UNDECODABLE", reason: error.message };
  }
  // The browser could not read the file, e.g. because it was moved.
  if (error instanceof DOMException) return { code: "FILE_UNREADABLE" };
  return { code: "INTERNAL" };
}
