import { workerData } from "node:worker_threads";
import { AudioUndecodableError } from "../../domain/errors/analysis-errors.js";
import {
  acoustIdFingerprint,
  COMPARED_SECONDS,
} from "../../domain/fingerprint/fingerprint-text.js";
import { TrackFingerprint } from "../../dsp/index.js";
import { ContainerAudioDecoder } from "../decoder/container-audio-decoder.js";
import { IdentifyingReader } from "../library/audio-stream/identifying-reader.js";
import { serveAudio } from "./serve-audio.js";
import type { SoundReply } from "./sound-exchange.js";

/** Seconds that are decoded: those that are compared, and a frame more. */
const DECODED_SECONDS = COMPARED_SECONDS + 1;

const decoder = new ContainerAudioDecoder({
  ffmpegLimits: {
    cpuSeconds: (workerData as { readonly maxDecoderSeconds: number }).maxDecoderSeconds,
  },
});

/** The entry point of a thread that computes the fingerprints of audio. */
serveAudio(async (file): Promise<SoundReply> => {
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
  const heardSeconds = Math.min(seconds, COMPARED_SECONDS);
  return { ok: true, sound: { recordingId: identity.recordingId, words, heardSeconds } };
});
