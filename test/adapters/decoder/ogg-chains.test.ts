import { ContainerAudioDecoder } from "../../../src/adapters/decoder/container-audio-decoder.js";
import { openByteReader } from "../../../src/adapters/decoder/open-byte-reader.js";
import { OggPageSplitter } from "../../../src/adapters/decoder/ogg/ogg-page-splitter.js";
import { oggPage } from "../../../src/adapters/decoder/ogg/ogg-page-writer.js";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { musicFolder, removeMusicFolders } from "../library/music-folder.js";
import { recording } from "../library/tag-writing/taggable-files.js";
import { recordedSeconds } from "../../signals/encoded/tones.js";
import { describeWithReaders } from "./independent-readers.js";
import { ffmpeg } from "./other-programs.js";

const decoder = new ContainerAudioDecoder();

interface Outcome {
  readonly seconds: number;
  readonly channelCounts: readonly number[];
  readonly warnings: readonly string[];
}

/** Decodes bytes, and returns how long they sound, how many channels blocks have, and the warnings. */
async function outcomeOf(bytes: Uint8Array): Promise<Outcome> {
  const opened = await openByteReader({ kind: "memory", bytes });
  const warnings: string[] = [];
  const counts = new Set<number>();
  let seconds = 0;
  const onWarning = (warning: string): void => void warnings.push(warning);
  for await (const block of decoder.decodeOpened(opened, undefined, onWarning)) {
    counts.add(block.channels.length);
    seconds += (block.channels[0]?.length ?? 0) / block.sampleRate;
  }
  return { seconds, channelCounts: [...counts], warnings };
}

/** Returns a file whose last page does not say that it is the last one. */
function unmarked(file: Uint8Array): Buffer {
  const pages = new OggPageSplitter().push(file);
  return Buffer.concat(
    pages.map((page) => oggPage({ ...page, isLast: false }, page.lacing, page.body)),
  );
}

const names = ["tones.opus", "tones.ogg", "tones-flac.oga"] as const;

describe.each(names)("A stream like %s", (name) => {
  it("is decoded with a warning where no page is marked as the last one", async () => {
    const { seconds, warnings } = await outcomeOf(unmarked(recording(name)));

    // Without a mark, what encoders add to the last packet stays: at most 2,048 samples.
    expect(seconds).toBeGreaterThanOrEqual(recordedSeconds);
    expect(seconds).toBeLessThan(recordedSeconds + 2_048 / 16_000);
    expect(warnings).toEqual(["has 1 of 1 streams without a last page, and may be cut off"]);
  });

  it("is ended by the stream that is chained to it", async () => {
    const file = recording(name);

    const { seconds, warnings } = await outcomeOf(Buffer.concat([unmarked(file), file]));

    // Lengths of blocks are added up, each rounded.
    expect(seconds).toBeGreaterThan(2 * recordedSeconds - 1e-6);
    expect(warnings).toEqual(["has 1 of 2 streams without a last page, and may be cut off"]);
  });

  it("is decoded without a warning where it is whole", async () => {
    expect((await outcomeOf(recording(name))).warnings).toEqual([]);
  });

  it("is refused where the file ends within a page of it", async () => {
    const file = unmarked(recording(name));

    await expect(outcomeOf(file.subarray(0, -200))).rejects.toMatchObject({
      facts: { reason: "the file is truncated: it ends before its last page" },
    });
  });
});

describeWithReaders("Chained streams (skipped without ffmpeg and Mutagen)", () => {
  afterAll(removeMusicFolders);

  const kinds = [
    ["libopus", "opus", 48_000],
    ["libvorbis", "ogg", 44_100],
    ["flac", "oga", 16_000],
  ] as const;

  /** A second of a tone. */
  async function tone(codec: string, extension: string, rate: number, channels: number) {
    const path = join(await musicFolder(), `a.${extension}`);
    const source = ["-f", "lavfi", "-i", `sine=440:sample_rate=${rate}:duration=1`];
    ffmpeg(...source, "-ac", String(channels), "-c:a", codec, path);
    return readFile(path);
  }

  it.each(kinds)("of %s have the channels of the first", async (codec, extension, rate) => {
    const [one, two] = [
      await tone(codec, extension, rate, 1),
      await tone(codec, extension, rate, 2),
    ];

    const [toOne, toTwo] = [
      await outcomeOf(Buffer.concat([one, two])),
      await outcomeOf(Buffer.concat([two, one])),
    ];

    expect(toOne.channelCounts).toEqual([1]);
    expect(toTwo.channelCounts).toEqual([2]);
    expect(toOne.seconds).toBeCloseTo(2, 6);
    expect(toTwo.seconds).toBeCloseTo(2, 6);
    expect(toOne.warnings).toEqual(["has chained streams of 2 channels, which are mixed to 1"]);
    expect(toTwo.warnings).toEqual(["has chained streams of 1 channels, which are mixed to 2"]);
  });

  it.each([
    ["libvorbis", "ogg"],
    ["flac", "oga"],
  ])("of %s that have another sample rate are left out", async (codec, extension) => {
    const first = await tone(codec, extension, 16_000, 1);
    const other = await tone(codec, extension, 32_000, 1);

    const { seconds, warnings } = await outcomeOf(Buffer.concat([first, other, first]));

    expect(seconds).toBeCloseTo(2, 6);
    expect(warnings).toEqual(["has chained streams of 32000 Hz, which are left out"]);
  });
});
