import type { LikenessLayout, LikenessPlaces } from "../../domain/likeness/likeness-layout.js";
import { ANALYSIS_VERSION } from "../../dsp/analysis-version.js";
import type { LikenessArranger } from "../../ports/analysis/likeness-arranger.js";
import { ThreadPool } from "../threads/thread-pool.js";
import type { LikenessReply, LikenessRequest } from "./likeness-exchange.js";

/** Of the arrangement: another one gives other places. */
const ARRANGEMENT_VERSION = 1;

/** Many times what an arrangement takes, on a machine that is busy. */
const TIMEOUT_MILLISECONDS = 600_000;

/** How long a thread stays, since it knows the places that it computed. */
const IDLE_MILLISECONDS = 300_000;

/** The entry point beside this file: `.ts` from source, `.js` once built. */
const ownWorkerUrl = new URL(
  import.meta.url.endsWith(".ts") ? "likeness-worker.ts" : "likeness-worker.js",
  import.meta.url,
);

/** Computes layouts in one thread, which starts when it is first needed. */
export class WorkerArranger implements LikenessArranger {
  readonly version = `${String(ARRANGEMENT_VERSION)}/${String(ANALYSIS_VERSION)}`;
  readonly #pool: ThreadPool<LikenessRequest, LikenessReply>;

  constructor({ workerUrl = ownWorkerUrl }: { readonly workerUrl?: URL } = {}) {
    this.#pool = new ThreadPool({
      concurrency: 1,
      timeoutMilliseconds: TIMEOUT_MILLISECONDS,
      idleMilliseconds: IDLE_MILLISECONDS,
      maxHeapMegabytes: 256,
      workerUrl,
      jobName: "The layout by likeness",
    });
  }

  async arrange(
    embeddings: Int8Array,
    before: LikenessLayout | undefined,
  ): Promise<LikenessLayout> {
    const reply = await this.#pool.run({ kind: "arrange", embeddings, before });
    if (reply.kind !== "arranged") throw new Error("The thread has replied something else.");
    return { version: this.version, ...reply.layout };
  }

  async place(layout: LikenessLayout, embeddings: Int8Array): Promise<LikenessPlaces> {
    const reply = await this.#pool.run({ kind: "place", layout, embeddings });
    if (reply.kind !== "placed") throw new Error("The thread has replied something else.");
    return reply.places;
  }

  close(): Promise<void> {
    return this.#pool.close();
  }
}
