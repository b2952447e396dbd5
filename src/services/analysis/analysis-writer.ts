import type { Analysis } from "../../domain/analysis/analysis.js";
import type { AnalysisStore } from "../../ports/analysis/analysis-store.js";
import type { NewDelivery } from "../../domain/webhook/webhook-delivery.js";
import { retryWhileStorageBusy } from "./storage-retry.js";

/** Whole recordings rank above excerpts, and files of a source above uploads of clients. */
function rankOf({ source, excerptSeconds }: Analysis): number {
  if (excerptSeconds !== undefined) return 0;
  return source === "upload" ? 1 : 2;
}

/** Says what is to be sent to webhooks about an analysis. */
export interface AnalysisDeliveries {
  deliveriesFor(analysis: Analysis): Promise<readonly NewDelivery[]>;
}

/** Keeps analyses so that none gives way to one from a lesser source. */
export class AnalysisWriter {
  readonly #store: AnalysisStore;
  readonly #deliveries: AnalysisDeliveries;
  #last: Promise<unknown> = Promise.resolve();

  constructor(needs: { readonly store: AnalysisStore; readonly deliveries: AnalysisDeliveries }) {
    this.#store = needs.store;
    this.#deliveries = needs.deliveries;
  }

  /**
   * Keeps an analysis, unless one of the same version from an equal or better source is kept, and
   * answers whether it did. What webhooks are to be told of it is kept in the same step, so that it
   * is not lost where the process ends. One is kept at a time, so that none slips in between.
   */
  save(analysis: Analysis): Promise<boolean> {
    const turn = this.#last.then(() => this.#save(analysis));
    this.#last = turn.catch(() => undefined);
    return turn;
  }

  async #save(analysis: Analysis): Promise<boolean> {
    const [kept] = await this.#store.findMany([analysis.trackKey]);
    if (kept?.version === analysis.version && rankOf(kept) >= rankOf(analysis)) return false;
    await retryWhileStorageBusy(async () =>
      this.#store.save(analysis, await this.#deliveries.deliveriesFor(analysis)),
    );
    return true;
  }
}
