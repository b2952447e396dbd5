import { open, type FileHandle } from "node:fs/promises";
import { Writable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { AudioUnavailableError } from "../../domain/errors/availability-errors.js";
import type { AudioRest, AudioStream } from "../../ports/analysis/audio-stream.js";
import type { Clock } from "../../ports/runtime/clock.js";
import { systemCodeOf } from "../runtime/system-error.js";
import { pauseAfter } from "./backoff.js";
import { ServerAwayError } from "./server-errors.js";
import type { Semaphore } from "../runtime/semaphore.js";

/** A connection that brings fewer bytes in this time is given up, and the rest is requested again. */
const PROGRESS_MILLISECONDS = 30_000;
const PROGRESS_BYTES = 32 * 1024;

/** So many attempts in a row without progress end the download. */
const MAX_STALLS = 5;

/** Maximum number of bytes that wait until earlier ones are written. */
const MAX_HELD_BYTES = 1024 * 1024;

/** The same where a pace is kept, so that no pause is as long as one in which nothing arrives. */
const MAX_PACED_BYTES = 64 * 1024;

/** What all downloads share. */
export interface DownloadNeeds {
  readonly space: Pick<Semaphore, "canHold" | "give" | "take" | "tryTake">;
  /** The setting that limits the space. */
  readonly spaceSetting: string;
  readonly clock: Clock;
}

/** Audio to download. */
export interface DownloadedAudio {
  /** Where the file is created. */
  readonly path: string;
  /** Its length where that is known before; another one is an error. */
  readonly expectedBytes?: number;
  /**
   * Asks for the audio, or the rest of one version of it; `undefined` where there is none.
   *
   * @throws {ServerAwayError} the same request may succeed later
   */
  readonly open: (
    rest: AudioRest | undefined,
    signal: AbortSignal,
  ) => Promise<AudioStream | undefined>;
  /** Returns the error of a server that sends what cannot be used now, by words that follow its name. */
  readonly away: (problem: string) => ServerAwayError;
  /** Waits after so many bytes were received; not at all by default. */
  readonly pace?: (bytes: number, signal: AbortSignal) => Promise<void>;
}

/** The audio has another length than it was expected to have: it is other audio. */
export class OtherLengthError extends Error {
  constructor(
    readonly expectedBytes: number,
    /** At least so many where they are more. */
    readonly receivedBytes: number,
  ) {
    super(`the audio has ${receivedBytes} bytes, and not ${expectedBytes}`);
    this.name = "OtherLengthError";
  }
}

/**
 * Receives audio into a new file, in as many parts as the connection needs: each attempt continues where the last one broke
 * off, unless the audio has changed.
 */
export class AudioDownload {
  #receivedBytes = 0;
  /** The most that was received of it, also before it began again. */
  #mostBytes = 0;
  /** The length of the audio, and the tag of the version that is being received. */
  #whole: { readonly bytes: number; readonly tag: string | undefined } | undefined;
  /** Where a stream ended last that did not state its length. */
  #endedAt: number | undefined;

  constructor(
    private readonly needs: DownloadNeeds,
    private readonly audio: DownloadedAudio,
  ) {}

  /**
   * Receives the audio; returns `false` where there is none.
   *
   * @throws {OtherLengthError} it has not the expected length
   * @throws {AudioUnavailableError} the server sends nothing, or there is no space for it
   * @throws {Error} what `open` throws beside
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
      const before = this.#mostBytes;
      try {
        return await this.#continue(file, signal);
      } catch (error) {
        signal.throwIfAborted();
        if (!(error instanceof ServerAwayError)) throw error;
        stalls = this.#mostBytes - before >= PROGRESS_BYTES ? 0 : stalls + 1;
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
    const either = AbortSignal.any([signal, stalled.signal]);
    try {
      const stream = await this.audio.open(this.#rest(), either);
      if (stream === undefined) return false;
      await this.#begin(stream, file, signal);
      void this.#watch(stalled, ended.signal);
      await this.#write(stream, file, either);
      return true;
    } catch (error) {
      // What the body of a reply throws is an error of the connection.
      throw isOfConnection(error) ? new ServerAwayError("The connection broke off.", error) : error;
    } finally {
      ended.abort();
    }
  }

  #rest(): AudioRest | undefined {
    const tag = this.#whole?.tag;
    if (tag === undefined || this.#receivedBytes === 0) return undefined;
    return { startByte: this.#receivedBytes, tag };
  }

  /** Decides by the head of a reply whether it continues what was received. */
  async #begin(stream: AudioStream, file: FileHandle, signal: AbortSignal): Promise<void> {
    const { startByte, lengthBytes, tag } = stream;
    const { expectedBytes, away } = this.audio;
    const length = lengthBytes ?? (expectedBytes === undefined ? NaN : expectedBytes - startByte);
    const isWhole = startByte === 0;
    const isContinued = !isWhole && startByte === this.#receivedBytes;
    if (!Number.isSafeInteger(length) || !(isWhole || isContinued)) {
      stream.close();
      this.#receivedBytes = 0;
      throw away("sends audio without its length, or another part of it");
    }
    if (expectedBytes !== undefined && startByte + length !== expectedBytes) {
      stream.close();
      throw new OtherLengthError(expectedBytes, startByte + length);
    }
    if (isContinued) return;
    this.#receivedBytes = 0;
    await file.truncate(0);
    if (length !== this.takenBytes) await this.#reserve(length, stream, signal);
    this.#whole = { bytes: length, tag };
  }

  /** Takes space for so many bytes, instead of what was taken for another version of the audio. */
  async #reserve(bytes: number, stream: AudioStream, signal: AbortSignal): Promise<void> {
    const { space, spaceSetting } = this.needs;
    space.give(this.takenBytes);
    this.#whole = undefined;
    if (space.tryTake(bytes)) return;
    // It cannot be held back for long, so it is requested again when there is space.
    stream.close();
    if (!space.canHold(bytes)) {
      const cause = new Error(`The audio has ${bytes} bytes, more than ${spaceSetting} allows.`);
      throw new AudioUnavailableError(cause);
    }
    await space.take(bytes, signal);
    this.#whole = { bytes, tag: undefined };
    throw new ServerAwayError("The audio had to wait for space.");
  }

  async #write(
    { body, lengthBytes }: AudioStream,
    file: FileHandle,
    signal: AbortSignal,
  ): Promise<void> {
    let writing = Promise.resolve();
    const writer = new Writable({
      highWaterMark: this.audio.pace ? MAX_PACED_BYTES : MAX_HELD_BYTES,
      // What arrives during a write is written together: each write is a turn of a thread.
      writev: (parts: readonly { readonly chunk: Uint8Array }[], done) => {
        const stored = this.#store(
          parts.map(({ chunk }) => chunk),
          file,
          signal,
        );
        writing = stored.then(() => done(), done);
      },
    });
    // A write that still runs must not come after those of the next attempt.
    await pipeline(body, writer).finally(() => writing);
    if (this.#receivedBytes >= this.takenBytes) return;
    const { expectedBytes } = this.audio;
    // A connection may break where a stream without a length would end, but not twice at the same byte.
    const isEnd = lengthBytes === undefined && this.#endedAt === this.#receivedBytes;
    if (expectedBytes !== undefined && isEnd) {
      throw new OtherLengthError(expectedBytes, this.#receivedBytes);
    }
    this.#endedAt = lengthBytes === undefined ? this.#receivedBytes : undefined;
    throw new ServerAwayError("The audio ended too early.");
  }

  async #store(parts: readonly Uint8Array[], file: FileHandle, signal: AbortSignal): Promise<void> {
    const { expectedBytes, away, pace } = this.audio;
    const length = parts.reduce((sum, part) => sum + part.length, 0);
    const receivedBytes = this.#receivedBytes + length;
    if (receivedBytes > this.takenBytes) {
      if (expectedBytes !== undefined) throw new OtherLengthError(expectedBytes, receivedBytes);
      throw away("sends more audio than it announced");
    }
    const { bytesWritten } = await file.writev(parts, this.#receivedBytes).catch(unwritable);
    // A disk that becomes full takes the beginning without an error.
    if (bytesWritten < length) throw new AudioUnavailableError(new Error("The disk is full."));
    this.#receivedBytes = receivedBytes;
    this.#mostBytes = Math.max(this.#mostBytes, receivedBytes);
    await pace?.(length, signal);
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

/** Whether an error is one of a socket, or the abort of a stalled connection. */
function isOfConnection(error: unknown): boolean {
  if (!(error instanceof Error) || error instanceof ServerAwayError) return false;
  if (error.name === "AbortError") return true;
  return "code" in error && /^(?:ECONN|EPIPE|ETIMEDOUT|ABORT)/.test(String(error.code));
}

/** @throws {AudioUnavailableError} the disk is full, or cannot be written */
function unwritable(error: unknown): never {
  if (systemCodeOf(error) === undefined) throw error;
  throw new AudioUnavailableError(error);
}
