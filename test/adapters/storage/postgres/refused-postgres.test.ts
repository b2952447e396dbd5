import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import pg from "pg";
import { serverDatabaseCheck } from "../../../../src/adapters/diagnosis/database-checks.js";
import { inspectPostgres } from "../../../../src/adapters/diagnosis/postgres-inspection.js";
import { openDatabase } from "../../../../src/adapters/storage/database.js";
import { migrationNames } from "../../../../src/adapters/storage/migrations/migrate.js";
import { postgresAddressOf } from "../../../../src/domain/operations/postgres-address.js";
import {
  MIGRATED_TEMPLATE,
  providedServer,
  type ProvidedServer,
} from "../../../postgres/provided-server.js";

const CONNECTIONS = 10;

/** Lets a user use all tables, and create none. */
const TABLES_GRANTED =
  "grant usage on schema public to USER; grant select, insert, update, delete on all tables in schema public to USER";

describe("What is wrong with a PostgreSQL database", () => {
  let server: ProvidedServer;
  /** The name of a user, and of a database, of this test. */
  let name: string;

  beforeAll(async () => {
    server = await providedServer();
  });
  beforeEach(async () => {
    name = `refused_${randomUUID().replaceAll("-", "")}`;
    await administer("postgres", `create role ${name} login`);
  });
  afterEach(async () => {
    await administer("postgres", `drop database if exists ${name} with (force)`);
    await administer("postgres", `drop role ${name}`);
  });

  /** Runs statements one by one, where USER and DATABASE stand for those of this test. */
  async function administer(database: string, statements: string): Promise<void> {
    const client = new pg.Client({ connectionString: server.url(database) });
    await client.connect();
    try {
      for (const statement of statements.split(";")) {
        await client.query(statement.replaceAll(/USER|DATABASE/gu, name));
      }
    } finally {
      await client.end();
    }
  }

  const blank = "create database DATABASE encoding UTF8 template template0";
  const migrated = `create database DATABASE template ${MIGRATED_TEMPLATE}`;

  /** Returns the message of a start that is refused, or `undefined`, and the finding of the diagnosis. */
  async function judged() {
    const url = server.url(name, name);
    const start = await openDatabase({ url, openingWaitMilliseconds: 0 }).then(
      (database) => database.close(),
      (error: Error) => error.message,
    );
    const inspect = () => inspectPostgres(url, Date.now());
    const check = serverDatabaseCheck(postgresAddressOf(url), inspect, CONNECTIONS);
    return { start, diagnosis: await check.run(AbortSignal.timeout(60_000)) };
  }

  it.each([
    [
      "a database that is read-only",
      [blank, "alter database DATABASE set default_transaction_read_only = on"],
      "",
      "is read-only (default_transaction_read_only)",
    ],
    [
      "a user who may only read",
      [migrated, "alter role USER set default_transaction_read_only = on"],
      TABLES_GRANTED,
      "is read-only (default_transaction_read_only)",
    ],
    ["no right to create tables", [blank], "", "lets this user create no tables"],
    [
      "no right to use the schema",
      [migrated],
      "revoke all on schema public from public",
      "lets this user create no tables",
    ],
    [
      "no right to write a table",
      [migrated],
      `${TABLES_GRANTED}; revoke update on api_keys from USER`,
      "lets this user not read and write the table api_keys",
    ],
    [
      "a table of another user that is to be migrated",
      [migrated],
      `${TABLES_GRANTED}; grant create on schema public to USER;
        delete from kysely_migration where name = '${migrationNames.at(-1)}'`,
      "belongs to another user",
    ],
    [
      "no right to connect",
      [blank, "revoke connect on database DATABASE from public"],
      "",
      "refuses this user the permission",
    ],
    [
      "one connection for the user",
      [blank, "alter database DATABASE owner to USER", "alter role USER connection limit 1"],
      "",
      "has no free connection",
    ],
    [
      "one connection for the database",
      [
        blank,
        "alter database DATABASE owner to USER",
        "alter database DATABASE connection limit 1",
      ],
      "",
      "has no free connection",
    ],
    ["no database", ["select 1"], "", "has no such database"],
  ])("is said by the start and by the diagnosis alike: %s", async (_, before, inside, problem) => {
    for (const statement of before) await administer("postgres", statement);
    if (inside !== "") await administer(name, inside);

    const { start, diagnosis } = await judged();

    expect(start).toContain(problem);
    expect(diagnosis).toMatchObject({ state: "fail", message: start });
  });

  it.each([
    ["a user who may create no tables where none is missing", [migrated], TABLES_GRANTED],
    [
      "a user whose statements and transactions are limited to a second",
      [
        migrated,
        "alter role USER set statement_timeout = 500",
        "alter role USER set lock_timeout = 1",
        "alter role USER set transaction_timeout = 1000",
      ],
      TABLES_GRANTED,
    ],
  ])("is nothing, for both: %s", async (_, before, inside) => {
    for (const statement of before) await administer("postgres", statement);
    await administer(name, inside);

    const { start, diagnosis } = await judged();
    const database = await openDatabase({ url: server.url(name, name) });
    const slept = await sql`select pg_sleep(1.2)`.execute(database.kysely);
    await database.close();

    expect(start).toBeUndefined();
    expect(diagnosis).toMatchObject({ state: "ok" });
    expect(slept.rows).toHaveLength(1);
  });

  it.each([
    ["user", "alter role USER connection limit 4"],
    ["database", "alter database DATABASE connection limit 4"],
  ])("is a warning where a %s may have fewer connections than a server opens", async (_, limit) => {
    for (const statement of [migrated, limit]) await administer("postgres", statement);
    await administer(name, TABLES_GRANTED);

    const { start, diagnosis } = await judged();

    expect(start).toBeUndefined();
    expect(diagnosis).toMatchObject({
      state: "warn",
      message: expect.stringContaining("this user may have 4 connections at once") as string,
      advice: expect.stringContaining("Set DATABASE_CONNECTIONS to 4 or less") as string,
    });
  });
});
