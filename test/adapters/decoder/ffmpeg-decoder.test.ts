import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { ContainerAudioDecoder } from "../../../src/adapters/decoder/container-audio-decoder.js";
import { dsfBytes } from "../../signals/encoded/dsf-bytes.js";
import { amplitudeAt, tones } from "../../signals/encoded/tones.js";
import { wavBytes } from "../../signals/encoded/wav-bytes.js";
import { decodedSound, refusalOf } from "./decoded-sound.js";
import { musicFolder, removeMusicFolders } from "../library/music-folder.js";
import { describeWithReaders } from "./independent-readers.js";
import { ffmpeg, ffmpegSampleCount } from "./other-programs.js";
import { isFfmpegInstalled, recordingPath } from "./recordings.js";

const decoder = new ContainerAudioDecoder();
const describeFfmpeg = isFfmpegInstalled() ? describe : describe.skip;
const describeShell = process.platform === "win32" ? describe.skip : describe;

describeFfmpeg("Rates that only ffmpeg supports (skipped where it is not installed)", () => {
  // DSD64 and DSD256, which ffmpeg outputs at 352.8 kHz and 1.4 MHz by default.
  it.each([2_822_400, 11_289_600])("decodes DSD at %d Hz", async (dsdRate) => {
    const bytes = dsfBytes(tones(dsdRate, 0.3), dsdRate);

    const sound = await decodedSound(decoder, { kind: "memory", bytes });

    const middle = sound.channels.map((samples) => samples.subarray(9_600, 9_600 + 38_400));
    expect(sound.sampleRate).toBe(192_000);
    expect(sound.seconds).toBeCloseTo(0.3, 2);
    expect(amplitudeAt(middle[0]!, 192_000, 440)).toBeCloseTo(0.5, 1);
    expect(amplitudeAt(middle[1]!, 192_000, 1320)).toBeCloseTo(0.25, 1);
  });

  it("decodes a compressed WAV whose header says 500 Hz, without hanging", async () => {
    const bytes = adpcmBytes(500);

    const sound = await decodedSound(decoder, { kind: "memory", bytes });

    expect(sound.sampleRate).toBe(8_000);
    expect(sound.seconds).toBeCloseTo(adpcmSamples / 500, 0);
  });

  it("refuses a recording that is longer than the limit", async () => {
    const limited = new ContainerAudioDecoder({ maxDurationSeconds: 1 });
    const blocks = limited.decode({ kind: "file", path: recordingPath("ffmpeg/tones-alac.m4a") });

    await expect(blocks.next()).rejects.toMatchObject({ code: "AUDIO_TOO_LONG" });
  });

  it("recognises WavPack", async () => {
    const sound = await decodedSound(decoder, { kind: "file", path: recordingPath("tones.wv") });

    expect(sound.sampleRate).toBe(16_000);
    expect(sound.seconds).toBeCloseTo(1.5, 3);
    expect(amplitudeAt(sound.channels[0]!.subarray(4_000, 20_000), 16_000, 440)).toBeCloseTo(0.5);
  });
});

describeWithReaders("Sound that is shorter than its file (skipped without ffmpeg)", () => {
  afterAll(removeMusicFolders);

  const sound = ["-f", "lavfi", "-i", "sine=440:sample_rate=44100:duration=4"];
  const picture = ["-f", "lavfi", "-i", "testsrc=d=20:r=2:s=64x64"];

  it.each([
    ["m4a", ["-c:a", "aac", "-c:v", "mpeg4", "-f", "mp4"]],
    ["mp4", ["-c:a", "alac", "-c:v", "mpeg4"]],
    ["mov", ["-c:a", "pcm_s16le", "-c:v", "mpeg4"]],
    ["webm", ["-c:a", "libopus", "-c:v", "libvpx"]],
    ["mka", ["-c:a", "flac", "-c:v", "mpeg4", "-f", "matroska"]],
    ["wma", ["-c:a", "wmav2", "-c:v", "wmv2", "-f", "asf"]],
  ])("is decoded whole in .%s, and counts as truncated where it is cut", async (name, options) => {
    const path = join(await musicFolder(), `a.${name}`);
    const faststart = ["mp4", "m4a", "mov"].includes(name) ? ["-movflags", "+faststart"] : [];
    ffmpeg(...sound, ...picture, ...options, ...faststart, path);
    const whole = await readFile(path);

    const { channels } = await decodedSound(decoder, { kind: "file", path });
    const reason = await refusalOf(decoder, whole.subarray(0, whole.length / 3));

    expect(channels[0]).toHaveLength(ffmpegSampleCount(path));
    // The header of WMA states only how long the pictures are.
    expect(reason).toMatch(
      name === "wma" ? /^decoded$/ : /^the file is truncated: .* of [45]\.\d s/,
    );
  });
});

