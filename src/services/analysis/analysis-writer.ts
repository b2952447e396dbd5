import type { Analysis } from "../../domain/analysis/analysis.js";
import type { AnalysisStore } from "../../ports/analysis/analysis-store.js";
import type { NewDelivery } from "../../domain/webhook/webhook-delivery.js";
import { retryWhileStorageBusy } from "../operations/storage-retry.js";

/**
 * Ranks the source of an analysis: whole recordings above excerpts, and files of a source above
 * uploads.
 */
function rankOf({ source, excerptSeconds }: Analysis): number {
  if (excerptSeconds !== undefined) return 0;
  return source === "upload" ? 1 : 2;
}

/** Returns whether a stored analysis is kept instead of another. */
function isKept(stored: Analysis, other: Analysis): boolean {
  if (stored.version !== other.version) return stored.version > other.version;
  return rankOf(stored) >= rankOf(other);
}

/** Creates the webhook deliveries of an analysis. */
export interface AnalysisDeliveries {
  deliveriesFor(analysis: Analysis): Promise<readonly NewDelivery[]>;
}

/** Stores analyses so that none is replaced by one from a lower-ranked source. */
export class AnalysisWriter {
  #last: Promise<unknown> = Promise.resolve();

  constructor(
    private readonly needs: {
      readonly store: AnalysisStore;
      readonly deliveries: AnalysisDeliveries;
    },
  ) {}

  /**
   * Stores an analysis, unless one of a newer version is stored, or one of the same version from an
   * equal or higher-ranked source, and returns whether it did. The webhook deliveries are stored in the same transaction,
   * so that none is lost where the process ends. One analysis is stored at a time, so that no other
   * is stored between the read and the write.
   */
  save(analysis: Analysis): Promise<boolean> {
    const saved = this.#last.then(() => this.#save(analysis));
    this.#last = saved.catch(() => undefined);
    return saved;
  }

  async #save(analysis: Analysis): Promise<boolean> {
    const [stored] = await this.needs.store.findMany([analysis.trackKey]);
    if (stored !== undefined && isKept(stored, analysis)) return false;
    await retryWhileStorageBusy(async () =>
      this.needs.store.save(analysis, await this.needs.deliveries.deliveriesFor(analysis)),
    );
    return true;
  }
}
