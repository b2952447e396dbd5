import { Console } from "node:console";
import { PassThrough } from "node:stream";
import { parentPort, workerData } from "node:worker_threads";

import { AudioTooLongError, AudioUndecodableError } from "../../domain/errors/analysis-errors.js";
import { AudioUnavailableError } from "../../domain/errors/availability-errors.js";
import { ANALYSIS_VERSION, TrackAnalyzer } from "../../dsp/index.js";
import { ContainerAudioDecoder } from "../decoder/container-audio-decoder.js";
import type { AnalysisLimits, AnalysisReply, AnalysisThreadRequest } from "./analysis-exchange.js";
import { toAnalysis } from "./to-analysis.js";

/**
 * The entry point of an analysis thread: sends one reply to each request. An error other than audio
 * that is undecodable, too long or temporarily unreadable is a bug, and ends the thread.
 */
const port = parentPort;
if (!port) throw new Error("This file is the entry point of a thread.");

// The compiled codecs also print their errors about damaged audio on the console.
globalThis.console = new Console(new PassThrough().resume());

const { maxDurationSeconds, maxDecoderSeconds } = workerData as AnalysisLimits;
const decoder = new ContainerAudioDecoder({
  maxDurationSeconds,
  ffmpegLimits: { cpuSeconds: maxDecoderSeconds },
});

port.on("message", (audio: AnalysisThreadRequest) => {
  void replyTo(audio).then((reply) => {
    port.postMessage(reply);
  });
});

async function replyTo(audio: AnalysisThreadRequest): Promise<AnalysisReply> {
  let analyzer: TrackAnalyzer | undefined;
  try {
    for await (const { channels, sampleRate } of decoder.decode(audio)) {
      analyzer ??= new TrackAnalyzer({ sampleRate, channelCount: channels.length });
      analyzer.push(channels);
    }
  } catch (error) {
    if (error instanceof AudioUndecodableError) {
      return { ok: false, kind: "undecodable", reason: String(error.facts["reason"]) };
    }
    if (error instanceof AudioUnavailableError) return { ok: false, kind: "unavailable" };
    if (error instanceof AudioTooLongError) {
      return { ok: false, kind: "too long", maxSeconds: maxDurationSeconds };
    }
    throw error;
  }
  // A decoder yields at least one block, or throws.
  return analyzer
    ? { ok: true, analysis: toAnalysis(analyzer.finish(), ANALYSIS_VERSION) }
    : { ok: false, kind: "undecodable", reason: "it contains no samples" };
}
