import { workerData } from "node:worker_threads";
import { AudioUndecodableError } from "../../domain/errors/analysis-errors.js";
import { ANALYSIS_VERSION, TrackAnalyzer } from "../../dsp/index.js";
import { ContainerAudioDecoder } from "../decoder/container-audio-decoder.js";
import { IdentifyingReader } from "../library/audio-stream/identifying-reader.js";
import type { AnalysisLimits, AnalysisReply } from "./analysis-exchange.js";
import { serveAudio } from "./serve-audio.js";
import { toAnalysis } from "./to-analysis.js";

const { maxDurationSeconds, maxDecoderSeconds } = workerData as AnalysisLimits;
const decoder = new ContainerAudioDecoder({
  maxDurationSeconds,
  ffmpegLimits: { cpuSeconds: maxDecoderSeconds },
});

/** The entry point of an analysis thread. */
serveAudio(async (file): Promise<AnalysisReply> => {
  let analyzer: TrackAnalyzer | undefined;
  const warnings: string[] = [];
  const warn = (warning: string): void => void warnings.push(warning);
  const reader = await IdentifyingReader.over(file);
  for await (const { channels, sampleRate } of decoder.decodeOpened(reader, undefined, warn)) {
    analyzer ??= new TrackAnalyzer({ sampleRate, channelCount: channels.length });
    analyzer.push(channels);
  }
  const identity = await reader.identify();
  await file.checkUnchanged();
  // A decoder yields at least one block, or throws.
  if (!analyzer || !identity) throw new AudioUndecodableError("it contains no samples");
  const { recordingId } = identity;
  const analysis = { ...toAnalysis(analyzer.finish(), ANALYSIS_VERSION), recordingId };
  return { ok: true, analysis, warnings };
});
