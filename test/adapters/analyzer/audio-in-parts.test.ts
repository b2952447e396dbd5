import { copyFile } from "node:fs/promises";
import { join } from "node:path";
import { AudioInParts } from "../../../src/adapters/analyzer/audio-in-parts.js";
import { ContainerAudioDecoder } from "../../../src/adapters/decoder/container-audio-decoder.js";
import { openByteReader } from "../../../src/adapters/decoder/open-byte-reader.js";
import { IdentifyingReader } from "../../../src/adapters/library/audio-stream/identifying-reader.js";
import { FRAMES_PER_SECOND, type AudioRange } from "../../../src/domain/audio-range.js";
import { decodedSound, soundOf, type DecodedSound } from "../decoder/decoded-sound.js";
import { ffmpeg } from "../decoder/other-programs.js";
import { isFfmpegInstalled } from "../decoder/recordings.js";
import { musicFolder, removeMusicFolders } from "../library/music-folder.js";

const NOISE = "aevalsrc=0.3*random(0)-0.15|0.2*random(1)-0.1:s=44100:d=12";

const decoder = new ContainerAudioDecoder();

/** Four tracks: the second follows the first within a block, and there is a gap before the third. */
const tracks: readonly AudioRange[] = [
  { startFrame: 3, endFrame: 2 * FRAMES_PER_SECOND + 7 },
  { startFrame: 2 * FRAMES_PER_SECOND + 7, endFrame: 5 * FRAMES_PER_SECOND },
  { startFrame: 7 * FRAMES_PER_SECOND + 31, endFrame: 9 * FRAMES_PER_SECOND + 74 },
  { startFrame: 9 * FRAMES_PER_SECOND + 74 },
];

/** Reads parts of files as a thread does, and counts how often a file is decoded from its beginning. */
class PartsUnderTest {
  decodings = 0;
  readonly #audio = new AudioInParts({
    decodeOpened: (...given) => decoder.decodeOpened(...given),
    openParts: async (...given) => {
      const parts = await decoder.openParts(...given);
      if (parts) this.decodings++;
      return parts;
    },
  });

  async read(path: string, range?: AudioRange): Promise<{ sound: DecodedSound; id: string }> {
    const file = await openByteReader({ kind: "file", path, ...(range && { range }) });
    const use = this.#audio.use(
      file,
      () => undefined,
      async ({ blocks, identify }) => ({
        sound: await soundOf(blocks),
        id: (await identify())!.recordingId,
      }),
    );
    return use.finally(() => file.close());
  }
}

/** Reads a part alone. */
async function alone(
  path: string,
  range: AudioRange,
): Promise<{ sound: DecodedSound; id: string }> {
  const audio = { kind: "file", path, range } as const;
  const reader = await IdentifyingReader.over(await openByteReader(audio));
  const identity = await reader.identify().finally(() => reader.close());
  return { sound: await decodedSound(decoder, audio), id: identity!.recordingId };
}

(isFfmpegInstalled() ? describe : describe.skip)("The parts of a file", () => {
  let folder: string;
  const at = (name: string): string => join(folder, name);

  beforeAll(async () => {
    folder = await musicFolder();
    const encode = (name: string, ...options: readonly string[]): void =>
      ffmpeg("-f", "lavfi", "-i", NOISE, ...options, at(name));
    encode("image.mp3", "-c:a", "libmp3lame", "-q:a", "3");
    encode("image.ogg", "-c:a", "libvorbis", "-q:a", "3");
    encode("image.opus", "-c:a", "libopus", "-b:a", "96k");
    encode("image.oga", "-c:a", "flac", "-sample_fmt", "s16");
    encode("image.m4a", "-c:a", "aac", "-b:a", "128k");
    encode("image.flac", "-sample_fmt", "s16");
  });

  afterAll(removeMusicFolders);

  it.each(["image.mp3", "image.ogg", "image.opus", "image.oga", "image.m4a"])(
    "of %s are the same samples and recordings by one decoding as each alone",
    async (name) => {
      const parts = new PartsUnderTest();

      for (const range of tracks) {
        expect(await parts.read(at(name), range)).toEqual(await alone(at(name), range));
      }

      expect(parts.decodings).toBe(1);
    },
  );

  it("are decoded anew where one before is wanted, or another file, or the file has changed", async () => {
    const parts = new PartsUnderTest();
    await copyFile(at("image.mp3"), at("other.mp3"));
    const wanted = [
      ["image.mp3", tracks[2]!, 1],
      ["image.mp3", tracks[0]!, 2],
      ["other.mp3", tracks[1]!, 3],
      ["other.mp3", tracks[2]!, 3],
      ["image.mp3", tracks[2]!, 4],
    ] as const;

    for (const [name, range, decodings] of wanted) {
      expect(await parts.read(at(name), range)).toEqual(await alone(at(name), range));
      expect(parts.decodings).toBe(decodings);
    }
    await copyFile(at("image.ogg"), at("image.mp3"));
    expect(await parts.read(at("image.mp3"), tracks[3])).toEqual(
      await alone(at("image.ogg"), tracks[3]!),
    );
    expect(parts.decodings).toBe(5);
  });

  it("are decoded alone where the format allows it, and so is a whole file", async () => {
    const parts = new PartsUnderTest();

    for (const range of tracks) {
      expect(await parts.read(at("image.flac"), range)).toEqual(
        await alone(at("image.flac"), range),
      );
    }
    const whole = await parts.read(at("image.mp3"));

    expect(whole.sound).toEqual(
      await decodedSound(decoder, { kind: "file", path: at("image.mp3") }),
    );
    expect(parts.decodings).toBe(0);
  });

  it("behind the end have no samples, and one that ends there is refused as truncated", async () => {
    const parts = new PartsUnderTest();
    const behind = { startFrame: 20 * FRAMES_PER_SECOND, endFrame: 21 * FRAMES_PER_SECOND };
    const longer = { startFrame: 5 * FRAMES_PER_SECOND, endFrame: 99 * FRAMES_PER_SECOND };

    await expect(parts.read(at("image.mp3"), behind)).rejects.toThrow("it contains no samples");
    await expect(parts.read(at("image.mp3"), longer)).rejects.toThrow("the file is truncated");
    expect(await parts.read(at("image.mp3"), tracks[1])).toEqual(
      await alone(at("image.mp3"), tracks[1]!),
    );
  });
});
