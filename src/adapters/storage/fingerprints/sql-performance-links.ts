import { compareTexts } from "../../../domain/compare-texts.js";
import { setImmediate as nextTurn } from "node:timers/promises";
import { sql, type Kysely, type Transaction } from "kysely";
import { SAME_PERFORMANCE_SCORE } from "../../../domain/fingerprint/compare-fingerprints.js";
import { indexedWordsOf } from "../../../domain/fingerprint/fingerprint-index.js";
import {
  LinkedPairs,
  type PerformanceGroups,
} from "../../../domain/fingerprint/performance-groups.js";
import {
  linkedTo,
  type HeardRecording,
  type LinkedRecording,
  type PerformanceLink,
} from "../../../domain/fingerprint/performance-link.js";
import { bytesFromWords } from "../../../domain/fingerprint/word-bytes.js";
import { KeptValues } from "../../../domain/kept-values.js";
import type { RecordingId } from "../../../domain/track/recording-id.js";
import type {
  ComparedRecording,
  PerformanceLinkStore,
} from "../../../ports/analysis/performance-links.js";
import { changeAnalyses, newestRevision, recordChanges } from "../analysis-changes.js";
import type { DatabaseTime } from "../database-time.js";
import type { Database } from "../database.js";
import { portionsOf } from "../portions.js";
import { repeatInSlices } from "../sliced-work.js";
import { TableFollower } from "../table-follower.js";
import type { Schema } from "../tables.js";

/** Changes read before the event loop runs other work. */
const CHANGES_PER_SLICE = 1000;
/** Pairs read at first before it does. */
const PAIRS_PER_SLICE = 2000;
/** How many groups are kept: those of the default score, and of scores that requests for duplicates name. */
const KEPT_GROUPS = 4;
/** Maximum number of ids in one statement, for all database systems; each occurs in it twice. */
const IDS_PER_STATEMENT = 1000;

