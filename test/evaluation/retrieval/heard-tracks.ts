import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { toAnalysis } from "../../../src/adapters/analyzer/to-analysis.js";
import { ContainerAudioDecoder } from "../../../src/adapters/decoder/container-audio-decoder.js";
import type { AudioMeasurements } from "../../../src/domain/analysis/analysis.js";
import { ANALYSIS_VERSION } from "../../../src/dsp/analysis-version.js";
import { moodFeatures } from "../../../src/dsp/descriptors/mood/mood-features.js";
import { TrackAnalyzer } from "../../../src/dsp/index.js";
import type { PcmBlock } from "../../../src/ports/analysis/audio-decoder.js";
import { fittedFeaturesFrom, type Part } from "../training/fitted-features.js";

/** One file of a collection, as the compared distances see it. */
export interface HeardTrack {
  /** The folder that it is in: an album, an artist or a genre. */
  readonly label: string;
  /** The analysis of the first part. */
  readonly analysis: AudioMeasurements;
  /** Mean cepstral coefficients of the first part, without the first, which is its level. */
  readonly timbre: Float64Array;
  /** The inputs of the mood models, of the first part. */
  readonly inputs: Float64Array;
  /** Of the second part; absent of a file that is too short for two. */
  readonly otherInputs?: Float64Array;
}

/** Length of a part, and where the two begin, as a share of the file. */
const PART_SECONDS = 30;
const STARTS = [0.15, 0.55] as const;
/** Minimum lengths of files with one part, and with two that do not overlap. */
const MIN_SECONDS = 12;
const MIN_SECONDS_OF_TWO = PART_SECONDS / (STARTS[1] - STARTS[0]);
/** No more of a file is decoded. */
const MAX_SECONDS = 600;

/** Level, centroid, rolloff, flatness and flux come before the cepstral coefficients. */
const FIRST_CEPSTRAL = 5;

const decoder = new ContainerAudioDecoder();

/**
 * Hears the files in the folders of a collection; those that are too short or cannot be read are left out.
 *
 * @param maxOfFolder at most so many of each folder, spread over it
 */
export async function heardTracks(
  collection: string,
  maxOfFolder = Infinity,
): Promise<readonly HeardTrack[]> {
  const folders = await readdir(collection, { withFileTypes: true });
  const labels = folders.filter((entry) => entry.isDirectory() && !entry.name.startsWith("."));
  const tracks: HeardTrack[] = [];
  for (const label of labels.map(({ name }) => name).sort()) {
    const files = (await readdir(join(collection, label), { recursive: true })).sort();
    const step = Math.max(1, files.length / maxOfFolder);
    for (let at = 0; at < files.length; at += step) {
      const path = join(collection, label, files[Math.floor(at)]!);
      const track = await heardTrack(path, label).catch(() => null);
      if (track) tracks.push(track);
    }
  }
  return tracks;
}

async function heardTrack(path: string, label: string): Promise<HeardTrack | null> {
  const { blocks, seconds } = await decoded(path);
  if (seconds < MIN_SECONDS) return null;
  const parts = STARTS.map((start): Part => ({
    start: start * seconds,
    end: start * seconds + PART_SECONDS,
  }));
  const isLong = seconds >= MIN_SECONDS_OF_TWO;
  const first = isLong ? parts[0]! : { start: 0, end: PART_SECONDS };
  const { profile } = await fittedFeaturesFrom(blocks, first);
  return {
    label,
    analysis: analysisOf(blocks, first),
    timbre: Float64Array.from(profile.timbre.foreground.means.subarray(FIRST_CEPSTRAL)),
    inputs: moodFeatures(profile),
    ...(isLong && {
      otherInputs: moodFeatures((await fittedFeaturesFrom(blocks, parts[1])).profile),
    }),
  };
}

async function decoded(
  path: string,
): Promise<{ readonly blocks: readonly PcmBlock[]; readonly seconds: number }> {
  const blocks: PcmBlock[] = [];
  let seconds = 0;
  for await (const { channels, sampleRate } of decoder.decode({ kind: "file", path })) {
    // Copied, because a decoder may use its arrays again.
    blocks.push({ channels: channels.map((channel) => channel.slice()), sampleRate });
    seconds += channels[0]!.length / sampleRate;
    if (seconds > MAX_SECONDS) break;
  }
  return { blocks, seconds };
}

function analysisOf(blocks: readonly PcmBlock[], { start, end }: Part): AudioMeasurements {
  const [{ sampleRate, channels }] = blocks as [PcmBlock];
  const analyzer = new TrackAnalyzer({ sampleRate, channelCount: channels.length });
  let position = 0;
  for (const block of blocks) {
    const [from, to] = [start, end].map((at) => Math.max(0, at * sampleRate - position));
    analyzer.push(block.channels.map((channel) => channel.subarray(from, to)));
    position += block.channels[0]!.length;
  }
  return toAnalysis(analyzer.finish(), ANALYSIS_VERSION);
}