describeShell("A program in ffmpeg's place", () => {
  let folder: string;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), "overtone-ffmpeg-"));
  });

  afterAll(async () => {
    await rm(folder, { recursive: true, force: true });
  });

  async function decoderWith(script: string, silenceMilliseconds = 60_000): Promise<Decoding> {
    const command = join(folder, "ffmpeg-of-a-test");
    await writeFile(command, `#!/bin/sh\n${script}\n`, { mode: 0o700 });
    const own = new ContainerAudioDecoder({
      ffmpegCommand: command,
      ffmpegLimits: { silenceMilliseconds, cpuSeconds: 7, memoryKibibytes: 700_000 },
    });
    const bytes = await readFile(recordingPath("ffmpeg/tones-aac.m4a"));
    return { reason: () => refusalOf(own, bytes), error: () => errorOf(own, bytes) };
  }

  it("that outputs unsupported audio without end is killed", async () => {
    const header = wavBytes({
      channels: [],
      sampleRate: 100,
      lies: { channelCount: 1, dataBytes: 0, frameBytes: 2 },
    });
    await writeFile(join(folder, "header"), header);
    const { reason } = await decoderWith(
      `echo $$ > ${folder}/pid; cat ${folder}/header; exec cat /dev/zero`,
    );

    const said = await reason();

    expect(said).toBe("its sample rate of 100 Hz is not between 1000 and 768000 Hz");
    await expectEnded(Number(await readFile(join(folder, "pid"), "utf8")));
  });

  it("that makes no progress is killed", async () => {
    const { reason } = await decoderWith(`echo $$ > ${folder}/pid; exec sleep 600`, 300);

    const said = await reason();

    expect(said).toBe("ffmpeg has made no progress for 0.3 s");
    await expectEnded(Number(await readFile(join(folder, "pid"), "utf8")));
  });

  it("that closes its output but does not exit is killed", async () => {
    const { reason } = await decoderWith(`exec >&-; exec sleep 600`, 300);

    expect(await reason()).toBe("ffmpeg has made no progress for 0.3 s");
  });

  it("runs with limits of processor time and memory", async () => {
    const { error } = await decoderWith('echo "limits: $2 $(ulimit -v)" >&2; exit 1');

    const { cause } = await error();

    // macOS does not support this memory limit.
    const memory = process.platform === "linux" ? "700000" : "\\w+";
    expect(String(cause)).toMatch(new RegExp(`limits: 7 ${memory}\n`));
  });
});

interface Decoding {
  /** Why it was refused. */
  readonly reason: () => Promise<string>;
  readonly error: () => Promise<Error>;
}

async function errorOf(own: ContainerAudioDecoder, bytes: Uint8Array): Promise<Error> {
  try {
    for await (const block of own.decode({ kind: "memory", bytes })) void block;
  } catch (error) {
    return error as Error;
  }
  throw new Error("It was decoded.");
}

/** A killed process ends with a short delay. */
async function expectEnded(processId: number): Promise<void> {
  for (;;) {
    try {
      process.kill(processId, 0);
    } catch (error) {
      expect(error).toMatchObject({ code: "ESRCH" });
      return;
    }
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
}

const adpcmBlocks = 133;
/** A block of 256 bytes: one sample in its header of four bytes, then two per byte. */
const adpcmSamples = adpcmBlocks * (1 + 2 * 252);

/** Returns 34 kB of silence as IMA ADPCM, whose decoded size exceeds the buffer of a pipe. */
function adpcmBytes(sampleRate: number): Uint8Array {
  // As unsigned bytes, -1 is written as 0.
  const zeros = new Float32Array(adpcmBlocks * 256).fill(-1);
  const lies = { formatTag: 0x11, bitsPerSample: 4, frameBytes: 256 };
  return wavBytes({ channels: [zeros], sampleRate, encoding: "u8", lies });
}
