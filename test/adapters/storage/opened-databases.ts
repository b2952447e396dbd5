import { randomUUID } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import {
  type Database,
  type DatabaseOptions,
  openDatabase,
} from "../../../src/adapters/storage/database.js";
import { creationOf, providedServer } from "../../postgres/provided-server.js";

/** The systems that stores are tested on. */
export const databaseSystems = ["SQLite", "PostgreSQL"] as const;

type System = (typeof databaseSystems)[number];

/** Opens databases, and closes them after each test. */
export interface OpenedDatabases {
  /** Opens a database, by default an empty one: in memory, or on the PostgreSQL server of the tests. */
  open(options?: Partial<DatabaseOptions>): Promise<Database>;
  /** Creates an empty database that several connections can open. */
  createUrl(): Promise<string>;
}

export function openedDatabases(system: System = "SQLite"): OpenedDatabases {
  const opened: Database[] = [];
  const folders: string[] = [];
  const created = new CreatedDatabases();
  afterEach(async () => {
    for (const database of opened.splice(0)) await database.close();
    for (const folder of folders.splice(0)) await rm(folder, { recursive: true });
    await created.emptyAll();
  });
  async function createUrl(): Promise<string> {
    if (system === "PostgreSQL") return created.take();
    const folder = await mkdtemp(join(tmpdir(), "overtone-database-"));
    folders.push(folder);
    return `sqlite:${join(folder, "overtone.db")}`;
  }
  return {
    async open(options = {}) {
      const url = options.url ?? (system === "PostgreSQL" ? await createUrl() : "sqlite::memory:");
      const database = await openDatabase({ ...options, url });
      opened.push(database);
      return database;
    },
    createUrl,
  };
}

/** The databases of a test file on the PostgreSQL server. They are emptied after each test, and used again. */
class CreatedDatabases {
  readonly #free: string[] = [];
  readonly #taken: string[] = [];

  async take(): Promise<string> {
    const url = this.#free.pop() ?? (await createDatabase());
    this.#taken.push(url);
    return url;
  }

  async emptyAll(): Promise<void> {
    for (const url of this.#taken.splice(0)) {
      const client = new pg.Client({ connectionString: url });
      await client.connect();
      await client.query(EMPTYING).finally(() => client.end());
      this.#free.push(url);
    }
  }
}

/** Tables are emptied row by row: faster than `truncate` for a few rows. */
const EMPTYING = `
  delete from webhook_deliveries; delete from webhooks; delete from analyses; delete from analysis_changes;
  delete from library_files; delete from api_keys; delete from cache_entries; delete from catalogue_snapshots;
  delete from catalogue_snapshot_portions; update analysis_revision set revision = 0;
  update library_revision set revision = 0`;

async function createDatabase(): Promise<string> {
  const server = await providedServer();
  const name = `test_${randomUUID().replaceAll("-", "")}`;
  const client = new pg.Client({ connectionString: server.url("postgres") });
  await client.connect();
  await client.query(creationOf(name)).finally(() => client.end());
  return server.url(name);
}
