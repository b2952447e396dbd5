import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sql } from "kysely";
import pg from "pg";
import {
  type Database,
  type DatabaseOptions,
  openDatabase,
} from "../../../src/adapters/storage/database.js";
import { createDatabase } from "../../postgres/provided-server.js";

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
  return system === "SQLite" ? openedFiles() : openedOnServer();
}

function openedFiles(): OpenedDatabases {
  const opened = closedAfterEach();
  const folders: string[] = [];
  afterEach(async () => {
    for (const folder of folders.splice(0)) await rm(folder, { recursive: true });
  });
  return {
    open: (options = {}) => opened({ url: "sqlite::memory:", ...options }),
    async createUrl() {
      const folder = await mkdtemp(join(tmpdir(), "overtone-database-"));
      folders.push(folder);
      return `sqlite:${join(folder, "overtone.db")}`;
    },
  };
}

/**
 * The databases of a test file are emptied after each test, and used again; those that were opened
 * without options stay open, because new connections of PostgreSQL are slow at first.
 */
function openedOnServer(): OpenedDatabases {
  const opened = closedAfterEach();
  const free: string[] = [];
  const taken: string[] = [];
  const kept = new Map<string, Database>();
  afterEach(async () => {
    for (const url of taken.splice(0)) {
      await (kept.get(url) ? sql.raw(EMPTYING).execute(kept.get(url)!.kysely) : empty(url));
      free.push(url);
    }
  });
  afterAll(async () => {
    for (const database of kept.values()) await database.close();
  });
  async function createUrl(): Promise<string> {
    const url = free.pop() ?? (await createDatabase());
    taken.push(url);
    return url;
  }
  return {
    createUrl,
    async open(options) {
      if (options?.url !== undefined) return opened({ ...PATIENT, ...options, url: options.url });
      const url = await createUrl();
      if (options !== undefined) return opened({ ...PATIENT, ...options, url });
      const database = kept.get(url) ?? (await openConnected(url));
      kept.set(url, database);
      return database;
    },
  };
}

/** A machine that stands still for seconds must not fail a test. */
const PATIENT = { waitMilliseconds: 60_000 };

/**
 * Opens a database with all its connections, which otherwise open one by one when queries overlap: an early query with
 * a connection of its own could then end after later ones.
 */
async function openConnected(url: string): Promise<Database> {
  const database = await openDatabase({ ...PATIENT, url, connections: CONNECTIONS });
  const held = Array.from({ length: CONNECTIONS }, () =>
    sql`select pg_sleep(0.05)`.execute(database.kysely),
  );
  await Promise.all(held);
  return database;
}

const CONNECTIONS = 4;

/** Returns a function that opens databases, which are closed after each test. */
function closedAfterEach(): (options: DatabaseOptions) => Promise<Database> {
  const opened: Database[] = [];
  afterEach(async () => {
    for (const database of opened.splice(0)) await database.close();
  });
  return async (options) => {
    const database = await openDatabase(options);
    opened.push(database);
    return database;
  };
}

/** Tables are emptied row by row: faster than `truncate` for a few rows. */
const EMPTYING = `
  delete from webhook_deliveries; delete from webhooks; delete from analyses; delete from analysis_changes;
  delete from library_files; delete from music_servers; delete from server_songs; delete from server_playlists; delete from playlist_files; delete from likeness_layouts; delete from library_scans; delete from further_keys; delete from recording_pins; delete from id_links; delete from api_keys; delete from cache_entries; delete from catalogue_snapshots; delete from analysis_jobs;
  delete from analysis_failures; delete from upload_parts; delete from rate_windows; delete from provider_turns;
  delete from corrections; delete from playlists; delete from playlist_revisions; delete from playlist_rows; delete from sessions; delete from sign_in_links; delete from repeatable_requests; delete from catalogue_snapshot_portions; delete from row_seals; delete from stored_checks; update analysis_revision set revision = 0;
  update library_revision set revision = 0`;

async function empty(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query(EMPTYING).finally(() => client.end());
}
