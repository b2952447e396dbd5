import { isDeepStrictEqual } from "node:util";
import type { FaultServer } from "../fault-server.js";

/** The number of older analyses that are requested again after each kill. */
const REPEATED_COUNT = 8;

/** The responses of the killed servers, which later servers must repeat. */
export class KillLedger {
  readonly #analyses = new Map<string, unknown>();
  readonly problems: string[] = [];

  /** Records the stored analysis of a track. */
  keep(trackKey: string, data: unknown): void {
    this.#analyses.set(trackKey, data);
  }

  get trackKeys(): readonly string[] {
    return [...this.#analyses.keys()];
  }

  /** Requests the latest and some of the older analyses from a new server. */
  async check(server: FaultServer, pick: (count: number) => number): Promise<void> {
    const all = this.trackKeys;
    const some = Array.from({ length: REPEATED_COUNT }, () => all[pick(all.length)]);
    for (const trackKey of new Set([...all.slice(-REPEATED_COUNT), ...some])) {
      if (trackKey === undefined) continue;
      const answer = await server.analysisOf(trackKey);
      if (answer.status !== 200) {
        this.problems.push(`${trackKey} answered ${answer.status} ${answer.code} after the kill`);
      } else if (!isDeepStrictEqual(answer.data, this.#analyses.get(trackKey))) {
        this.problems.push(`${trackKey} has another analysis after the kill`);
      }
    }
  }
}
