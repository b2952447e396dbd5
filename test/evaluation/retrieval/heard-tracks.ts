import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { ContainerAudioDecoder } from "../../../src/adapters/decoder/container-audio-decoder.js";
import { byField } from "../../../src/domain/analysis/descriptors.js";
import { similarityFields } from "../../../src/domain/catalogue/similarity.js";
import type { MeasuredTrack } from "../../../src/domain/catalogue/measured-track.js";
import { moodFeatures } from "../../../src/dsp/descriptors/mood/mood-features.js";
import { moodScale } from "../../../src/dsp/descriptors/mood/mood-weights.js";
import { standardized } from "../../../src/dsp/descriptors/mood/linear-model.js";
import { TrackAnalyzer } from "../../../src/dsp/index.js";
import { fittedFeaturesOf, type Part } from "../training/fitted-features.js";

/** One file of a collection, as the compared distances see it. */
export interface HeardTrack {
  /** The folder that it is in: an album, an artist or a genre. */
  readonly label: string;
  /** What similarity compares today, of the first part. */
  readonly values: MeasuredTrack["values"];
  /** Mean cepstral coefficients of the first part, without the first, which is its level. */
  readonly timbre: Float64Array;
  /** The standardised inputs of the mood models, of the first part. */
  readonly features: Float64Array;
  /** Of the second part; absent of a file that is too short for two. */
  readonly otherFeatures?: Float64Array;
}

/** Length of a part, and where the two begin, as a share of the file. */
const PART_SECONDS = 30;
const STARTS = [0.15, 0.55] as const;
/** Minimum lengths of files with one part, and with two that do not overlap. */
const MIN_SECONDS = 12;
const MIN_SECONDS_OF_TWO = PART_SECONDS / (STARTS[1] - STARTS[0]);

/** Level, centroid, rolloff, flatness and flux come before the cepstral coefficients. */
const FIRST_CEPSTRAL = 5;
/** An input beyond so many standard deviations is an outlier, and counts as so many. */
const MAX_DEVIATIONS = 4;

const decoder = new ContainerAudioDecoder();

/** Hears all files in the folders of a collection; those that are too short or cannot be read are left out. */
export async function heardTracks(collection: string): Promise<readonly HeardTrack[]> {
  const folders = await readdir(collection, { withFileTypes: true });
  const tracks: HeardTrack[] = [];
  for (const { name: label } of folders.filter((entry) => entry.isDirectory())) {
    const files = await readdir(join(collection, label), { recursive: true });
    for (const file of files.sort()) {
      const track = await heardTrack(join(collection, label, file), label).catch(() => null);
      if (track) tracks.push(track);
    }
  }
  return tracks;
}

async function heardTrack(path: string, label: string): Promise<HeardTrack | null> {
  const seconds = await secondsOf(path);
  if (seconds < MIN_SECONDS) return null;
  const parts = STARTS.map((start): Part => ({
    start: start * seconds,
    end: start * seconds + PART_SECONDS,
  }));
  const isLong = seconds >= MIN_SECONDS_OF_TWO;
  const first = isLong ? parts[0]! : { start: 0, end: PART_SECONDS };
  const { profile } = await fittedFeaturesOf(path, first);
  return {
    label,
    values: await valuesOf(path, first),
    timbre: Float64Array.from(profile.timbre.foreground.means.subarray(FIRST_CEPSTRAL)),
    features: inputsOf(profile),
    ...(isLong && { otherFeatures: inputsOf((await fittedFeaturesOf(path, parts[1])).profile) }),
  };
}

function inputsOf(profile: Parameters<typeof moodFeatures>[0]): Float64Array {
  return standardized(moodFeatures(profile), moodScale).map((value) =>
    Math.max(-MAX_DEVIATIONS, Math.min(MAX_DEVIATIONS, value)),
  );
}

async function secondsOf(path: string): Promise<number> {
  let seconds = 0;
  for await (const { channels, sampleRate } of decoder.decode({ kind: "file", path })) {
    seconds += channels[0]!.length / sampleRate;
  }
  return seconds;
}

/** The values of a part, as an analysis of it has them. */
async function valuesOf(path: string, { start, end }: Part): Promise<MeasuredTrack["values"]> {
  let analyzer: TrackAnalyzer | undefined;
  let position = 0;
  for await (const { channels, sampleRate } of decoder.decode({ kind: "file", path })) {
    analyzer ??= new TrackAnalyzer({ sampleRate, channelCount: channels.length });
    const [from, to] = [start, end].map((at) => Math.max(0, at * sampleRate - position));
    analyzer.push(channels.map((channel) => channel.subarray(from, to)));
    position += channels[0]!.length;
  }
  if (!analyzer) throw new Error(`${path} contains no audio.`);
  const { estimates } = analyzer.finish();
  return byField(similarityFields, (field) => estimates[field].value);
}
