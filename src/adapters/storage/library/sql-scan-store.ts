import { type Kysely, type RawBuilder, sql } from "kysely";
import type {
  EndedScan,
  LibraryScanning,
  RunningScan,
  ScanOutcome,
  ScanProgress,
} from "../../../domain/library/library-scan.js";
import type { ScanStore } from "../../../ports/library/scan-store.js";
import type { Clock } from "../../../ports/runtime/clock.js";
import type { DatabaseTime } from "../database-time.js";
import type { Database } from "../database.js";
import { RecentReads } from "../recent-reads.js";
import type { Schema } from "../tables.js";

/** The name of the only value that is read. */
const ALL = "all";

/** A scan of which nothing was stored for this long has ended with its server. */
const LOST_MILLISECONDS = 30_000;

/** Stores the scans of all servers in the database. */
export class SqlScanStore implements ScanStore {
  readonly #kysely: Kysely<Schema>;
  /** Everybody who follows the library asks for them each second. */
  readonly #reads: RecentReads<LibraryScanning>;

  constructor(
    private readonly needs: {
      readonly database: Database;
      readonly time: DatabaseTime;
      readonly clock: Pick<Clock, "now">;
    },
  ) {
    this.#kysely = needs.database.kysely;
    this.#reads = new RecentReads({ ...needs, max: 1 });
  }

  async begin(id: string): Promise<void> {
    const now = this.needs.time();
    const times = { startedAt: now, reportedAt: now };
    await this.#reads.change(() =>
      this.#kysely
        .insertInto("libraryScans")
        .values({ id, ...times, filesSeen: 0, filesLeft: 0 })
        .execute(),
    );
  }

  async report(id: string, { folder, filesSeen, filesLeft }: ScanProgress): Promise<void> {
    const progress = { folder: folder ?? null, filesSeen, filesLeft };
    await this.#reads.change(() =>
      this.#kysely
        .updateTable("libraryScans")
        .set({ ...progress, reportedAt: this.needs.time() })
        .where("id", "=", id)
        .execute(),
    );
  }

  async end(id: string, outcome: ScanOutcome): Promise<void> {
    await this.#reads.change(() =>
      this.#kysely.transaction().execute(async (transaction) => {
        await transaction
          .updateTable("libraryScans")
          .set({ outcome: JSON.stringify(outcome), reportedAt: this.needs.time() })
          .where("id", "=", id)
          .execute();
        await transaction
          .deleteFrom("libraryScans")
          .where("id", "!=", id)
          .where((build) =>
            build.or([
              build("outcome", "is not", null),
              build("reportedAt", "<", this.#lostBefore()),
            ]),
          )
          .execute();
      }),
    );
  }

  async list(): Promise<LibraryScanning> {
    const [found] = await this.#reads.findMany([ALL], async () => [await this.#read()]);
    return found ?? { scans: [], lastScan: null };
  }

  async #read(): Promise<LibraryScanning> {
    const rows = await this.#kysely
      .selectFrom("libraryScans")
      .selectAll()
      .select(this.#lostBefore().as("lostBefore"))
      .orderBy("startedAt")
      .orderBy("id")
      .execute();
    const scans: RunningScan[] = [];
    const ended: EndedScan[] = [];
    for (const { lostBefore, ...row } of rows) {
      const { startedAt, reportedAt, folder, filesSeen, filesLeft } = row;
      const outcome = outcomeOf(row, lostBefore);
      if (outcome) ended.push({ startedAt, endedAt: reportedAt, ...outcome });
      else scans.push({ startedAt, folder: folder ?? undefined, filesSeen, filesLeft });
    }
    const [lastScan = null] = ended.sort((one, other) => other.endedAt - one.endedAt);
    return { scans, lastScan };
  }

  #lostBefore(): RawBuilder<number> {
    return sql<number>`${this.needs.time()} - ${sql.lit(LOST_MILLISECONDS)}`;
  }
}

/** Returns how a scan ended; `undefined` where it runs. */
function outcomeOf(
  { outcome, reportedAt }: Pick<Schema["libraryScans"], "outcome" | "reportedAt">,
  lostBefore: number,
): ScanOutcome | undefined {
  if (outcome !== null) return JSON.parse(outcome) as ScanOutcome;
  return reportedAt < lostBefore ? { result: "aborted" } : undefined;
}
