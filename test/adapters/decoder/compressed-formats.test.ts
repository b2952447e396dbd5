import { readFile } from "node:fs/promises";

import { ContainerAudioDecoder } from "../../../src/adapters/decoder/container-audio-decoder.js";
import { oggChecksum } from "../../../src/adapters/decoder/ogg/ogg-page-splitter.js";
import { amplitudeAt, recordedSeconds, recordedTones } from "../../signals/encoded/tones.js";
import { decodedSound, refusalOf, type DecodedSound } from "./decoded-sound.js";
import { isFfmpegInstalled, recordingPath } from "./recordings.js";

const decoder = new ContainerAudioDecoder();

// Name, sample rate, channels, and tolerance of the level: rounding for lossless formats, for the
// others the error of the encoders for two tones at these bit rates.
const ours = [
  ["tones-16.flac", 44_100, 2, 0.001],
  ["tones-24.flac", 16_000, 2, 0.001],
  ["tones-flac.oga", 16_000, 2, 0.001],
  ["tones-cbr.mp3", 44_100, 2, 0.06],
  ["tones-vbr.mp3", 44_100, 2, 0.06],
  ["tones-plain.mp3", 44_100, 2, 0.06],
  ["tones-mono.mp3", 22_050, 1, 0.06],
  ["tones.mp2", 44_100, 2, 0.06],
  ["tones.ogg", 44_100, 2, 0.06],
  ["tones-mono.ogg", 22_050, 1, 0.06],
  ["tones.opus", 48_000, 2, 0.06],
] as const;

const throughFfmpeg = [
  ["ffmpeg/tones-aac.m4a", 44_100, 2, 0.06],
  ["ffmpeg/tones-alac.m4a", 16_000, 2, 0.001],
  ["ffmpeg/tones-opus.webm", 48_000, 2, 0.06],
  ["ffmpeg/tones.wma", 44_100, 2, 0.06],
] as const;

