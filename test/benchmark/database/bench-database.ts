import { existsSync } from "node:fs";
import { chmod, mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { DatabaseSystem } from "../../../src/adapters/storage/opened-dialect.js";
import { EmbeddedServer } from "../../postgres/embedded-server.js";
import { fillDatabase } from "./filled-database.js";

/** What a benchmark of stored analyses runs on. */
export interface BenchOptions {
  readonly system: DatabaseSystem;
  /** Number of analyses; without it, each benchmark has its own. */
  readonly tracks?: number | undefined;
  /** Folder in which the filled database stays for further runs. */
  readonly folder?: string | undefined;
}

/** A filled database. */
export interface BenchDatabase {
  readonly url: string;
  /** A folder for other files. */
  readonly folder: string;
  /** For a sentence: "100 000 tracks on SQLite". */
  readonly description: string;
  /** Stops its server, and removes it unless it is kept. */
  close(): Promise<void>;
}

/** What differs from a server of the tests, which loses its data: as a server has it by default. */
const SETTINGS = [
  "fsync=on",
  "full_page_writes=on",
  "synchronous_commit=on",
  "autovacuum=on",
  "shared_buffers=256MB",
  "max_wal_size=4GB",
];

const SYSTEM_NAMES = { sqlite: "SQLite", postgres: "PostgreSQL" } as const;

/** Opens a database with as many analyses, and fills it unless that was done by an earlier run. */
export async function openBenchDatabase(
  { system, folder: kept }: BenchOptions,
  tracks: number,
): Promise<BenchDatabase> {
  const folder = kept
    ? join(kept, `${system}-${tracks}`)
    : await mkdtemp(join(tmpdir(), "overtone-bench-"));
  await mkdir(folder, { recursive: true });
  // PostgreSQL may run as another user.
  await chmod(folder, 0o755);
  const server =
    system === "postgres"
      ? await EmbeddedServer.start(SETTINGS, join(folder, "cluster"))
      : undefined;
  const database: BenchDatabase = {
    url: server ? server.url("overtone") : `sqlite:${join(folder, "overtone.db")}`,
    folder,
    description: `${tracks.toLocaleString("en").replaceAll(",", " ")} tracks on ${SYSTEM_NAMES[system]}`,
    async close() {
      await server?.stop();
      if (kept === undefined) await rm(folder, { recursive: true, force: true });
    },
  };
  const filled = join(folder, "filled");
  if (existsSync(filled)) return database;
  try {
    await server?.administer("create database overtone");
    await fillDatabase(database.url, tracks);
    await writeFile(filled, "");
    return database;
  } catch (error) {
    await database.close();
    throw error;
  }
}
