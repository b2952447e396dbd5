import { isDeepStrictEqual } from "node:util";
import type { FaultServer } from "../fault-server.js";

/** How many of the older analyses are asked for again after each kill. */
const ASKED_AGAIN = 8;

/** What the killed servers have answered, and must answer ever after. */
export class KillLedger {
  readonly #analyses = new Map<string, unknown>();
  readonly problems: string[] = [];

  /** What was kept by a server, by track. */
  keep(trackKey: string, data: unknown): void {
    this.#analyses.set(trackKey, data);
  }

  get trackKeys(): readonly string[] {
    return [...this.#analyses.keys()];
  }

  /** Asks a new server for the latest and for some of the older analyses. */
  async check(server: FaultServer, pick: (count: number) => number): Promise<void> {
    const all = this.trackKeys;
    const some = Array.from({ length: ASKED_AGAIN }, () => all[pick(all.length)]);
    for (const trackKey of new Set([...all.slice(-ASKED_AGAIN), ...some])) {
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