/** Stores links of performances, and follows which recordings they join. */
export class SqlPerformanceLinks implements PerformanceLinkStore {
  readonly #kysely: Kysely<Schema>;
  readonly #time: DatabaseTime;
  readonly #pairs = new LinkedPairs();
  /** By the changes of the pairs, and the least score. */
  readonly #groups = new KeptValues<Promise<PerformanceGroups>>(KEPT_GROUPS);
  readonly #follower = new TableFollower({
    newest: () => newestRevision(this.#kysely),
    readSome: (after, newest) => this.#readSome(after, newest),
  });

  constructor(needs: { readonly database: Pick<Database, "kysely">; readonly time: DatabaseTime }) {
    this.#kysely = needs.database.kysely;
    this.#time = needs.time;
  }

  async claim(max: number, milliseconds: number): Promise<readonly RecordingId[]> {
    const time = this.#time();
    const claimed = await this.#kysely
      .updateTable("indexedFingerprints")
      .set({ takenUntil: sql<number>`${time} + ${sql.lit(milliseconds)}` })
      .where("recordingId", "in", (build) =>
        build
          .selectFrom("indexedFingerprints as waiting")
          .select("waiting.recordingId")
          .where("waiting.isCompared", "=", 0)
          .where("waiting.takenUntil", "<=", time)
          .limit(max),
      )
      // Another process may have claimed them meanwhile.
      .where("isCompared", "=", 0)
      .where("takenUntil", "<=", time)
      .returning("recordingId")
      .execute();
    return claimed.map(({ recordingId }) => recordingId as RecordingId);
  }

  async countUncompared(): Promise<number> {
    const { count } = await this.#kysely
      .selectFrom("indexedFingerprints")
      .select(({ fn }) => fn.countAll<number>().as("count"))
      .where("isCompared", "=", 0)
      .executeTakeFirstOrThrow();
    return Number(count);
  }

  async save(recording: HeardRecording, compared: readonly ComparedRecording[]): Promise<void> {
    if (compared.length === 0) {
      await markCompared(this.#kysely, recording);
      return;
    }
    await changeAnalyses(this.#kysely, async (transaction) => {
      if (!(await markCompared(transaction, recording))) return;
      const changed: RecordingId[] = [];
      for (const other of compared) {
        if (!(await hasFingerprint(transaction, other))) continue;
        await insertLink(transaction, other.link);
        changed.push(other.recordingId);
      }
      if (changed.length > 0) await recordChanges(transaction, [recording.recordingId, ...changed]);
    });
  }

  async findLinked(
    recordingIds: readonly RecordingId[],
    minScore: number,
  ): Promise<readonly (readonly LinkedRecording[])[]> {
    const linked = new Map(recordingIds.map((id) => [id, [] as LinkedRecording[]]));
    for (const some of portionsOf([...linked.keys()], IDS_PER_STATEMENT)) {
      for (const link of await this.#readLinks(some, minScore)) {
        for (const id of new Set([link.firstId, link.secondId])) {
          if (some.includes(id)) linked.get(id)?.push(linkedTo(id, link));
        }
      }
    }
    return recordingIds.map((id) =>
      (linked.get(id) ?? []).sort(
        (one, other) => other.score - one.score || compareTexts(one.recordingId, other.recordingId),
      ),
    );
  }

  async readGroups(minScore = SAME_PERFORMANCE_SCORE): Promise<PerformanceGroups> {
    await this.#follower.catchUp();
    return this.#groups.of([this.#pairs.changeCount, minScore], () => this.#group(minScore));
  }

  /** Finds the groups of now; where pairs change meanwhile, those after the change. */
  #group(minScore: number): Promise<PerformanceGroups> {
    return repeatInSlices(() => {
      const { changeCount } = this.#pairs;
      return Promise.resolve({
        work: this.#pairs.grouping(minScore),
        isStale: () => this.#pairs.changeCount !== changeCount,
      });
    });
  }

  async #readLinks(
    recordingIds: readonly string[],
    minScore: number,
  ): Promise<readonly PerformanceLink[]> {
    const rows = await this.#kysely
      .selectFrom("performanceLinks")
      .select(["firstId", "secondId", "score", "offsetSeconds", "share"])
      .where((build) =>
        build.or([build("firstId", "in", recordingIds), build("secondId", "in", recordingIds)]),
      )
      .where("score", ">=", minScore)
      .execute();
    return rows.map((row) => ({
      ...row,
      firstId: row.firstId as RecordingId,
      secondId: row.secondId as RecordingId,
    }));
  }

  /** At first, links are read as a whole: few recordings have any. */
  async #readSome(after: number, newest: number): Promise<number> {
    if (after === 0) {
      await this.#readAll();
      return newest;
    }
    const changes = await this.#kysely
      .selectFrom("analysisChanges")
      .select(["recordingId", "revision"])
      .where("revision", ">", after)
      .orderBy("revision")
      .limit(CHANGES_PER_SLICE)
      .execute();
    const ids = changes.map(({ recordingId }) => recordingId as RecordingId);
    const links = ids.length === 0 ? [] : await this.#readLinks(ids, SAME_PERFORMANCE_SCORE);
    for (const id of ids) this.#pairs.remove(id);
    for (const { firstId, secondId, score } of links) this.#pairs.add(firstId, secondId, score);
    return changes.at(-1)?.revision ?? newest;
  }

  /** Reads all pairs in the order of their key; those that change meanwhile are read again as changes. */
  async #readAll(): Promise<void> {
    let last = { firstId: "", secondId: "" };
    for (let isOver = false; !isOver;) {
      const { firstId, secondId } = last;
      const rows = await this.#kysely
        .selectFrom("performanceLinks")
        .select(["firstId", "secondId", "score"])
        .where("score", ">=", SAME_PERFORMANCE_SCORE)
        .where((build) =>
          build.or([
            build("firstId", ">", firstId),
            build.and([build("firstId", "=", firstId), build("secondId", ">", secondId)]),
          ]),
        )
        .orderBy("firstId")
        .orderBy("secondId")
        .limit(PAIRS_PER_SLICE)
        .execute();
      for (const row of rows) {
        this.#pairs.add(row.firstId as RecordingId, row.secondId as RecordingId, row.score);
      }
      last = rows.at(-1) ?? last;
      isOver = rows.length < PAIRS_PER_SLICE;
      await nextTurn();
    }
  }
}

const bytesOf = ({ words }: HeardRecording): Buffer => bytesFromWords(indexedWordsOf(words));

/** Remembers that a recording was compared, where it has this fingerprint; returns whether it has. */
async function markCompared(kysely: Kysely<Schema>, recording: HeardRecording): Promise<boolean> {
  const { numUpdatedRows } = await kysely
    .updateTable("indexedFingerprints")
    .set({ isCompared: 1, takenUntil: 0 })
    .where("recordingId", "=", recording.recordingId)
    .where("words", "=", bytesOf(recording))
    .executeTakeFirstOrThrow();
  return numUpdatedRows > 0n;
}

async function hasFingerprint(
  transaction: Transaction<Schema>,
  recording: HeardRecording,
): Promise<boolean> {
  const row = await transaction
    .selectFrom("indexedFingerprints")
    .select("recordingId")
    .where("recordingId", "=", recording.recordingId)
    .where("words", "=", bytesOf(recording))
    .executeTakeFirst();
  return row !== undefined;
}

/** Stores a link; one of the same recordings is replaced. */
async function insertLink(
  transaction: Transaction<Schema>,
  { firstId, secondId, ...values }: PerformanceLink,
): Promise<void> {
  await transaction
    .insertInto("performanceLinks")
    .values({ firstId, secondId, ...values })
    .onConflict((conflict) => conflict.columns(["firstId", "secondId"]).doUpdateSet(values))
    .execute();
}
