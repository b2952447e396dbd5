import BetterSqlite from "better-sqlite3";
import pg from "pg";
import { estimateFields } from "../../../src/domain/analysis/descriptors.js";

/** Orders of the table that have an index. */
const INDEXED = ["artist_folded", "title_folded", "tempo", "energy desc"];

/** Runs a statement on one of the systems, and waits for all its rows. */
interface Connection {
  ask(statement: string): Promise<unknown>;
  close(): Promise<void>;
}

/**
 * The catalogue as a table with a column for each estimate and indexes: what the catalogue in memory
 * is compared with. Nothing keeps the table up to date.
 */
export class PlainCatalogue {
  readonly #connection: Connection;

  private constructor(connection: Connection) {
    this.#connection = connection;
  }

  /** Opens the table in a filled database, and creates it where an earlier run has not. */
  static async open(url: string): Promise<PlainCatalogue> {
    const isPostgres = url.startsWith("postgres:");
    const connection = isPostgres ? await connect(url) : open(url.slice("sqlite:".length));
    const exists = await connection.ask("select 1 from plain_tracks limit 1").then(
      () => true,
      () => false,
    );
    if (!exists) await create(connection, isPostgres);
    return new PlainCatalogue(connection);
  }

  /** Reads the keys of a page of 20, and whether there are more. */
  async page(where: string, orderBy: string): Promise<void> {
    await this.#connection.ask(
      `select recording_id from plain_tracks where ${where} order by ${orderBy} nulls last, recording_id limit 21`,
    );
  }

  /** Counts the tracks of a condition. */
  async count(where: string): Promise<void> {
    await this.#connection.ask(`select count(*) from plain_tracks where ${where}`);
  }

  close(): Promise<void> {
    return this.#connection.close();
  }
}

async function connect(url: string): Promise<Connection> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  return { ask: (statement) => client.query(statement), close: () => client.end() };
}

function open(file: string): Connection {
  const handle = new BetterSqlite(file);
  handle.pragma("cache_size = -262144");
  const run = (statement: string): unknown => {
    const prepared = handle.prepare(statement);
    return prepared.reader ? prepared.all() : prepared.run();
  };
  return {
    // Async, so that a failure is a rejection.
    ask: async (statement) => Promise.resolve(run(statement)),
    close: async () => Promise.resolve(void handle.close()),
  };
}

async function create(connection: Connection, isPostgres: boolean): Promise<void> {
  const values = estimateFields.map((field) =>
    isPostgres
      ? `(parsed -> '${field}' ->> 0)::float8 as "${field}"`
      : `json_extract(parsed, '$.${field}[0]') as "${field}"`,
  );
  // The offset keeps PostgreSQL from parsing the text for each of its values.
  const rows = isPostgres
    ? "select *, estimates::jsonb as parsed from analyses offset 0"
    : "select *, estimates as parsed from analyses";
  await connection.ask(`create table plain_tracks as select recording_id, artist_folded, source,
    track_name_folded as title_folded, artist_folded || ' ' || track_name_folded as names,
    ${values.join(", ")} from (${rows}) as analyses`);
  const nulls = isPostgres ? "nulls last" : "";
  for (const [index, order] of INDEXED.entries()) {
    await connection.ask(
      `create index plain_order_${index} on plain_tracks (${order} ${nulls}, recording_id)`,
    );
  }
  await connection.ask("analyze");
}