describe("Compressed audio", () => {
  it.each(ours)("keeps tones, levels and length in %s", async (name, sampleRate, count, error) => {
    const sound = await decodedSound(decoder, { kind: "file", path: recordingPath(name) });

    expectTones(sound, sampleRate, count, error);
  });

  it.each(["tones-cbr.mp3", "tones-vbr.mp3", "tones.ogg", "tones.opus", "tones-16.flac"])(
    "removes the encoder's padding before and after the sound in %s",
    async (name) => {
      const sound = await decodedSound(decoder, { kind: "file", path: recordingPath(name) });

      expect(sound.seconds).toBeCloseTo(recordedSeconds, 3);
    },
  );

  it.each([-6, 0, 3.5])("applies the output gain of %s dB in the header of Opus", async (gain) => {
    const bytes = await readFile(recordingPath("tones.opus"));
    const page = bytes.subarray(0, 28 + bytes[27]!);
    page.writeInt16LE(gain * 256, 28 + 16);
    page.writeUInt32LE(oggChecksum(page), 22);
    const before = await decodedSound(decoder, {
      kind: "file",
      path: recordingPath("tones.opus"),
    });

    const sound = await decodedSound(decoder, { kind: "memory", bytes });

    const levelOf = ({ channels: [left = new Float32Array()] }: DecodedSound) =>
      10 * Math.log10(left.reduce((sum, sample) => sum + sample ** 2, 0));
    expect(levelOf(sound) - levelOf(before)).toBeCloseTo(gain, 3);
  });

  it.each(["tones-cbr.mp3", "tones-16.flac"])("skips an ID3 tag before %s", async (name) => {
    const sound = await readFile(recordingPath(name));
    const tag = Buffer.concat([
      Buffer.from("ID3\x04\0\0\0\0\x07\x68", "latin1"),
      Buffer.alloc(1000),
    ]);

    const { seconds } = await decodedSound(decoder, {
      kind: "memory",
      bytes: Buffer.concat([tag, sound]),
    });

    expect(seconds).toBeCloseTo(recordedSeconds, 3);
  });

  it.each(["tones-cbr.mp3", "tones-vbr.mp3", "tones-16.flac", "tones.ogg", "tones.opus"])(
    "refuses %s when most of it is cut off",
    async (name) => {
      const bytes = await readFile(recordingPath(name));

      const reason = await refusalOf(decoder, bytes.subarray(0, bytes.length * 0.25));

      expect(reason).toMatch(/^the file is truncated/);
    },
  );

  it("accepts a truncated last frame in an MP3 that declares no length", async () => {
    const bytes = await readFile(recordingPath("tones-plain.mp3"));

    const sound = await decodedSound(decoder, { kind: "memory", bytes: bytes.subarray(0, -100) });

    expect(sound.seconds).toBeGreaterThan(recordedSeconds - 0.03);
  });

  it("finds the next frame after garbage in an MP3", async () => {
    const bytes = await readFile(recordingPath("tones-plain.mp3"));
    const damaged = Buffer.concat([
      bytes.subarray(0, 5_000),
      Buffer.alloc(3_000, "not sound "),
      bytes.subarray(5_000),
    ]);

    const sound = await decodedSound(decoder, { kind: "memory", bytes: damaged });

    expect(sound.seconds).toBeGreaterThan(recordedSeconds - 0.1);
  });

  it("ignores the tags at the end of an MP3", async () => {
    const bytes = await readFile(recordingPath("tones-plain.mp3"));
    const ape = Buffer.alloc(32 + 40_000, 0xff);
    ape.write("APETAGEX", "latin1");
    ape.writeUInt32LE(40_000, 12);
    const id3 = Buffer.concat([Buffer.from("TAG"), Buffer.alloc(125, 0xff)]);

    const sound = await decodedSound(decoder, {
      kind: "memory",
      bytes: Buffer.concat([bytes, ape, id3]),
    });

    expect(sound.seconds).toBeCloseTo(67_968 / 44_100, 6);
  });

  it("refuses an MP3 that is mostly garbage", async () => {
    const bytes = await readFile(recordingPath("tones-plain.mp3"));
    const garbage = Buffer.alloc(200_000, "not sound ");

    const reason = await refusalOf(decoder, Buffer.concat([bytes, garbage]));

    expect(reason).toBe("more than half of it is damaged");
  });

  it.each([
    ["sample rate", "tones-mono.mp3"],
    ["layer", "tones.mp2"],
  ])("refuses an MP3 whose %s changes in the middle", async (_, second) => {
    const [one, other] = await Promise.all(
      ["tones-plain.mp3", second].map((name) => readFile(recordingPath(name))),
    );

    const reason = await refusalOf(decoder, Buffer.concat([one!, other!]));

    expect(reason).toBe("its sample rate or layer changes in the middle");
  });

  it("skips a few frames of another sample rate in an MP3", async () => {
    const bytes = await readFile(recordingPath("tones-plain.mp3"));
    const others = (await readFile(recordingPath("tones-mono.mp3"))).subarray(0, 2_000);

    const sound = await decodedSound(decoder, {
      kind: "memory",
      bytes: Buffer.concat([bytes, others, bytes]),
    });

    expect(sound.seconds).toBeGreaterThan(2 * recordedSeconds);
  });

  it("refuses an ID3 tag whose length exceeds the file", async () => {
    const bytes = Buffer.from("ID3\x04\0\0\x7f\x7f\x7f\x7f and that was all", "latin1");

    const reason = await refusalOf(decoder, bytes);

    expect(reason).toBe("the length of its ID3 tag exceeds the file");
  });

  it.each([
    ["cut", "tones.ogg"],
    ["cut", "tones.opus"],
    ["cut", "tones-flac.oga"],
    ["damaged", "tones.ogg"],
  ])("skips a short last page that is %s in %s", async (how, name) => {
    const whole = await readFile(recordingPath(name));
    const bytes = how === "cut" ? whole.subarray(0, -100) : whole.fill(0, whole.length - 100);

    const sound = await decodedSound(decoder, { kind: "memory", bytes });

    // The last page of each contains half a second.
    expect(sound.seconds).toBeCloseTo(1, 1);
  });

  it("decodes chained Ogg streams one after the other", async () => {
    const bytes = await readFile(recordingPath("tones.ogg"));

    const sound = await decodedSound(decoder, {
      kind: "memory",
      bytes: Buffer.concat([bytes, bytes]),
    });

    expect(sound.seconds).toBeCloseTo(2 * recordedSeconds, 3);
  });

  it("reports that M4A needs ffmpeg when it is not installed", async () => {
    const bytes = await readFile(recordingPath("ffmpeg/tones-aac.m4a"));
    const withoutFfmpeg = new ContainerAudioDecoder({ ffmpegCommand: "no-such-ffmpeg" });

    const reason = await refusalOf(withoutFfmpeg, bytes);

    expect(reason).toBe("MP4 (AAC, ALAC) needs ffmpeg, which is not installed");
  });
});

