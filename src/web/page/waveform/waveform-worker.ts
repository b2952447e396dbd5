import { AudioUndecodableError, type AudioRange } from "../../../package/decode.js";
import type { BrowserSound } from "../decoding/browser-sound.js";
import { CountedBlob } from "../decoding/counted-blob.js";
import { decodingFailureOf, type DecodingFailure } from "../decoding/decoding-failure.js";
import { soundBlocks } from "../decoding/sound-blocks.js";
import { WavFile } from "./wav-blob.js";
import { WaveformBuilder, type Waveform } from "./waveform.js";

/** What the page sends: the file to decode. */
export interface WaveformRequest {
  readonly file: Blob;
  /** What the browser has decoded of it; `null` where our decoders read it. */
  readonly sound: BrowserSound | null;
  /** The part of it to decode; `null` for the whole. */
  readonly range: AudioRange | null;
  /** Whether to return a file that every browser plays, too. */
  readonly needsWav: boolean;
}

/** A decoded file. */
export interface DecodedFile {
  readonly waveform: Waveform;
  /** The samples, where they were asked for; `null` also where there are too many. */
  readonly wav: Blob | null;
}

/** What the worker tells the page. */
export type WaveformMessage =
  /** The share of the file that was decoded, in [0, 1]. */
  | { readonly kind: "progress"; readonly share: number }
  | ({ readonly kind: "decoded" } & DecodedFile)
  | { readonly kind: "failure"; readonly failure: DecodingFailure };

/** How often progress is told, milliseconds. */
const PROGRESS_MS = 100;

/** Maximum size of a decoded file: 100 minutes of stereo at 44.1 kHz. Browsers keep it on disk where it is large. */
const MAX_WAV_BYTES = 2 ** 30;

addEventListener("message", ({ data }: MessageEvent<WaveformRequest>) => {
  decode(data).then(
    ({ waveform, wav }) => {
      const message: WaveformMessage = { kind: "decoded", waveform, wav };
      const arrays = [waveform.minima.buffer, waveform.maxima.buffer, waveform.rms.buffer];
      postMessage(message, { transfer: arrays });
    },
    (error: unknown) => {
      const message: WaveformMessage = { kind: "failure", failure: decodingFailureOf(error) };
      postMessage(message);
    },
  );
});

async function decode({ file, sound, range, needsWav }: WaveformRequest): Promise<DecodedFile> {
  let builder: WaveformBuilder | undefined;
  let wav: WavFile | undefined;
  let toldAt = 0;
  const read = new CountedBlob(file);
  const blocks = soundBlocks(read, { sound, range: range ?? undefined });
  for await (const { channels, sampleRate } of blocks) {
    builder ??= new WaveformBuilder(sampleRate);
    if (needsWav) wav ??= new WavFile(sampleRate, channels.length, MAX_WAV_BYTES);
    builder.push(channels);
    wav?.push(channels);
    if (performance.now() - toldAt < PROGRESS_MS) continue;
    toldAt = performance.now();
    const message: WaveformMessage = { kind: "progress", share: read.share };
    postMessage(message);
  }
  if (!builder) throw new AudioUndecodableError("it contains no audio");
  return { waveform: builder.finish(), wav: wav?.finish() ?? null };
}
