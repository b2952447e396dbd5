import type { FindingState } from "../../domain/finding.js";
import type { Check } from "../../ports/runtime/check.js";
import type { Inspect } from "./database-check.js";

/** Checks whether the metadata cache, which is in the database, can be read. */
export class CacheCheck implements Check {
  readonly what = "cache";

  constructor(private readonly needs: { readonly inspect: Inspect; readonly ttlSeconds: number }) {}

  run(): Promise<FindingState> {
    try {
      const entryCount = this.needs.inspect()?.cacheEntryCount ?? 0;
      const kept = `each kept for ${this.needs.ttlSeconds} s`;
      return Promise.resolve({
        state: "ok",
        message: `in the database; entries: ${entryCount}, ${kept}`,
      });
    } catch {
      return Promise.resolve({
        state: "fail",
        message: "cannot be read, because the database cannot",
        advice: "Repair the database first.",
      });
    }
  }
}
