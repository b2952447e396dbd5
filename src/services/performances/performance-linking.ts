import { likeliest, linkBetween } from "../../domain/fingerprint/performance-link.js";
import type { RecordingId } from "../../domain/track/recording-id.js";
import type { FingerprintCatalogue } from "../../ports/analysis/fingerprint-catalogue.js";
import type {
  ComparedRecording,
  PerformanceLinkStore,
} from "../../ports/analysis/performance-links.js";
import type { Clock } from "../../ports/runtime/clock.js";
import type { FailureLog } from "../failure-log.js";
import { retryWhileStorageBusy } from "../storage-retry.js";

/** Recordings that are claimed together. */
const CLAIMED = 16;
/** Longer than so many are compared: a process that claimed them and did not store them by then has stopped. */
const CLAIM_MILLISECONDS = 60_000;
/** Interval at which recordings are looked for that another process has analysed. */
const IDLE_MILLISECONDS = 30_000;
/** Interval at which those are counted that another process compares. */
const WAIT_MILLISECONDS = 500;

/** How far the comparison is. */
export type LinkingProgress = (done: number, total: number) => void;

/**
 * Compares recordings by their sound, and stores which are of one performance, in the background: each once,
 * with those that were analysed before it, by any process on the database. What was not compared when a
 * process ends is compared by the next.
 */
export class PerformanceLinking {
  readonly #stopping = new AbortController();
  /** Ends the pause after the last recording. */
  #idle = new AbortController();
  #running: Promise<void> = Promise.resolve();

  constructor(
    private readonly needs: {
      readonly sounds: FingerprintCatalogue;
      readonly links: PerformanceLinkStore;
      readonly clock: Clock;
      readonly failures: FailureLog;
    },
  ) {}

  /** Starts the background work. Called at most once. */
  start(): void {
    this.#running = this.#run();
  }

  /** Ends a pause, because a recording was analysed. */
  wake(): void {
    this.#idle.abort();
  }

  /** Compares no further recording, and waits for the one in progress. */
  async close(): Promise<void> {
    this.#stopping.abort();
    this.wake();
    await this.#running;
  }

  /**
   * Compares all recordings that were not compared yet, and waits for those that other processes compare.
   *
   * @throws {unknown} `signal.reason`, when aborted
   */
  async finish(signal: AbortSignal, onProgress: LinkingProgress): Promise<void> {
    const { links, clock } = this.needs;
    const total = await links.countUncompared();
    for (let left = total; left > 0; left = await links.countUncompared()) {
      onProgress(Math.max(0, total - left), total);
      if (!(await this.#compareSome(signal))) await clock.sleep(WAIT_MILLISECONDS, signal);
      signal.throwIfAborted();
    }
    if (total > 0) onProgress(total, total);
  }

  async #run(): Promise<void> {
    const { signal } = this.#stopping;
    while (!signal.aborted) {
      this.#idle = new AbortController();
      const hasMore = await this.#compareSome(signal).catch((error: unknown) => {
        this.needs.failures.record(error);
        return false;
      });
      if (!hasMore) await this.needs.clock.sleep(IDLE_MILLISECONDS, this.#idle.signal);
    }
  }

  /** Compares some recordings, until the signal aborts; returns whether there were any. */
  async #compareSome(signal: AbortSignal): Promise<boolean> {
    const { links, sounds } = this.needs;
    const claimed = await links.claim(CLAIMED, CLAIM_MILLISECONDS);
    for (const recordingId of claimed) {
      if (signal.aborted) break;
      const [words] = await sounds.findFingerprints([recordingId]);
      if (words === undefined) continue;
      const compared = await this.#compare(recordingId, words);
      await retryWhileStorageBusy(() => links.save({ recordingId, words }, compared));
    }
    return claimed.length > 0;
  }

  async #compare(
    recordingId: RecordingId,
    words: Uint32Array,
  ): Promise<readonly ComparedRecording[]> {
    const { sounds, clock } = this.needs;
    const found = new Map(await sounds.findAlike(words));
    found.delete(recordingId);
    const alike = likeliest(found);
    const compared: ComparedRecording[] = [];
    for (const [index, others] of (await sounds.findFingerprints(alike)).entries()) {
      const other = alike[index];
      if (other === undefined || others === undefined) continue;
      const link = linkBetween({ recordingId, words }, { recordingId: other, words: others });
      if (link) compared.push({ recordingId: other, words: others, link });
      // Each comparison takes some milliseconds; requests run in between.
      await clock.sleep(0);
    }
    return compared;
  }
}
