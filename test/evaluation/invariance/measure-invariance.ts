import { mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { ContainerAudioDecoder } from "../../../src/adapters/decoder/container-audio-decoder.js";
import { DESCRIPTOR_NAMES } from "../../../src/dsp/descriptors/descriptor-analysis.js";
import { TrackAnalyzer } from "../../../src/dsp/index.js";
import { changesOf, type ChangeStatistics, type DescriptorValues } from "./change-statistics.js";
import { convert, cutOptions, MANIPULATIONS } from "./manipulations.js";

/**
 * Measures how far descriptors move when a recording is changed in a way that a listener hardly hears:
 * `node --import tsx test/evaluation/invariance/measure-invariance.ts FILE-OR-DIR…`, of the first 60 s of each
 * recording. Needs ffmpeg. Prints mean, 95th percentile and maximum for each descriptor and
 * manipulation, with an asterisk where the maximum exceeds the limit.
 */

const MAX_SECONDS = 60;
const AUDIO = /\.(?:wav|aiff|flac|mp3|m4a|ogg|opus)$/i;

const decoder = new ContainerAudioDecoder();

async function describe(path: string): Promise<DescriptorValues> {
  let analyzer: TrackAnalyzer | undefined;
  for await (const { channels, sampleRate } of decoder.decode({ kind: "file", path })) {
    analyzer ??= new TrackAnalyzer({ sampleRate, channelCount: channels.length });
    analyzer.push(channels);
  }
  if (!analyzer) throw new Error(`${path} contains no audio.`);
  const { estimates } = analyzer.finish();
  return Object.fromEntries(DESCRIPTOR_NAMES.map((name) => [name, estimates[name].value]));
}

async function audioIn(argument: string): Promise<string[]> {
  if (AUDIO.test(argument)) return [argument];
  const files = await readdir(argument, { recursive: true });
  return files
    .filter((file) => AUDIO.test(file))
    .sort()
    .map((file) => join(argument, file));
}

function cell({ mean, percentile95, max }: ChangeStatistics, limit: number): string {
  const values = [mean, percentile95, max].map((value) => value.toFixed(3)).join(" ");
  return `${values}${max > limit ? "*" : ""}`;
}

async function main(paths: readonly string[]): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), "invariance-"));
  try {
    const before: DescriptorValues[] = [];
    const beforeInOneChannel: DescriptorValues[] = [];
    const after = MANIPULATIONS.map((): DescriptorValues[] => []);
    for (const path of paths) {
      const cut = join(folder, "cut.wav");
      const oneChannel = join(folder, "one-channel.wav");
      await convert(path, cutOptions(0, MAX_SECONDS), cut);
      await convert(cut, ["-ac", "1", "-c:a", "pcm_f32le"], oneChannel);
      before.push(await describe(cut));
      beforeInOneChannel.push(await describe(oneChannel));
      for (const [i, { options, extension, isOfOneChannel }] of MANIPULATIONS.entries()) {
        const version = join(folder, `version.${extension}`);
        await convert(isOfOneChannel ? oneChannel : cut, options, version);
        after[i]!.push(await describe(version));
      }
    }
    console.log(`${String(paths.length)} recordings; mean, 95th percentile, maximum`);
    for (const [i, { name, limit, isOfOneChannel }] of MANIPULATIONS.entries()) {
      console.log(`\n${name} (limit ${String(limit)})`);
      const reference = isOfOneChannel ? beforeInOneChannel : before;
      for (const [descriptor, change] of changesOf(reference, after[i]!)) {
        console.log(`  ${descriptor.padEnd(18)} ${cell(change, limit)}`);
      }
    }
  } finally {
    await rm(folder, { recursive: true });
  }
}

const paths: string[] = [];
for (const argument of process.argv.slice(2)) paths.push(...(await audioIn(argument)));
if (paths.length === 0) throw new Error("Give audio files or folders as arguments.");
await main(paths);
