import { Console } from "node:console";
import { readFile } from "node:fs/promises";
import { PassThrough } from "node:stream";

import { ContainerAudioDecoder } from "../../../src/adapters/decoder/container-audio-decoder.js";
import { aiffBytes } from "../../signals/encoded/aiff-bytes.js";
import { tones } from "../../signals/encoded/tones.js";
import { wavBytes } from "../../signals/encoded/wav-bytes.js";
import { decodedSound, refusalOf } from "./decoded-sound.js";
import { isFfmpegInstalled, recordingPath } from "./recordings.js";

const recordings = [
  "tones-24.flac",
  "tones-flac.oga",
  "tones-vbr.mp3",
  "tones-plain.mp3",
  "tones.mp2",
  "tones-mono.ogg",
  "tones.opus",
];

/**
 * Returns the outcome of each file: decoded, or the reason of the refusal. Any other error fails
 * the test.
 */
async function outcomesOf(
  variants: readonly Uint8Array[],
  // Without ffmpeg, so that a damaged container is not decoded as another one.
  ffmpegCommand = "no-such-ffmpeg",
): Promise<readonly string[]> {
  const decoder = new ContainerAudioDecoder({ ffmpegCommand });
  const outcomes: string[] = [];
  for (const bytes of variants) outcomes.push(await refusalOf(decoder, bytes));
  return outcomes;
}

describe("Damaged audio", () => {
  const console = globalThis.console;

  // The compiled codecs also write to the console.
  beforeAll(() => {
    globalThis.console = new Console(new PassThrough().resume());
  });

  afterAll(() => {
    globalThis.console = console;
  });

  it("skips FLAC frames with a wrong checksum", async () => {
    const bytes = Buffer.from(await readFile(recordingPath("tones-16.flac")));
    bytes[20_000]! ^= 0x55;

    const sound = await decodedSound(new ContainerAudioDecoder(), { kind: "memory", bytes });

    // One frame of 4608 samples.
    expect(sound.seconds).toBeCloseTo(1.5 - 4_608 / 44_100, 2);
  });

  it.each([
    ["tones.ogg", 58],
    ["tones.opus", 47],
  ])(
    "refuses %s whose first page is repeated endlessly, after a few pages",
    async (name, bytes) => {
      const file = await readFile(recordingPath(name));
      const first = file.subarray(0, bytes);
      const repeated = Buffer.concat([...Array<Buffer>(2_000).fill(first), file]);

      const outcome = await outcomesOf([repeated]);

      expect(outcome).toEqual(["too many of its chained streams contain no audio"]);
    },
  );

  const files: readonly (readonly [string, () => Promise<Uint8Array>])[] = [
    ["WAV", () => Promise.resolve(wavBytes({ channels: tones(8_000, 2), sampleRate: 8_000 }))],
    ["AIFF", () => Promise.resolve(aiffBytes({ channels: tones(8_000, 2), sampleRate: 8_000 }))],
    ...recordings.map((name) => [name, () => readFile(recordingPath(name))] as const),
  ];

  it.each(files)("in %s, truncated anywhere, is decoded or refused", async (_, open) => {
    const bytes = await open();
    const cuts = Array.from(
      { length: 12 },
      (__, cut) => Math.floor((bytes.length * cut) / 12) + cut,
    );

    const outcomes = await outcomesOf(cuts.map((length) => bytes.subarray(0, length)));

    expect(outcomes).toHaveLength(cuts.length);
  });

  it.each(files)("in %s, with bits flipped, is decoded or refused", async (_, open) => {
    const bytes = await open();
    const variants = withFlippedBits(bytes, 12);

    const outcomes = await outcomesOf(variants);

    expect(outcomes).toHaveLength(variants.length);
  });
});

const describeFfmpeg = isFfmpegInstalled() ? describe : describe.skip;

describeFfmpeg("Damaged audio that is left to ffmpeg (skipped where it is not installed)", () => {
  it.each(["ffmpeg/tones-aac.m4a", "ffmpeg/tones-alac.m4a", "ffmpeg/tones-opus.webm"])(
    "in %s, truncated or with bits flipped, is decoded or refused",
    async (name) => {
      const bytes = await readFile(recordingPath(name));
      const cuts = [0.1, 0.5, 0.9].map((part) => bytes.subarray(0, bytes.length * part));

      const outcomes = await outcomesOf([...cuts, ...withFlippedBits(bytes, 4)], "ffmpeg");

      expect(outcomes).toHaveLength(7);
    },
  );
});

/**
 * Returns copies with one flipped bit, two, three and so on; half of the bits are in the header.
 */
function withFlippedBits(bytes: Uint8Array, count: number): Uint8Array[] {
  const random = pseudoRandom(20_261_121);
  return Array.from({ length: count }, (_, variant) => {
    const flipped = Uint8Array.from(bytes);
    const reach = variant % 2 === 0 ? Math.min(200, bytes.length) : bytes.length;
    for (let flip = 0; flip < 1 + variant; flip += 1) {
      flipped[Math.floor(random() * reach)]! ^= 1 << Math.floor(random() * 8);
    }
    return flipped;
  });
}

/** Uniform in [0, 1). Source: W. H. Press et al., "Numerical Recipes", 1992, `ranqd1`. */
function pseudoRandom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}
