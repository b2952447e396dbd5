import { workerData } from "node:worker_threads";
import { AudioUndecodableError } from "../../domain/errors/analysis-errors.js";
import { ANALYSIS_VERSION, TrackAnalyzer } from "../../dsp/index.js";
import { ContainerAudioDecoder } from "../decoder/container-audio-decoder.js";
import type { AnalysisLimits, AnalysisReply } from "./analysis-exchange.js";
import { AudioInParts } from "./audio-in-parts.js";
import { serveAudio } from "./serve-audio.js";
import { toAnalysis } from "./to-analysis.js";

const { maxDurationSeconds, maxDecoderSeconds } = workerData as AnalysisLimits;
const decoder = new ContainerAudioDecoder({
  maxDurationSeconds,
  ffmpegLimits: { cpuSeconds: maxDecoderSeconds },
});

const audio = new AudioInParts(decoder);

/** The entry point of an analysis thread. */
serveAudio((file): Promise<AnalysisReply> => {
  const warnings: string[] = [];
  const warn = (warning: string): void => void warnings.push(warning);
  return audio.use(file, warn, async ({ blocks, identify }) => {
    let analyzer: TrackAnalyzer | undefined;
    for await (const { channels, sampleRate } of blocks) {
      analyzer ??= new TrackAnalyzer({ sampleRate, channelCount: channels.length });
      analyzer.push(channels);
    }
    const identity = await identify();
    await file.checkUnchanged();
    // A decoder yields at least one block, or throws.
    if (!analyzer || !identity) throw new AudioUndecodableError("it contains no samples");
    const { recordingId } = identity;
    const analysis = { ...toAnalysis(analyzer.finish(), ANALYSIS_VERSION), recordingId };
    return { ok: true, analysis, warnings };
  });
});