const describeFfmpeg = isFfmpegInstalled() ? describe : describe.skip;

describeFfmpeg("Audio that is left to ffmpeg (skipped where it is not installed)", () => {
  it.each(throughFfmpeg)(
    "keeps tones, levels and length in %s",
    async (name, sampleRate, count, error) => {
      const sound = await decodedSound(decoder, { kind: "file", path: recordingPath(name) });

      expectTones(sound, sampleRate, count, error);
    },
  );

  it("decodes an M4A in memory whose index is at its end", async () => {
    const bytes = await readFile(recordingPath("ffmpeg/tones-aac.m4a"));

    const sound = await decodedSound(decoder, { kind: "memory", bytes });

    expectTones(sound, 44_100, 2, 0.06);
  });

  it("refuses a truncated M4A", async () => {
    const bytes = await readFile(recordingPath("ffmpeg/tones-aac.m4a"));

    const reason = await refusalOf(decoder, bytes.subarray(0, bytes.length / 2));

    expect(reason).toBe("ffmpeg cannot read this MP4 (AAC, ALAC) file");
  });

  it("refuses a truncated WMA", async () => {
    const bytes = await readFile(recordingPath("ffmpeg/tones.wma"));

    const reason = await refusalOf(decoder, bytes.subarray(0, bytes.length * 0.3));

    expect(reason).toMatch(/^the file is truncated: it contains 0\.\d s of 1\.5 s/);
  });

  it("reports that a video has no sound", async () => {
    const bytes = await readFile(recordingPath("ffmpeg/no-sound.mp4"));

    const reason = await refusalOf(decoder, bytes);

    expect(reason).toBe("it contains no audio");
  });

  it("stops ffmpeg when the consumer stops", async () => {
    const path = recordingPath("ffmpeg/tones-alac.m4a");
    const blocks = decoder.decode({ kind: "file", path });
    await blocks.next();

    const stopped = await blocks.return(undefined);

    expect(stopped.done).toBe(true);
  });
});

function expectTones(
  sound: DecodedSound,
  sampleRate: number,
  channelCount: number,
  relativeError: number,
): void {
  expect(sound.sampleRate).toBe(sampleRate);
  expect(sound.channels).toHaveLength(channelCount);
  // Formats without a stated length keep the encoder's padding: two frames of 1152 samples.
  expect(Math.abs(sound.seconds - recordedSeconds)).toBeLessThan(2_304 / sampleRate);

  sound.channels.forEach((samples, channel) => {
    // The middle second, away from the encoder's edges.
    const middle = samples.subarray(0.25 * sampleRate, 1.25 * sampleRate);
    recordedTones.forEach(({ frequencyHz, amplitude }, tone) => {
      const expected = tone === channel ? amplitude : 0;
      const found = amplitudeAt(middle, sampleRate, frequencyHz);
      expect(Math.abs(found - expected)).toBeLessThan(relativeError * amplitude);
    });
  });
}
