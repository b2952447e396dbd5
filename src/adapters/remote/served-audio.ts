import { randomUUID } from "node:crypto";
import { rm } from "node:fs/promises";
import { join, normalize } from "node:path";
import type { OfferedAudio, OfferedFile, OfferedJob } from "../../domain/analysis/offered-work.js";
import type { AudioReader } from "../../ports/analysis/audio-reader.js";
import type { EncodedAudio } from "../../ports/analysis/audio-source.js";
import type { AudioRest, AudioStream } from "../../ports/analysis/audio-stream.js";
import type { OfferedAudioFiles } from "../../ports/analysis/offered-audio-files.js";
import { AudioUnavailableError } from "../../domain/errors/availability-errors.js";
import { errorFrom } from "../../domain/errors/failure.js";
import { isInAny } from "../files/confined-file.js";
import { discard } from "../outbound/bounded-http.js";
import type { ProcessFolder } from "../runtime/process-folder.js";
import { AudioDownload, type DownloadNeeds } from "./audio-download.js";
import type { OpenReply } from "../outbound/http-connections.js";
import type { ServerClient } from "./server-client.js";

/** Network file systems keep times of different precision. */
const TIME_TOLERANCE_MILLISECONDS = 2_000;

/** A file that was received, or whose transfer failed. */
interface Received {
  readonly jobId: string;
  readonly source: string;
  readonly path: string;
  readonly download: AudioDownload;
}

/** Receives the audio of jobs from the server into a folder, unless this machine has the same file. */
export class ServedAudio implements OfferedAudioFiles {
  readonly #received = new Set<Received>();

  constructor(
    private readonly needs: Omit<DownloadNeeds, "spaceSetting"> & {
      readonly client: ServerClient;
      readonly folder: ProcessFolder;
      /** Reads files of this machine. */
      readonly reader: AudioReader;
      /**
       * The canonical folders in which this machine may have the files of the server. Elsewhere nothing is looked at, so
       * that a server cannot find out what this machine has, nor let it ask another one for a file.
       */
      readonly library: readonly string[];
    },
  ) {}

  async find(
    job: OfferedJob,
    audio: OfferedAudio,
    signal: AbortSignal,
  ): Promise<EncodedAudio | undefined> {
    const { file, source, range } = audio;
    const part = range ? { range } : {};
    const own = file && (await this.#findSame(file));
    if (own) return { ...own, ...part };
    const known = [...this.#received].find((one) => one.jobId === job.id && one.source === source);
    const path = known?.path ?? (await this.#receive(job, source, signal));
    return path === undefined ? undefined : { kind: "file", path, ...part };
  }

  async remove({ id }: OfferedJob): Promise<void> {
    for (const received of this.#received) {
      if (received.jobId === id) await this.#remove(received);
    }
  }

  async #receive(
    job: OfferedJob,
    source: string,
    signal: AbortSignal,
  ): Promise<string | undefined> {
    const path = join(this.needs.folder.path, randomUUID());
    const { client } = this.needs;
    const needs = { ...this.needs, spaceSetting: "WORKER_SPACE_MB" };
    const download = new AudioDownload(needs, {
      path,
      open: (rest, either) => openAudio(client, { job, source, rest }, either),
      away: (problem) => client.away(problem),
    });
    const received = { jobId: job.id, source, path, download };
    this.#received.add(received);
    await this.needs.folder.create();
    try {
      if (await download.run(signal)) return path;
    } catch (error) {
      await this.#remove(received);
      throw error;
    }
    await this.#remove(received);
    return undefined;
  }

  /** Deletes a file. One that cannot be deleted now is deleted with the folder. */
  async #remove(received: Received): Promise<void> {
    this.#received.delete(received);
    await rm(received.path, { force: true }).catch(() => undefined);
    this.needs.space.give(received.download.takenBytes);
  }

  /** Returns the file of this machine that has the path, the size, the time and the content of the server's. */
  async #findSame(offered: OfferedFile): Promise<EncodedAudio | undefined> {
    const { library: within, reader } = this.needs;
    const path = normalize(offered.path);
    if (!isInAny(within, path)) return undefined;
    const audio = { kind: "file", path, within } as const;
    const own = await reader.open(audio).catch(() => undefined);
    await own?.close();
    const isSame =
      own?.sizeBytes === offered.sizeBytes &&
      Math.abs(own.modifiedAt - offered.modifiedAt) <= TIME_TOLERANCE_MILLISECONDS &&
      own.fingerprint === offered.fingerprint;
    return isSame ? audio : undefined;
  }
}

/** Asks a server for the audio of a job, or the rest of it; `undefined` where it does not have it. */
async function openAudio(
  client: ServerClient,
  {
    job,
    source,
    rest,
  }: {
    readonly job: OfferedJob;
    readonly source: string;
    readonly rest: AudioRest | undefined;
  },
  signal: AbortSignal,
): Promise<AudioStream | undefined> {
  const reply = await client.open({
    method: "GET",
    path: `jobs/${encodeURIComponent(job.id)}/audio/${encodeURIComponent(source)}`,
    token: job.token,
    headers: rest ? { range: `bytes=${rest.startByte}-`, "if-range": rest.tag } : {},
    signal,
  });
  if ("failure" in reply) {
    if (reply.failure.code === "AUDIO_NOT_FOUND") return undefined;
    if (reply.failure.code === "AUDIO_UNAVAILABLE") throw new AudioUnavailableError();
    throw errorFrom(reply.failure);
  }
  if ("data" in reply) throw client.away(`answers ${reply.status} without audio`);
  return audioStreamOf(reply);
}

/** Returns the audio of a reply, or the part of it that its head states. */
export function audioStreamOf({ statusCode, headers, body }: OpenReply): AudioStream {
  const length = headers["content-length"];
  const lengthBytes = length === undefined ? NaN : Number(length);
  const tag = headers["etag"];
  const [, start] = /^bytes ([0-9]+)-/.exec(String(headers["content-range"])) ?? [];
  return {
    startByte: statusCode === 206 ? Number(start ?? NaN) : 0,
    ...(Number.isSafeInteger(lengthBytes) && { lengthBytes }),
    ...(tag !== undefined && { tag: String(tag) }),
    body,
    close: () => discard(body),
  };
}
