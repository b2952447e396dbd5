import { open, type FileHandle } from "node:fs/promises";
import { Writable } from "node:stream";
import { pipeline } from "node:stream/promises";
import type { OfferedJob } from "../../domain/analysis/offered-work.js";
import { AudioUnavailableError } from "../../domain/errors/availability-errors.js";
import { errorFrom } from "../../domain/errors/failure.js";
import type { Clock } from "../../ports/runtime/clock.js";
import { discard } from "../outbound/bounded-http.js";
import { systemCodeOf } from "../runtime/system-error.js";
import { pauseAfter } from "./backoff.js";
import type { OpenReply, ServerClient } from "./server-client.js";
import { ServerAwayError } from "./server-errors.js";
import type { SpaceBudget } from "./space-budget.js";

/** A connection that brings fewer bytes in this time is given up, and the rest is requested again. */
const PROGRESS_MILLISECONDS = 30_000;
const PROGRESS_BYTES = 32 * 1024;

/** So many attempts in a row without progress end the download. */
const MAX_STALLS = 5;

/** Maximum number of bytes that wait until earlier ones are written. */
const MAX_HELD_BYTES = 1024 * 1024;

/** What all downloads share. */
export interface DownloadNeeds {
  readonly client: ServerClient;
  readonly space: SpaceBudget;
  readonly clock: Clock;
}

/**
 * Receives audio of a job into a new file, in as many parts as the connection needs: each attempt
 * continues where the last one broke off, unless the audio has changed.
 */
export class AudioDownload {
  #receivedBytes = 0;
  /** The length of the audio, and the tag of the version that is being received. */
  #whole: { readonly bytes: number; readonly tag: string | undefined } | undefined;

  constructor(
    private readonly needs: DownloadNeeds,
    private readonly audio: {
      readonly job: OfferedJob;
      readonly source: string;
      /** Where the file is created. */
      readonly path: string;
    },
  ) {}

  /**
   * Receives the audio; returns `false` where the server does not have it.
   *
   * @throws {AudioUnavailableError} the server sends nothing, or there is no space for it
   * @throws {Error} the source of the server failed, or the claim has ended
   * @throws {unknown} `signal.reason`, when aborted
   */
  async run(signal: AbortSignal): Promise<boolean> {
    const file = await open(this.audio.path, "wx", 0o600).catch(unwritable);
    try {
      return await this.#receive(file, signal);
    } finally {
      await file.close();
    }
  }

  /** The number of bytes that it has taken of the space. */
  get takenBytes(): number {
    return this.#whole?.bytes ?? 0;
  }

