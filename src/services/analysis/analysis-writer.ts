import type { Analysis } from "../../domain/analysis/analysis.js";
import type { AnalysisStore } from "../../ports/analysis/analysis-store.js";
import type { NewDelivery } from "../../domain/webhook/webhook-delivery.js";
import { retryWhileStorageBusy } from "../storage-retry.js";

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

/** Returns whether a stored analysis is this one, of an attempt whose answer was lost. */
function isSame(stored: Analysis, { version, source, analyzedAt }: Analysis): boolean {
  return stored.version === version && stored.source === source && stored.analyzedAt === analyzedAt;
}

/** Stores analyses so that none is replaced by one from a lower-ranked source. */
export class AnalysisWriter {
  constructor(
    private readonly needs: {
      readonly store: Pick<AnalysisStore, "save">;
      readonly deliveries: AnalysisDeliveries;
    },
  ) {}

  /**
   * Stores an analysis, unless one of a newer version is stored, or one of the same version from an
   * equal or higher-ranked source, and returns whether it did. This is decided in the transaction that
   * stores it, because two processes may have analysed one track. The webhook deliveries are stored in
   * the same transaction, so that none is lost where the process ends.
   */
  save(analysis: Analysis): Promise<boolean> {
    const { store, deliveries } = this.needs;
    let attempts = 0;
    return retryWhileStorageBusy(async () => {
      attempts++;
      let isStored = false;
      const mayReplace = (stored: Analysis): boolean => {
        // In the first attempt it is another one of the same millisecond, such as of another upload.
        isStored = attempts > 1 && isSame(stored, analysis);
        return !isKept(stored, analysis);
      };
      const added = await deliveries.deliveriesFor(analysis);
      return (await store.save(analysis, added, mayReplace)) || isStored;
    });
  }
}
