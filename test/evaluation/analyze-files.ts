import { ContainerAudioDecoder } from "../../src/adapters/decoder/container-audio-decoder.js";
import { TrackAnalyzer, type TrackFeatures } from "../../src/dsp/index.js";

/** The features of files one after another. */
export interface JoinedFeatures {
  readonly features: TrackFeatures;
  /** Where the last file starts. */
  readonly joinSeconds: number;
}

const decoder = new ContainerAudioDecoder();

/** Analyses files one after another as one recording, in mono; `undefined` where their rates differ. */
export async function analyzeFiles(paths: readonly string[]): Promise<JoinedFeatures | undefined> {
  let analyzer: TrackAnalyzer | undefined;
  let [rate, sampleCount, joinSeconds] = [0, 0, 0];
  for (const path of paths) {
    joinSeconds = rate === 0 ? 0 : sampleCount / rate;
    for await (const { channels, sampleRate } of decoder.decode({ kind: "file", path })) {
      if (rate !== 0 && rate !== sampleRate) return undefined;
      rate = sampleRate;
      analyzer ??= new TrackAnalyzer({ sampleRate, channelCount: 1 });
      analyzer.push(channels.slice(0, 1));
      sampleCount += channels[0]?.length ?? 0;
    }
  }
  return analyzer && { features: analyzer.finish(), joinSeconds };
}
