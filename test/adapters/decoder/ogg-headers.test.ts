import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { ContainerAudioDecoder } from "../../../src/adapters/decoder/container-audio-decoder.js";
import { openByteReader } from "../../../src/adapters/decoder/open-byte-reader.js";
import {
  OggPageSplitter,
  type OggPage,
} from "../../../src/adapters/decoder/ogg/ogg-page-splitter.js";
import { oggPage, sealedOggPage } from "../../../src/adapters/decoder/ogg/ogg-page-writer.js";
import { IdentifyingReader } from "../../../src/adapters/library/audio-stream/identifying-reader.js";
import { retaggedOgg } from "../library/audio-stream/retagged.js";
import { musicFolder, removeMusicFolders } from "../library/music-folder.js";
import { recording } from "../library/tag-writing/taggable-files.js";
import { decodedSound } from "./decoded-sound.js";
import { describeWithReaders } from "./independent-readers.js";
import { ffmpeg, ffmpegSampleCount, python } from "./other-programs.js";

const decoder = new ContainerAudioDecoder();

/** Returns the length of what is decoded, and a digest of the samples. */
async function decoded(bytes: Uint8Array): Promise<{ seconds: number; samples: string }> {
  const { channels, seconds } = await decodedSound(decoder, { kind: "memory", bytes });
  const hash = createHash("sha256");
  for (const { buffer, byteOffset, byteLength } of channels) {
    hash.update(new Uint8Array(buffer, byteOffset, byteLength));
  }
  return { seconds, samples: hash.digest("hex") };
}

async function recordingIdOf(bytes: Uint8Array): Promise<string | undefined> {
  const reader = await IdentifyingReader.over(await openByteReader({ kind: "memory", bytes }));
  return (await reader.identify())?.recordingId;
}

const names = ["tones.opus", "tones.ogg", "tones-flac.oga"] as const;

/** Lengths of comments, characters: one page, two, many, and as long as FLAC allows. */
const lengths = [10, 5_000, 66_000, 300_000, 2 ** 24 - 100];

describe.each(names)("The comments of %s", (name) => {
  const file = recording(name);

  it.each(lengths)("change neither samples nor id where they have %d bytes", async (length) => {
    const tagged = retaggedOgg(file, "c".repeat(length));

    const sound = await decoded(tagged);

    expect(tagged.length).toBeGreaterThan(length);
    expect(sound).toEqual(await decoded(file));
    expect(await recordingIdOf(tagged)).toBe(await recordingIdOf(file));
  });

  it("may begin on a page of any number", async () => {
    const renumbered = pagesOf(file).map(({ bytes, number }) => sealedOggPage(bytes, number + 7));

    expect(await decoded(Buffer.concat(renumbered))).toEqual(await decoded(file));
  });
});

describeWithReaders("Ogg files that other programs have tagged (skipped without them)", () => {
  afterAll(removeMusicFolders);

  const codecs = [
    ["opus", "libopus", 48_000],
    ["ogg", "libvorbis", 44_100],
    ["oga", "flac", 16_000],
  ] as const;

  it.each(
    codecs.flatMap(([extension, codec, rate]) =>
      [0, 4_000, 20_000, 200_000].map((bytes) => ({ extension, codec, rate, bytes })),
    ),
  )("have the length of $codec that ffmpeg decodes, with $bytes bytes of comments", async (one) => {
    const folder = await musicFolder();
    const path = join(folder, `a.${one.extension}`);
    const tones = ["-f", "lavfi", "-i", `sine=440:sample_rate=${one.rate}:duration=2.3456`];
    ffmpeg(...tones, "-c:a", one.codec, path);
    const program = [
      "import sys, mutagen",
      "file = mutagen.File(sys.argv[1])",
      "file['lyrics'] = 'l' * int(sys.argv[2])",
      "file.save()",
    ];
    python(program.join("\n"), path, String(one.bytes));

    const sound = await decodedSound(decoder, { kind: "file", path });

    expect(sound.channels[0]).toHaveLength(ffmpegSampleCount(path));
  });

  it.each([
    ["libopus", "-b:a", "510k", "opus"],
    ["libvorbis", "-q:a", "10", "ogg"],
  ])("keep the samples of %s where packets cross pages", async (codec, option, rate, extension) => {
    const path = join(await musicFolder(), `a.${extension}`);
    const noise = ["-f", "lavfi", "-i", "anoisesrc=r=48000:d=2.3456:seed=1", "-ac", "2"];
    ffmpeg(...noise, "-c:a", codec, option, rate, path);
    const file = await readFile(path);
    const pages = pagesOf(file).flatMap(partsOf);

    const sound = await decoded(Buffer.concat(pages));

    expect(pages.length).toBeGreaterThan(pagesOf(file).length);
    expect(sound).toEqual(await decoded(file));
  });

  it("have exact lengths where the sound is shorter than a page", async () => {
    const path = join(await musicFolder(), "a.opus");
    const tone = ["-f", "lavfi", "-i", "sine=440:sample_rate=48000:duration=0.5"];
    ffmpeg(...tone, "-c:a", "libopus", path);

    const sound = await decodedSound(decoder, { kind: "file", path });

    expect(sound.channels[0]).toHaveLength(24_000);
    expect(ffmpegSampleCount(path)).toBe(24_000);
  });
});

const pagesOf = (file: Uint8Array): readonly OggPage[] => new OggPageSplitter().push(file);

/** Returns a page as several, of which those in front have the beginning of its first packet, a segment each. */
function partsOf(page: OggPage): readonly Uint8Array[] {
  const begun = Math.max(
    0,
    page.lacing.findIndex((length) => length < 255),
  );
  const number = 1_000 * page.number;
  const beginnings = Array.from({ length: begun }, (_, part) =>
    oggPage(
      {
        serial: page.serial,
        number: number + part,
        granulePosition: -1,
        continuesPacket: part > 0 || page.continuesPacket,
        isFirst: part === 0 && page.isFirst,
        isLast: false,
      },
      [255],
      page.body.subarray(255 * part, 255 * (part + 1)),
    ),
  );
  const rest = { ...page, number: number + begun };
  const isFirst = begun === 0 && page.isFirst;
  const continuesPacket = begun > 0 || page.continuesPacket;
  const end = page.body.subarray(255 * begun);
  return [
    ...beginnings,
    oggPage({ ...rest, isFirst, continuesPacket }, page.lacing.subarray(begun), end),
  ];
}
