import { setImmediate as nextTurn } from "node:timers/promises";
import type { Kysely } from "kysely";
import {
  FingerprintIndex,
  type IndexedPlace,
} from "../../../domain/fingerprint/fingerprint-index.js";
import { unpackFingerprint } from "../../../domain/fingerprint/fingerprint-text.js";
import type { RecordingId } from "../../../domain/track/recording-id.js";
import type { FingerprintCatalogue } from "../../../ports/analysis/fingerprint-catalogue.js";
import { newestRevision } from "../analysis-changes.js";
import type { Database } from "../database.js";
import { TableFollower } from "../table-follower.js";
import type { Schema } from "../tables.js";
import { wordsFromBytes } from "../../../domain/fingerprint/word-bytes.js";
import { readFingerprints } from "./saved-fingerprint.js";

/** Rows read before the event loop runs other work: about ten milliseconds. */
const ROWS_PER_SLICE = 250;
/** Words of a recording that are looked up at a stretch, 2 minutes. */
const WORDS_PER_QUERY = 1000;
/**
 * Finds recordings by their sound, with some words of each in memory: about 900 bytes for a recording of four
 * minutes. The first query reads those of all; each query reads what has changed since the one before.
 */
export class SqlFingerprintCatalogue implements FingerprintCatalogue {
  readonly #kysely: Kysely<Schema>;
  readonly #index = new FingerprintIndex<RecordingId>();
  readonly #follower = new TableFollower({
    newest: () => newestRevision(this.#kysely),
    readSome: (after, newest) => this.#readSome(after, newest),
  });

  #clearing: Promise<void> | undefined;

  constructor({ database }: { readonly database: Pick<Database, "kysely"> }) {
    this.#kysely = database.kysely;
  }

  async find(excerpt: Uint32Array, limit: number): Promise<readonly IndexedPlace<RecordingId>[]> {
    await this.#catchUp();
    return this.#index.find(excerpt, limit);
  }

  async findAlike(words: Uint32Array): Promise<ReadonlyMap<RecordingId, number>> {
    const alike = new Map<RecordingId, number>();
    for (let start = 0; start < words.length; start += WORDS_PER_QUERY) {
      await this.#catchUp();
      const found = this.#index.findAlike(words.subarray(start, start + WORDS_PER_QUERY));
      for (const [recordingId, agreeing] of found) {
        alike.set(recordingId, Math.max(agreeing, alike.get(recordingId) ?? 0));
      }
      await nextTurn();
    }
    return alike;
  }

  async findFingerprints(
    recordingIds: readonly RecordingId[],
  ): Promise<readonly (Uint32Array | undefined)[]> {
    const texts = await readFingerprints(this.#kysely, recordingIds);
    return recordingIds.map((recordingId) => {
      const text = texts.get(recordingId);
      return text === undefined ? undefined : unpackFingerprint(text);
    });
  }

  async #catchUp(): Promise<void> {
    await this.#follower.catchUp();
    while (this.#clearing !== undefined) await this.#clearing;
  }

  async #readSome(after: number, newest: number): Promise<number> {
    const changes = await this.#kysely
      .selectFrom("analysisChanges as changes")
      .leftJoin("indexedFingerprints as indexed", "indexed.recordingId", "changes.recordingId")
      .select(["revision", "changes.recordingId as recordingId", "words"])
      .where("revision", ">", after)
      .orderBy("revision")
      .limit(ROWS_PER_SLICE)
      .execute();
    for (const { recordingId, words } of changes) {
      if (words === null) this.#index.remove(recordingId as RecordingId);
      else this.#index.add(recordingId as RecordingId, wordsFromBytes(words));
    }
    if (this.#index.isSparse) await this.#clear();
    return changes.at(-1)?.revision ?? newest;
  }

  /** Clears removed recordings away, while other work runs in between and queries wait. */
  async #clear(): Promise<void> {
    const work = async (): Promise<void> => {
      const steps = this.#index.clear();
      while (steps.next().done !== true) await nextTurn();
    };
    this.#clearing = work();
    await this.#clearing;
    this.#clearing = undefined;
  }
}
