import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { ContainerAudioDecoder } from "../../../src/adapters/decoder/container-audio-decoder.js";
import { DiskAudioFolders } from "../../../src/adapters/library/disk-audio-folders.js";
import { DiskLibraryFolders } from "../../../src/adapters/library/disk-library-folders.js";
import type { AudioTags } from "../../../src/domain/library/library-file.js";
import { InProcessTagReader } from "../../fakes/in-process-readers.js";
import { RecordingLogger } from "../../fakes/recording-logger.js";
import { asRifx } from "../../signals/encoded/rifx-bytes.js";
import { tones } from "../../signals/encoded/tones.js";
import { wavBytes, wavChunk } from "../../signals/encoded/wav-bytes.js";
import { musicFolder, removeMusicFolders } from "../library/music-folder.js";
import { decodedSound, refusalOf } from "./decoded-sound.js";
import { describeWithReaders } from "./independent-readers.js";
import { ffmpeg, ffmpegSampleCount, python } from "./other-programs.js";
import { recordingPath } from "./recordings.js";

const decoder = new ContainerAudioDecoder();
const sampleRate = 8_000;
const channels = tones(sampleRate, 2);
const decoded = (bytes: Uint8Array) => decodedSound(decoder, { kind: "memory", bytes });

afterAll(removeMusicFolders);

describe("WAV of unusual programs", () => {
  const usual = wavBytes({ channels, sampleRate });

  it.each(["s16", "s24", "s32", "f32", "f64", "u8"] as const)(
    "has the same samples of %s with the most significant byte first",
    async (encoding) => {
      const width = { u8: 1, s16: 2, s24: 3, s32: 4, f32: 4, f64: 8 }[encoding];
      const bytes = wavBytes({ channels, sampleRate, encoding });

      const sound = await decoded(asRifx(bytes, width));

      expect(sound).toEqual(await decoded(bytes));
    },
  );

  it("may describe its samples behind them", async () => {
    const format = usual.subarray(12, 36);
    const late = Buffer.concat([usual.subarray(0, 12), usual.subarray(36), format]);

    expect(await decoded(late)).toEqual(await decoded(usual));
  });

  it("may leave out the length of a frame", async () => {
    const bytes = wavBytes({ channels, sampleRate, lies: { frameBytes: 0 } });

    expect(await decoded(bytes)).toEqual(await decoded(usual));
  });

  it("may have 24 bits in the high bytes of four", async () => {
    const narrow = wavBytes({ channels, sampleRate, encoding: "s24" });
    const samples = narrow.subarray(44);
    const padded = Buffer.alloc((samples.length / 3) * 4);
    for (let at = 0; at < samples.length; at += 3) {
      padded.set(samples.subarray(at, at + 3), (at / 3) * 4 + 1);
    }
    const head = Buffer.from(narrow.subarray(0, 36));
    head.writeUInt16LE(8, 32);
    const wide = Buffer.concat([head, wavChunk("data", padded)]);

    expect(await decoded(wide)).toEqual(await decoded(narrow));
  });

  it("is refused where its 24 bits in four bytes may be another number", async () => {
    const bytes = wavBytes({ channels, sampleRate, encoding: "f32" });
    const cool = Buffer.from(bytes);
    cool.writeUInt16LE(1, 20);
    cool.writeUInt16LE(24, 34);

    expect(await refusalOf(decoder, cool)).toBe(
      "its WAV header does not tell what its samples are",
    );
  });
});

describe("MP3 of free format", () => {
  it("is refused by its name", async () => {
    const frame = Buffer.alloc(653);
    frame.set([0xff, 0xfb, 0x00, 0xc4]);
    const padded = Buffer.concat([frame, Buffer.alloc(1)]);
    padded[2] = 0x02;

    expect(await refusalOf(decoder, Buffer.concat([frame, frame, padded, frame]))).toBe(
      "it is MP3 of free format, which is not decoded",
    );
  });
});

