import { AudioUndecodableError } from "../../../domain/errors/analysis-errors.js";
import {
  AudioChangedError,
  AudioUnavailableError,
  TimedOutError,
} from "../../../domain/errors/availability-errors.js";
import type {
  AudioDigest,
  AudioDigests,
  DigestOptions,
} from "../../../ports/library/audio-digests.js";
import { ThreadPool } from "../../threads/thread-pool.js";
import type { DigestReply, DigestRequest } from "./digest-exchange.js";

/** The limits of computing digests, which tests lower. */
export interface ThreadedAudioDigestsOptions {
  /** Maximum number of files that are read at once, integer >= 1. */
  readonly concurrency?: number;
  /** Time limit of one file, the start of a thread included. */
  readonly timeoutMilliseconds?: number;
  /** The file that threads run. */
  readonly workerUrl?: URL;
}

/** The entry point beside this file: `.ts` from source, `.js` once built. */
const ownWorkerUrl = new URL(
  import.meta.url.endsWith(".ts") ? "digest-worker.ts" : "digest-worker.js",
  import.meta.url,
);

/**
 * Computes digests of audio in threads of its own, because hashing a library takes minutes of
 * processor time. A file is read in pieces, so that memory does not grow with its length.
 */
export class ThreadedAudioDigests implements AudioDigests {
  readonly #pool: ThreadPool<DigestRequest, DigestReply>;

  constructor(options: ThreadedAudioDigestsOptions = {}) {
    this.#pool = new ThreadPool({
      concurrency: options.concurrency ?? 1,
      timeoutMilliseconds: options.timeoutMilliseconds ?? 600_000,
      maxHeapMegabytes: 128,
      workerUrl: options.workerUrl ?? ownWorkerUrl,
      idleMilliseconds: 10_000,
      jobName: "Reading a file",
    });
  }

  /** @throws {ThreadCrashedError} the thread ended during this call */
  async digestOf(path: string, options: DigestOptions = {}): Promise<AudioDigest | undefined> {
    const { signal, ...found } = options;
    const request = { kind: "file", path, ...found } as const;
    const reply = await this.#pool.run(request, signal).catch((error: unknown) => {
      throw error instanceof TimedOutError ? new AudioUnavailableError(error) : error;
    });
    if (reply.ok) return reply.found;
    if (reply.kind === "unavailable") throw new AudioUnavailableError();
    if (reply.kind === "changed") throw new AudioChangedError();
    throw new AudioUndecodableError(reply.reason);
  }

  /** Ends all threads. Running and waiting calls reject. */
  close(): Promise<void> {
    return this.#pool.close();
  }
}
