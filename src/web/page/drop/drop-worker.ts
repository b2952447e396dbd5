import { analysisOf, TrackAnalyzer, type AudioAnalysis } from "../../../package/engine.js";
import { AudioUndecodableError } from "../../../package/decode.js";
import type { BrowserSound } from "../decoding/browser-sound.js";
import { CountedBlob } from "../decoding/counted-blob.js";
import { decodingFailureOf, type DecodingFailure } from "../decoding/decoding-failure.js";
import { soundBlocks } from "../decoding/sound-blocks.js";

/** What the page sends: the file to analyse. */
export interface DropRequest {
  readonly file: Blob;
  /** What the browser has decoded of it; `null` where our decoders read it. */
  readonly sound: BrowserSound | null;
  /** Maximum duration of the decoded audio, seconds. */
  readonly maxDurationSeconds: number;
}

/** What the worker tells the page. */
export type DropMessage =
  /** The seconds of audio that were read so far, and the share of the file, in [0, 1]. */
  | { readonly kind: "progress"; readonly seconds: number; readonly share: number }
  | { readonly kind: "analysis"; readonly analysis: AudioAnalysis }
  | { readonly kind: "failure"; readonly failure: DecodingFailure };

/** How often progress is told, milliseconds. */
const PROGRESS_MS = 100;

addEventListener("message", ({ data }: MessageEvent<DropRequest>) => {
  analyze(data).then(
    (analysis) => {
      tell({ kind: "analysis", analysis });
    },
    (error: unknown) => {
      tell({ kind: "failure", failure: decodingFailureOf(error) });
    },
  );
});

const tell = (message: DropMessage): void => {
  postMessage(message);
};

async function analyze({ file, ...source }: DropRequest): Promise<AudioAnalysis> {
  let analyzer: TrackAnalyzer | undefined;
  let seconds = 0;
  let toldAt = 0;
  const read = new CountedBlob(file);
  for await (const { channels, sampleRate } of soundBlocks(read, source)) {
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
