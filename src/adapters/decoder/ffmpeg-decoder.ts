import { spawn, type ChildProcessByStdio } from "node:child_process";
import { mkdtemp, open, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import type { Readable } from "node:stream";

import { AudioUndecodableError } from "../../domain/errors.js";
import type { PcmBlock } from "../../ports/audio-decoder.js";
import type { EncodedAudio } from "../../ports/audio-source.js";
import type { ForeignContainer } from "./foreign-containers.js";
import { PipeReader } from "./pipe-reader.js";
import { checkNotTruncated } from "./sound-format.js";
import { decodeUncompressed } from "./uncompressed-samples.js";
import { readWavHeader } from "./wav-header.js";

interface FfmpegInput {
  /** Absolute. */
  readonly path: string;
  /** Where ffmpeg's standard input comes from: nowhere, or an open file. */
  readonly stdin: "ignore" | number;
  close(): Promise<void>;
}

/** What ffmpeg says is kept up to here: the description of the input, and the first complaints. */
const maxReportCharacters = 16 * 1024;

/**
 * Decodes a container through ffmpeg, which keeps sample rate and channels and answers WAV.
 *
 * It is told which container it reads and may open nothing but files, so that no content can make
 * it fetch anything. It ends when the consumer stops or `signal` aborts.
 *
 * @throws {AudioUndecodableError} ffmpeg is not installed, cannot decode it, finds no sound in
 * it, or clearly less than the container promises
 */
export async function* decodeWithFfmpeg(
  audio: EncodedAudio,
  container: ForeignContainer,
  command: string,
  signal?: AbortSignal,
): AsyncGenerator<PcmBlock> {
  const input = await openInput(audio);
  let child: ChildProcessByStdio<null, Readable, Readable> | undefined;
  const kill = (): void => void child?.kill("SIGKILL");
  signal?.addEventListener("abort", kill);
  try {
    signal?.throwIfAborted();
    child = spawn(command, ffmpegArguments(input.path, container), {
      stdio: [input.stdin, "pipe", "pipe"],
    }) as ChildProcessByStdio<null, Readable, Readable>;
    const ended = endOf(child, container);
    // It may end in an error long before anyone waits for it.
    ended.catch(() => undefined);

    let seconds = 0;
    try {
      const reader = new PipeReader(child.stdout);
      const sound = await readWavHeader(reader);
      if (!sound) throw new AudioUndecodableError(`ffmpeg cannot read this ${container.name} file`);
      for await (const block of decodeUncompressed(reader, sound)) {
        seconds += (block.channels[0]?.length ?? 0) / block.sampleRate;
        yield block;
      }
    } catch (error) {
      // Where ffmpeg itself failed, its reason is the better one.
      signal?.throwIfAborted();
      await ended;
      throw error;
    }
    signal?.throwIfAborted();
    // Of a file that is not as long as it says, ffmpeg does not believe the rest either.
    const { statedSeconds = 0 } = container;
    checkNotTruncated(Math.max(statedSeconds, promisedSeconds(await ended)), seconds);
  } finally {
    signal?.removeEventListener("abort", kill);
    kill();
    await input.close();
  }
}

function ffmpegArguments(path: string, { demuxer }: ForeignContainer): string[] {
  return [
    ...["-nostdin", "-hide_banner", "-nostats", "-v", "info"],
    ...["-protocol_whitelist", "file,pipe", "-f", demuxer, "-i", `file:${path}`],
    ...["-map", "0:a:0", "-vn", "-sn", "-dn"],
    ...["-c:a", "pcm_f32le", "-f", "wav", "pipe:1"],
  ];
}

/** Resolves with what ffmpeg said on standard error when it has ended well. */
function endOf(
  child: ChildProcessByStdio<null, Readable, Readable>,
  { name }: ForeignContainer,
): Promise<string> {
  return new Promise((resolveWith, reject) => {
    let report = "";
    child.stderr.setEncoding("utf8").on("data", (text: string) => {
      if (report.length < maxReportCharacters) report += text;
    });
    child.once("error", (error) => {
      const isMissing = "code" in error && error.code === "ENOENT";
      const reason = isMissing
        ? `${name} needs ffmpeg, which is not installed`
        : "ffmpeg cannot be started";
      reject(new AudioUndecodableError(reason, error));
    });
    child.once("close", (exitCode) => {
      if (exitCode === 0) resolveWith(report);
      else {
        const cause = new Error(`ffmpeg ended with ${String(exitCode)}: ${report}`);
        const reason = report.includes("matches no streams")
          ? "there is no sound in it"
          : `ffmpeg cannot read this ${name} file`;
        reject(new AudioUndecodableError(reason, cause));
      }
    });
  });
}

/** The length that the container states, 0 where ffmpeg had to guess it from the bit rate. */
function promisedSeconds(report: string): number {
  if (report.includes("Estimating duration from bitrate")) return 0;
  const found = /Duration: (\d+):(\d\d):(\d\d(?:\.\d+)?)/.exec(report);
  if (!found) return 0;
  const [, hours, minutes, seconds] = found;
  return Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds);
}

/**
 * Names memory as a file, because MP4 often keeps its table of contents at the end, and a pipe does
 * not go back. The file has no name any more when ffmpeg starts, so that nothing can leave it
 * behind: it is ffmpeg's standard input.
 */
async function openInput(audio: EncodedAudio): Promise<FfmpegInput> {
  if (audio.kind === "file") {
    return { path: resolve(audio.path), stdin: "ignore", close: () => Promise.resolve() };
  }
  const folder = await mkdtemp(join(tmpdir(), "overtone-audio-"));
  try {
    const path = join(folder, "audio");
    await writeFile(path, audio.bytes, { mode: 0o600 });
    const file = await open(path, "r");
    return { path: "/dev/stdin", stdin: file.fd, close: () => file.close() };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
