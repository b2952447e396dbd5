import {
  scanCountsOf,
  type LibraryScanning,
  type ScanOutcome,
  type ScanProgress,
} from "../../domain/library/library-scan.js";
import type { ScanReport } from "../../domain/library/library-file.js";
import type { ScanStore } from "../../ports/library/scan-store.js";
import type { Clock } from "../../ports/runtime/clock.js";
import type { RandomSource } from "../../ports/runtime/random-source.js";

/** Interval at which the progress of a scan is stored. */
const REPORT_MILLISECONDS = 1_000;

const ID_BYTES = 8;

/** The progress of a scan, which the scan itself counts. */
export type ScanCounter = { -readonly [Name in keyof ScanProgress]: ScanProgress[Name] };

/** Shows the scans of this server to all servers on the database, and those of all to clients. */
export class LibraryScans {
  constructor(
    private readonly needs: {
      readonly store: ScanStore;
      readonly clock: Pick<Clock, "sleep">;
      readonly random: Pick<RandomSource, "hex">;
    },
  ) {}

  /** Returns the scans that run, and the last one that ended, of all servers. */
  list(): Promise<LibraryScanning> {
    return this.needs.store.list();
  }

  /**
   * Runs a scan. It is shown with its progress while it runs, and with its result afterwards.
   *
   * @param scan counts its files in `counter`
   * @param signal tells a scan that was aborted from one that failed
   */
  async show(
    scan: (counter: ScanCounter) => Promise<ScanReport>,
    signal: AbortSignal | undefined,
  ): Promise<ScanReport> {
    const { store, random } = this.needs;
    const id = random.hex(ID_BYTES);
    const counter: ScanCounter = { filesSeen: 0, filesLeft: 0 };
    await store.begin(id);
    const over = new AbortController();
    const reporting = this.#report(id, counter, over.signal);
    let outcome: ScanOutcome = { result: "failed" };
    try {
      const report = await scan(counter);
      outcome = { result: "completed", counts: scanCountsOf(report) };
      return report;
    } catch (error) {
      if (signal?.aborted) outcome = { result: "aborted" };
      throw error;
    } finally {
      over.abort();
      await reporting;
      // The scan ended all the same: where that cannot be stored, it counts as aborted half a minute later.
      await store.end(id, outcome).catch(() => undefined);
    }
  }

  async #report(id: string, counter: ScanCounter, over: AbortSignal): Promise<void> {
    const { store, clock } = this.needs;
    for (;;) {
      await clock.sleep(REPORT_MILLISECONDS, over);
      if (over.aborted) return;
      // What cannot be stored now is stored with the next report.
      await store.report(id, counter).catch(() => undefined);
    }
  }
}
