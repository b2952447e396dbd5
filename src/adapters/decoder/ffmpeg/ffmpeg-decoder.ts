import { mkdtemp, open, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";

import { onAbort } from "../../../domain/abort-signals.js";
import { AudioUndecodableError } from "../../../domain/errors/analysis-errors.js";
import { rangeSecondsOf, type AudioRange } from "../../../domain/audio-range.js";
import type { PcmBlock } from "../../../ports/analysis/audio-decoder.js";
import { blocksInRange } from "../decoded-parts.js";
import type { ForeignContainer } from "../find-audio-format.js";
import { rangeOf, type OpenAudio } from "../open-byte-reader.js";
import { checkNotTruncated } from "../uncompressed/sound-format.js";
import { decodeUncompressed } from "../uncompressed/uncompressed-samples.js";
import { readWavHeader } from "../uncompressed/wav-header.js";
import { defaultFfmpegLimits, FfmpegProcess, type FfmpegLimits } from "./ffmpeg-process.js";
import type { Readable } from "node:stream";
import type { ByteReader } from "../byte-reader.js";

/** What ffmpeg decodes. */
type FfmpegSource = Pick<OpenAudio, "audio" | "descriptor">;

/** The path by which a program opens its standard input, with a position of its own. */
const STANDARD_INPUT = "/dev/stdin";

interface FfmpegInput {
  /** Absolute. */
  readonly path: string;
  /** The standard input of ffmpeg: none, or an open file. */
  readonly stdin: "ignore" | number;
  close(): Promise<void>;
}

/** Command name and limits of ffmpeg. */
export interface FfmpegOptions {
  /** Command name, on the PATH. */
  readonly command: string;
  readonly limits?: Partial<FfmpegLimits> | undefined;
  /** Called with the duration that the container states, before anything is decoded; may throw. */
  readonly checkStatedDuration?: (seconds: number) => void;
}

/**
 * Sample rates of ffmpeg's output, Hz: a rate of the list stays, any other is converted to the nearest.
 * Without the list, our reader would refuse decoded DSD (a rate of megahertz).
 */
const outputRatesHz = [
  8_000, 11_025, 12_000, 16_000, 22_050, 24_000, 32_000, 44_100, 48_000, 64_000, 88_200, 96_000,
  176_400, 192_000,
];

/**
 * Decodes a container, or a range of it, by ffmpeg, which keeps channels and common sample rates, and writes WAV.
 *
 * The container format is given to ffmpeg, and it may open files only, so that no content can make
 * it fetch anything. It ends when the consumer stops or `signal` aborts.
 *
 * @throws {AudioUndecodableError} ffmpeg is not installed, cannot decode it, finds no sound in it, or
 * clearly less than the container states; or it makes no progress
 */
export async function* decodeWithFfmpeg(
  opened: FfmpegSource,
  container: ForeignContainer,
  { command, limits, checkStatedDuration }: FfmpegOptions,
  signal?: AbortSignal,
): AsyncGenerator<PcmBlock> {
  const input = await openInput(opened);
  const range = rangeOf(opened);
  const fromSeconds = range && container.seeksExactly ? secondsBefore(range) : 0;
  let ffmpeg: FfmpegProcess | undefined;
  const kill = (): void => ffmpeg?.kill();
  const stopListening = onAbort(signal, kill);
  try {
    signal?.throwIfAborted();
    ffmpeg = new FfmpegProcess({
      command,
      arguments: ffmpegArguments(input.path, container, fromSeconds),
      stdin: input.stdin,
      container: container.name,
      limits: { ...defaultFfmpegLimits, ...limits },
    });
    yield* range
      ? blocksInRange(decodedBy(ffmpeg, container, fromSeconds), range, fromSeconds)
      : decodedBy(ffmpeg, container, fromSeconds, checkStatedDuration);
  } catch (error) {
    signal?.throwIfAborted();
    throw error;
  } finally {
    stopListening();
    kill();
    await input.close();
  }
}

/**
 * Returns a whole second before a range, which is the one of a sample at any rate: far enough for decoders whose first
 * samples after a jump are not right.
 */
const secondsBefore = (range: AudioRange): number =>
  Math.max(0, Math.floor(rangeSecondsOf(range).startSeconds) - 1);

/** @param fromSeconds where ffmpeg begins */
async function* decodedBy(
  ffmpeg: FfmpegProcess,
  container: ForeignContainer,
  fromSeconds: number,
  checkStatedDuration?: FfmpegOptions["checkStatedDuration"],
): AsyncGenerator<PcmBlock> {
  let seconds = fromSeconds;
  // For a truncated file, ffmpeg may ignore the stated duration, so the one that we read counts.
  const statedSeconds = (): number => container.soundSeconds ?? reportedSoundSeconds(ffmpeg.report);
  try {
    const reader = new PipeReader(ffmpeg.output, (step) => ffmpeg.withinTimeout(step));
    const sound = await readWavHeader(reader);
    if (!sound) throw new AudioUndecodableError(`ffmpeg cannot read this ${container.name} file`);
    checkStatedDuration?.(statedSeconds());
    for await (const block of decodeUncompressed(reader, sound)) {
      seconds += (block.channels[0]?.length ?? 0) / block.sampleRate;
      yield block;
    }
  } catch (error) {
    // Where ffmpeg itself failed, its reason is the better one. While it still writes, it is not awaited,
    // because nothing reads its output.
    if (ffmpeg.hasOutputEnded) await ffmpeg.whenEnded();
    throw error;
  }
  await ffmpeg.whenEnded();
  checkNotTruncated(statedSeconds(), seconds);
}

function ffmpegArguments(
  path: string,
  { demuxer }: ForeignContainer,
  fromSeconds: number,
): string[] {
  return [
    ...["-nostdin", "-hide_banner", "-nostats", "-v", "info"],
    ...["-protocol_whitelist", "file,pipe", "-threads", "1"],
    ...(fromSeconds > 0 ? ["-ss", String(fromSeconds)] : []),
    ...["-f", demuxer, "-i", `file:${path}`],
    ...["-map", "0:a:0", "-vn", "-sn", "-dn"],
    ...["-af", `aformat=sample_rates=${outputRatesHz.join("|")}`],
    ...["-c:a", "pcm_f32le", "-f", "wav", "pipe:1"],
  ];
}

/**
 * Returns how long the sound is according to ffmpeg's description of the file: the length of its stream, or that
 * of a container without another stream, which may be longer; 0 where ffmpeg estimated it from the bit rate.
 */
function reportedSoundSeconds(report: string): number {
  if (report.includes("Estimating duration from bitrate")) return 0;
  const [input = ""] = report.split("\nStream mapping:");
  const [container = "", ...streams] = input.split(/^ +Stream #0:/m);
  const sound = streams.find((stream) => STREAM_KIND.exec(stream)?.[1] === "Audio") ?? "";
  const isAlone = streams.every((stream) => stream === sound || stream.includes("(attached pic)"));
  return (
    secondsAfter(/^ +DURATION(?:-\w+)? *: /m, sound) ??
    (isAlone ? secondsAfter(/^ {2}Duration: /m, container) : undefined) ??
    0
  );
}

/** The kind in a line of ffmpeg's description, behind the number of a stream, its id and its language. */
const STREAM_KIND = /^\d+(?:\[\w+\])?(?:\(\w+\))?: (\w+): /;

/** Returns the time behind a label, hours:minutes:seconds, in seconds; `undefined` where there is none. */
function secondsAfter(label: RegExp, text: string): number | undefined {
  const found = label.exec(text);
  const time = found && text.slice(found.index + found[0].length);
  const [, hours, minutes, seconds] = /^(\d+):(\d\d):(\d\d(?:\.\d+)?)/.exec(time ?? "") ?? [];
  if (hours === undefined) return undefined;
  return Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds);
}

/**
 * Gives ffmpeg the file that is open here as its standard input, so that it decodes the same file even if
 * its path meanwhile names another one. Windows has no path for the standard input: there, ffmpeg opens
 * the file itself.
 *
 * Writes bytes in memory to a temporary file, because MP4 often has its table of contents at the end,
 * and a pipe cannot seek back. The file is deleted before ffmpeg starts and remains open as its
 * standard input, so that no file is left after a crash.
 */
async function openInput({ audio, descriptor }: FfmpegSource): Promise<FfmpegInput> {
  if (audio.kind === "file") {
    const close = (): Promise<void> => Promise.resolve();
    return descriptor === undefined || process.platform === "win32"
      ? { path: resolve(audio.path), stdin: "ignore", close }
      : { path: STANDARD_INPUT, stdin: descriptor, close };
  }
  const folder = await mkdtemp(join(tmpdir(), "overtone-audio-"));
  try {
    const path = join(folder, "audio");
    await writeFile(path, audio.bytes, { mode: 0o600 });
    const file = await open(path, "r");
    return { path: STANDARD_INPUT, stdin: file.fd, close: () => file.close() };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Reads the output of a process as it arrives. */
class PipeReader implements ByteReader {
  position = 0;
  readonly size = undefined;

  readonly #chunks: AsyncIterator<Uint8Array>;
  #pending: Uint8Array = new Uint8Array();
  #isAtEnd = false;

  /** @param within limits each wait for the process; it rejects after the maximum wait */
  constructor(
    private readonly stream: Readable,
    private readonly within: <Result>(step: Promise<Result>) => Promise<Result>,
  ) {
    this.#chunks = stream[Symbol.asyncIterator]() as AsyncIterator<Uint8Array>;
  }

  async read(length: number): Promise<Uint8Array> {
    const bytes = new Uint8Array(length);
    let filled = 0;
    while (filled < length && (await this.#hasPending())) {
      const taken = this.#pending.subarray(0, length - filled);
      bytes.set(taken, filled);
      filled += taken.length;
      this.#pending = this.#pending.subarray(taken.length);
    }
    this.position += filled;
    return bytes.subarray(0, filled);
  }

  async seek(position: number): Promise<void> {
    if (position < this.position) {
      // Bytes that were read are not kept in memory.
      throw new RangeError("A pipe cannot seek back.");
    }
    while (this.position < position && (await this.#hasPending())) {
      const skipped = Math.min(position - this.position, this.#pending.length);
      this.#pending = this.#pending.subarray(skipped);
      this.position += skipped;
    }
  }

  close(): Promise<void> {
    this.stream.destroy();
    return Promise.resolve();
  }

  async #hasPending(): Promise<boolean> {
    while (this.#pending.length === 0 && !this.#isAtEnd) {
      const next = await this.within(this.#chunks.next());
      if (next.done) this.#isAtEnd = true;
      else this.#pending = next.value;
    }
    return this.#pending.length > 0;
  }
}
