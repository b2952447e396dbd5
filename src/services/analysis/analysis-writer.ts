import type { Analysis } from "../../domain/analysis/analysis.js";
import type { NewDelivery } from "../../domain/webhook/webhook-delivery.js";
import type { AnalysisStore } from "../../ports/analysis/analysis-store.js";
import { retryWhileStorageBusy } from "../storage-retry.js";

/** Creates the webhook deliveries of analyses. */
export interface AnalysisDeliveries {
  /** Returns a function that makes the deliveries of a ready analysis, for the webhooks that there are now. */
  openDeliveries(): Promise<(analysis: Analysis) => readonly NewDelivery[]>;
}

/** Stores analyses together with their webhook deliveries. */
export class AnalysisWriter {
  constructor(
    private readonly needs: {
      readonly store: Pick<AnalysisStore, "save">;
      readonly deliveries: AnalysisDeliveries;
      /** Called after each analysis that was stored. */
      readonly onSaved?: () => void;
    },
  ) {}

  /**
   * Stores an analysis, unless one of a newer version of its recording is stored, and returns whether it
   * did. The webhook deliveries are stored in the same transaction, so that none is lost where the process
   * ends.
   *
   * @param options as those of `AnalysisStore.save`
   */
  async save(analysis: Analysis, options: { readonly isOfFile?: boolean } = {}): Promise<boolean> {
    const { store, deliveries, onSaved } = this.needs;
    const isSaved = await retryWhileStorageBusy(async () =>
      store.save(analysis, await deliveries.openDeliveries(), options),
    );
    if (isSaved) onSaved?.();
    return isSaved;
  }
}
