import { readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { isDeepStrictEqual } from "node:util";
import { inspectSqlite } from "../../../../src/adapters/diagnosis/sqlite-inspection.js";
import { openDatabase, type Database } from "../../../../src/adapters/storage/database.js";
import { unsealedTables } from "../../../../src/adapters/storage/seals/sealed-tables.js";
import { SqlRowSeals } from "../../../../src/adapters/storage/seals/sql-row-seals.js";
import type { Share } from "../../../../src/domain/library/stored-check.js";
import { RandomChoices } from "../../../faults/fuzzing/random-choices.js";
import { contentIn, contentOf, fill, type Content } from "../copy/copied-content.js";

const EVERYTHING: Share = { index: 0, of: 1 };

const NEVER = new AbortController().signal;

/** What became of a byte that was changed: "unused" is one of no row that stays. */
export type ChangedByte = "found" | "missed" | "unused";

/** Compares a share of the rows with their seals. */
export async function comparedRows(
  seals: SqlRowSeals,
  share = EVERYTHING,
): Promise<{ readonly count: number; readonly damaged: readonly string[] }> {
  const damaged: string[] = [];
  let count = 0;
  for await (const rows of seals.check(share, NEVER)) {
    count += rows.count;
    damaged.push(...rows.damaged);
  }
  return { count, damaged };
}

/** Returns the rows of all tables whose rows stay. */
async function sealedContentIn(database: Database): Promise<Content> {
  const tables = Object.entries(await contentIn(database));
  return Object.fromEntries(tables.filter(([name]) => !(name in unsealedTables)));
}

/** A database file with rows in all tables, which are sealed, and copies of it with another byte. */
export class SealedFile {
  private constructor(
    private readonly folder: string,
    private readonly bytes: Uint8Array,
    private readonly content: Content,
  ) {}

  static async make(folder: string, rows: number): Promise<SealedFile> {
    const path = join(folder, "whole.db");
    const database = await openDatabase({ url: `sqlite:${path}` });
    await fill(database, contentOf(rows));
    await new SqlRowSeals({ database }).seal(NEVER);
    const content = await sealedContentIn(database);
    await database.close();
    return new SealedFile(folder, await readFile(path), content);
  }

  /** Changes one byte, which the seed and the index choose, and tries whether that is found. */
  async change(seed: number, index: number): Promise<{ outcome: ChangedByte; offset: number }> {
    const choices = new RandomChoices(seed, index);
    const offset = choices.below(this.bytes.length);
    const changed = Uint8Array.from(this.bytes);
    changed[offset] = changed[offset]! ^ (1 + choices.below(255));
    const path = join(this.folder, `changed-${index}.db`);
    await writeFile(path, changed);
    const outcome = await this.#outcomeAt(path);
    await rm(path);
    return { outcome, offset };
  }

  async #outcomeAt(path: string): Promise<ChangedByte> {
    try {
      if ((inspectSqlite(path, 0)?.damage.length ?? 1) > 0) return "found";
      const database = await openDatabase({ url: `sqlite:${path}` });
      return await this.#outcomeIn(database).finally(() => database.close());
    } catch {
      return "found";
    }
  }

  async #outcomeIn(database: Database): Promise<ChangedByte> {
    const { damaged } = await comparedRows(new SqlRowSeals({ database }));
    if (damaged.length > 0) return "found";
    return isDeepStrictEqual(await sealedContentIn(database), this.content) ? "unused" : "missed";
  }
}
