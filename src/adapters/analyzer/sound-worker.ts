import { Console } from "node:console";
import { PassThrough } from "node:stream";
import { parentPort, workerData } from "node:worker_threads";
import { AudioUndecodableError } from "../../domain/errors/analysis-errors.js";
import { acoustIdFingerprint } from "../../domain/fingerprint/fingerprint-text.js";
import { TrackFingerprint } from "../../dsp/index.js";
import type { EncodedAudio } from "../../ports/analysis/audio-source.js";
import type { HeardSound } from "../../ports/analysis/sound-reader.js";
import { ContainerAudioDecoder } from "../decoder/container-audio-decoder.js";
import { openByteReader, type OpenAudio } from "../decoder/open-byte-reader.js";
import { IdentifyingReader } from "../library/audio-stream/identifying-reader.js";
import { failedReplyFrom } from "./failure-exchange.js";
import type { SoundReply } from "./sound-exchange.js";

/** The entry point of a thread that fingerprints audio: sends one reply to each request. */
const port = parentPort;
if (!port) throw new Error("This file is the entry point of a thread.");

// The compiled codecs also print their errors about damaged audio on the console.
globalThis.console = new Console(new PassThrough().resume());

/** Seconds that are decoded: those of which AcoustID compares the fingerprint, and a frame more. */
const DECODED_SECONDS = 121;

const decoder = new ContainerAudioDecoder({
  ffmpegLimits: {
    cpuSeconds: (workerData as { readonly maxDecoderSeconds: number }).maxDecoderSeconds,
  },
});

port.on("message", (audio: EncodedAudio) => {
  void replyTo(audio).then((reply) => {
    port.postMessage(reply);
  });
});

async function hear(file: OpenAudio): Promise<HeardSound> {
  let fingerprint: TrackFingerprint | undefined;
  let seconds = 0;
  const reader = await IdentifyingReader.over(file);
  for await (const { channels, sampleRate } of decoder.decodeOpened(reader)) {
    fingerprint ??= new TrackFingerprint({ sampleRate, channelCount: channels.length });
    fingerprint.push(channels);
    seconds += (channels[0]?.length ?? 0) / sampleRate;
    if (seconds >= DECODED_SECONDS) break;
  }
  const identity = await reader.identify();
  await file.checkUnchanged();
  // A decoder yields at least one block, or throws.
  if (!fingerprint || !identity) throw new AudioUndecodableError("it contains no samples");
  const words = acoustIdFingerprint(fingerprint.finish()).slice();
  return { recordingId: identity.recordingId, words };
}

async function replyTo(audio: EncodedAudio): Promise<SoundReply> {
  try {
    const file = await openByteReader(audio);
    return { ok: true, sound: await hear(file).finally(() => file.close()) };
  } catch (error) {
    return failedReplyFrom(error);
  }
}
