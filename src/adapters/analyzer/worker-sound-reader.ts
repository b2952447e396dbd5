import { AnalysisTooCostlyError } from "../../domain/errors/analysis-errors.js";
import { TimedOutError } from "../../domain/errors/availability-errors.js";
import type { EncodedAudio } from "../../ports/analysis/audio-source.js";
import type { HeardSound, SoundReader } from "../../ports/analysis/sound-reader.js";
import { ThreadPool } from "../threads/thread-pool.js";
import { errorOfReply } from "./failure-exchange.js";
import type { SoundReply } from "./sound-exchange.js";

/** Time limit of one file in its thread: two minutes of audio are decoded. */
const TIMEOUT_MILLISECONDS = 60_000;

/** The entry point beside this file: `.ts` from source, `.js` once built. */
const ownWorkerUrl = new URL(
  import.meta.url.endsWith(".ts") ? "sound-worker.ts" : "sound-worker.js",
  import.meta.url,
);

/** Computes fingerprints in a thread beside those of analyses, so that requests do not queue behind background jobs. */
export class WorkerSoundReader implements SoundReader {
  readonly #pool = new ThreadPool<EncodedAudio, SoundReply>({
    concurrency: 1,
    timeoutMilliseconds: TIMEOUT_MILLISECONDS,
    workerData: { maxDecoderSeconds: TIMEOUT_MILLISECONDS / 1_000 },
    maxHeapMegabytes: 256,
    workerUrl: ownWorkerUrl,
    idleMilliseconds: 10_000,
    jobName: "Reading the sound of a file",
  });

  /** @throws {ThreadCrashedError} the thread ended during this call */
  async hear(audio: EncodedAudio, signal?: AbortSignal): Promise<HeardSound> {
    const reply = await this.#pool.run(audio, signal).catch((error: unknown) => {
      if (!(error instanceof TimedOutError)) throw error;
      throw new AnalysisTooCostlyError(TIMEOUT_MILLISECONDS / 1_000);
    });
    if (!reply.ok) throw errorOfReply(reply);
    return reply.sound;
  }

  close(): Promise<void> {
    return this.#pool.close();
  }
}