  async #receive(file: FileHandle, signal: AbortSignal): Promise<boolean> {
    for (let stalls = 0; ;) {
      const before = this.#receivedBytes;
      try {
        return await this.#continue(file, signal);
      } catch (error) {
        signal.throwIfAborted();
        if (!(error instanceof ServerAwayError)) throw error;
        stalls = this.#receivedBytes - before >= PROGRESS_BYTES ? 0 : stalls + 1;
        if (stalls === MAX_STALLS) throw new AudioUnavailableError(error);
        await this.needs.clock.sleep(pauseAfter(stalls + 1), signal);
        signal.throwIfAborted();
      }
    }
  }

  /** Requests the bytes that are missing, and writes them. */
  async #continue(file: FileHandle, signal: AbortSignal): Promise<boolean> {
    const ended = new AbortController();
    const stalled = new AbortController();
    const { job, source } = this.audio;
    try {
      const reply = await this.needs.client.open({
        method: "GET",
        path: `jobs/${encodeURIComponent(job.id)}/audio/${encodeURIComponent(source)}`,
        token: job.token,
        headers: this.#rangeHeaders(),
        signal: AbortSignal.any([signal, stalled.signal]),
      });
      if ("failure" in reply) {
        if (reply.failure.code === "AUDIO_NOT_FOUND") return false;
        if (reply.failure.code === "AUDIO_UNAVAILABLE") throw new AudioUnavailableError();
        throw errorFrom(reply.failure);
      }
      if ("data" in reply) throw this.needs.client.away(`answers ${reply.status} without audio`);
      await this.#begin(reply, file, signal);
      void this.#watch(stalled, ended.signal);
      await this.#write(reply, file);
      return true;
    } catch (error) {
      // What the body of a reply throws is an error of the connection.
      throw isOfConnection(error) ? new ServerAwayError("The connection broke off.", error) : error;
    } finally {
      ended.abort();
    }
  }

  #rangeHeaders(): Record<string, string> {
    const tag = this.#whole?.tag;
    if (tag === undefined || this.#receivedBytes === 0) return {};
    return { range: `bytes=${this.#receivedBytes}-`, "if-range": tag };
  }

  /** Decides by the head of a reply whether it continues what was received. */
  async #begin(
    { statusCode, headers, body }: OpenReply,
    file: FileHandle,
    signal: AbortSignal,
  ): Promise<void> {
    const tag = headers["etag"] === undefined ? undefined : String(headers["etag"]);
    const length = Number(headers["content-length"]);
    const start = statusCode === 206 ? startOf(String(headers["content-range"])) : 0;
    const isContinued = statusCode === 206 && start === this.#receivedBytes;
    if (!Number.isSafeInteger(length) || (statusCode === 206 && !isContinued)) {
      discard(body);
      this.#receivedBytes = 0;
      throw this.needs.client.away("sends audio without its length, or another part of it");
    }
    if (isContinued) return;
    this.#receivedBytes = 0;
    await file.truncate(0);
    if (length !== this.takenBytes) await this.#reserve(length, body, signal);
    this.#whole = { bytes: length, tag };
  }

  /** Takes space for so many bytes, instead of what was taken for another version of the audio. */
  async #reserve(bytes: number, body: OpenReply["body"], signal: AbortSignal): Promise<void> {
    const { space } = this.needs;
    space.give(this.takenBytes);
    this.#whole = undefined;
    if (space.tryTake(bytes)) return;
    // It cannot be held back for long, so it is requested again when there is space.
    discard(body);
    if (!space.canHold(bytes)) {
      const cause = new Error(`The audio has ${bytes} bytes, more than WORKER_SPACE_MB allows.`);
      throw new AudioUnavailableError(cause);
    }
    await space.take(bytes, signal);
    this.#whole = { bytes, tag: undefined };
    throw new ServerAwayError("The audio had to wait for space.");
  }

  async #write({ body }: OpenReply, file: FileHandle): Promise<void> {
    let writing = Promise.resolve();
    const writer = new Writable({
      highWaterMark: MAX_HELD_BYTES,
      // What arrives during a write is written together: each write is a turn of a thread.
      writev: (parts: readonly { readonly chunk: Uint8Array }[], done) => {
        const stored = this.#store(
          parts.map(({ chunk }) => chunk),
          file,
        );
        writing = stored.then(() => done(), done);
      },
    });
    // A write that still runs must not come after those of the next attempt.
    await pipeline(body, writer).finally(() => writing);
    const { bytes } = this.#whole ?? { bytes: 0 };
    if (this.#receivedBytes < bytes) throw new ServerAwayError("The audio ended too early.");
  }

  async #store(parts: readonly Uint8Array[], file: FileHandle): Promise<void> {
    const length = parts.reduce((sum, part) => sum + part.length, 0);
    if (this.#receivedBytes + length > this.takenBytes) {
      throw this.needs.client.away("sends more audio than it announced");
    }
    const { bytesWritten } = await file.writev(parts, this.#receivedBytes).catch(unwritable);
    // A disk that becomes full takes the beginning without an error.
    if (bytesWritten < length) throw new AudioUnavailableError(new Error("The disk is full."));
    this.#receivedBytes += length;
  }

  /** Gives the connection up where it brings too few bytes. */
  async #watch(stalled: AbortController, ended: AbortSignal): Promise<void> {
    for (;;) {
      const before = this.#receivedBytes;
      await this.needs.clock.sleep(PROGRESS_MILLISECONDS, ended);
      if (ended.aborted) return;
      if (this.#receivedBytes - before < PROGRESS_BYTES) stalled.abort();
    }
  }
}

/** Returns the first byte of a part; -1 where the header has another form. */
const startOf = (contentRange: string): number =>
  Number(/^bytes ([0-9]+)-/.exec(contentRange)?.[1] ?? -1);

/** Whether an error is one of undici or of a socket, or the abort of a stalled connection. */
function isOfConnection(error: unknown): boolean {
  if (!(error instanceof Error) || error instanceof ServerAwayError) return false;
  if (error.name === "AbortError") return true;
  return "code" in error && /^(?:UND_ERR|ECONN|EPIPE|ETIMEDOUT|ABORT)/.test(String(error.code));
}

/** @throws {AudioUnavailableError} the disk is full, or cannot be written */
function unwritable(error: unknown): never {
  if (systemCodeOf(error) === undefined) throw error;
  throw new AudioUnavailableError(error);
}
