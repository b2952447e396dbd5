import { Console } from "node:console";
import { PassThrough } from "node:stream";
import { parentPort, workerData } from "node:worker_threads";

import type { AudioAnalysis } from "../../domain/analysis/analysis.js";
import { AudioUndecodableError } from "../../domain/errors/analysis-errors.js";
import { ANALYSIS_VERSION, TrackAnalyzer } from "../../dsp/index.js";
import { ContainerAudioDecoder } from "../decoder/container-audio-decoder.js";
import { openByteReader, type OpenAudio } from "../decoder/open-byte-reader.js";
import { IdentifyingReader } from "../library/audio-stream/identifying-reader.js";
import type { AnalysisLimits, AnalysisReply, AnalysisThreadRequest } from "./analysis-exchange.js";
import { failedReplyFrom } from "./failure-exchange.js";
import { toAnalysis } from "./to-analysis.js";

/**
 * The entry point of an analysis thread: sends one reply to each request. An error other than audio
 * that is undecodable, too long, changed or temporarily unreadable is a bug, and ends the thread.
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

async function analyze(
  file: OpenAudio,
  onWarning: (warning: string) => void,
): Promise<AudioAnalysis> {
  let analyzer: TrackAnalyzer | undefined;
  const reader = await IdentifyingReader.over(file);
  for await (const { channels, sampleRate } of decoder.decodeOpened(reader, undefined, onWarning)) {
    analyzer ??= new TrackAnalyzer({ sampleRate, channelCount: channels.length });
    analyzer.push(channels);
  }
  const identity = await reader.identify();
  await file.checkUnchanged();
  // A decoder yields at least one block, or throws.
  if (!analyzer || !identity) throw new AudioUndecodableError("it contains no samples");
  return { ...toAnalysis(analyzer.finish(), ANALYSIS_VERSION), recordingId: identity.recordingId };
}

async function replyTo(audio: AnalysisThreadRequest): Promise<AnalysisReply> {
  try {
    const file = await openByteReader(audio);
    const warnings: string[] = [];
    const analysis = await analyze(file, (warning) => {
      warnings.push(warning);
    }).finally(() => file.close());
    return { ok: true, analysis, warnings };
  } catch (error) {
    return failedReplyFrom(error);
  }
}