describeWithReaders("Files of other programs (skipped without ffmpeg and Mutagen)", () => {
  const embedded = new InProcessTagReader();
  afterAll(() => embedded.close());

  /** Returns the tags of all files that a scan of a folder reads. */
  async function tagsOfFiles(folder: string): Promise<readonly AudioTags[]> {
    const logger = new RecordingLogger();
    const library = new DiskLibraryFolders({ folders: [folder], logger, embedded });
    const tags: AudioTags[] = [];
    for await (const file of library.listFiles(folder)) tags.push(await library.read(file));
    return tags;
  }

  it.each(["ID3v1", "APEv2"])("of FLAC keep their last frame in front of %s", async (kind) => {
    const path = join(await musicFolder(), "a.flac");
    const tone = ["-f", "lavfi", "-i", "sine=440:sample_rate=44100:duration=2.01"];
    ffmpeg(...tone, path);
    const count = ffmpegSampleCount(path);
    if (kind === "ID3v1") {
      await writeFile(path, Buffer.concat([await readFile(path), id3v1]));
    } else {
      const program = [
        "import sys; from mutagen.apev2 import APEv2",
        "tag = APEv2(); tag['Title'] = 'Song'; tag.save(sys.argv[1])",
      ];
      python(program.join("\n"), path);
    }

    const sound = await decodedSound(decoder, { kind: "file", path });

    expect(sound.channels[0]).toHaveLength(count);
  });

  const formats = [
    ["bwf", ["-c:a", "pcm_s24le", "-rf64", "always", "-f", "wav"]],
    ["wav", ["-c:a", "adpcm_ima_wav"]],
    ["aifc", ["-c:a", "pcm_s16le", "-f", "aiff"]],
    ["mp2", ["-c:a", "mp2"]],
    ["caf", ["-c:a", "pcm_s16be"]],
    ["tta", ["-c:a", "tta"]],
    ["au", ["-c:a", "pcm_s16be"]],
    ["wv", ["-c:a", "wavpack"]],
    ["ac3", ["-c:a", "ac3"]],
    ["eac3", ["-c:a", "eac3"]],
    ["dts", ["-c:a", "dca", "-strict", "-2"]],
    ["aac", ["-c:a", "aac"]],
    ["mka", ["-c:a", "flac", "-f", "matroska"]],
  ] as const;

  it.each(formats)(
    "are listed, read and decoded to the length that ffmpeg finds, as .%s",
    async (name, options) => {
      const folder = await musicFolder();
      const path = join(folder, `Ann - Song.${name}`);
      ffmpeg("-i", recordingPath("tones-16.flac"), "-ar", "44100", ...options, path);
      const content = await new DiskAudioFolders().findContent(
        folder,
        new AbortController().signal,
      );

      const tags = await tagsOfFiles(folder);
      const sound = await decodedSound(decoder, { kind: "file", path });

      expect(content?.files).toEqual([path]);
      expect(tags).toMatchObject([{ artist: "Ann", trackName: "Song" }]);
      expect(sound.channels[0]).toHaveLength(ffmpegSampleCount(path));
    },
  );

  it.each(["RF64", "BW64", "RIFX"] as const)("are read by a scan as %s", async (form) => {
    const bytes =
      form === "RIFX"
        ? asRifx(wavBytes({ channels, sampleRate }), 2)
        : wavBytes({ channels, sampleRate, form });
    const folder = await musicFolder({ "Ann - Song.wav": bytes });
    const path = join(folder, "Ann - Song.wav");

    const tags = await tagsOfFiles(folder);
    const sound = await decodedSound(decoder, { kind: "file", path });

    expect(tags).toMatchObject([{ artist: "Ann", trackName: "Song" }]);
    expect(sound.channels[0]).toHaveLength(ffmpegSampleCount(path));
  });
});

/** An ID3v1 tag with a title. */
const id3v1 = Buffer.concat([Buffer.from("TAGSong"), Buffer.alloc(121)]);
