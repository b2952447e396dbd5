import { randomUUID } from "node:crypto";
import { type Kysely, sql } from "kysely";
import pg from "pg";
import { SqlApiKeyStore } from "../../../../src/adapters/storage/api-keys/sql-api-key-store.js";
import { type Database, openDatabase } from "../../../../src/adapters/storage/database.js";
import { migrationNames } from "../../../../src/adapters/storage/migrations/migrate.js";
import { serverProblemOf } from "../../../../src/adapters/storage/postgres/postgres-server.js";
import { postgresAddressOf } from "../../../../src/domain/operations/postgres-address.js";
import { providedServer, type ProvidedServer } from "../../../postgres/provided-server.js";
import { keyWith } from "../../../contracts/access/api-key-store.contract.js";
import { openedDatabases } from "../opened-databases.js";

describe("A PostgreSQL database", () => {
  const databases = openedDatabases("PostgreSQL");
  let server: ProvidedServer;

  beforeAll(async () => {
    server = await providedServer();
  });

  /** Creates a database without tables. */
  async function createBlank(options = ""): Promise<string> {
    const name = `blank_${randomUUID().replaceAll("-", "")}`;
    await administer(`create database ${name} ${options}`);
    return name;
  }

  async function administer(statement: string): Promise<void> {
    const client = new pg.Client({ connectionString: server.url("postgres") });
    await client.connect();
    await client.query(statement).finally(() => client.end());
  }

  it("is migrated once by two servers that start together", async () => {
    const url = server.url(await createBlank());

    const opened = await Promise.all([1, 2, 3].map(() => databases.open({ url })));

    const rows = await rowsOf(opened[0]!, "select name from kysely_migration order by name");
    expect(rows).toEqual(migrationNames.map((name) => ({ name })));
  });

  it("has the tables, columns and indexes that a file has", async () => {
    const onServer = await databases.open();
    const inFile = await openDatabase({ url: "sqlite::memory:" });

    const [server, file] = [await columnsOf(onServer), await columnsOf(inFile)];
    const indexes = [
      await rowsOf(onServer, `${INDEXES_ON_SERVER} order by indexname collate "C"`),
      await rowsOf(inFile, `${INDEXES_IN_FILE} order by name`),
    ];

    expect(server).toEqual(file);
    expect(Object.keys(server)).toContain("analyses");
    expect(indexes[0]).toEqual(indexes[1]);
    expect(indexes[0]).not.toEqual([]);
    await inFile.close();
  });

  it("compares and orders all text by its bytes, whatever its locale", async () => {
    const database = await databases.open();

    const others = await rowsOf(
      database,
      `select table_name, column_name from information_schema.columns
        where table_schema = 'public' and table_name not like 'kysely%' and data_type = 'text'
        and collation_name is distinct from 'C'`,
    );
    const locale = await rowsOf(database, "select 'a' < 'B' as by_dictionary");

    expect(others).toEqual([]);
    expect(locale).toEqual([{ byDictionary: true }]);
  });

  it("keeps a snapshot's and a row's numbers exact, and throws where a number would not be", async () => {
    const database = await databases.open();
    const exact = await rowsOf(database, `select ${Number.MAX_SAFE_INTEGER}::int8 as number`);

    const inexact = rowsOf(database, "select 9007199254740993::int8 as number");

    expect(exact).toEqual([{ number: Number.MAX_SAFE_INTEGER }]);
    await expect(inexact).rejects.toThrow("9007199254740993");
  });

  it("refuses a database of a newer version without changing it", async () => {
    const url = await databases.createUrl();
    const newer = await databases.open({ url });
    const migrations = newer.kysely as unknown as Kysely<Record<string, Record<string, string>>>;
    const row = { name: "9999-of-the-future", timestamp: "2099-01-01T00:00:00.000Z" };
    await migrations.insertInto("kysely_migration").values(row).execute();

    const opening = databases.open({ url });

    await expect(opening).rejects.toThrow('newer version of Overtone, with the migration "9999');
    await migrations.deleteFrom("kysely_migration").where("name", "like", "9999%").execute();
  });

  it.each([
    ["a wrong password", "guarded:wrong@", "postgres", "refuses the user or the password"],
    ["an unknown database", "postgres:wrong@", "nowhere", "has no such database"],
  ])("is refused with %s, without repeating the password", async (_, user, name, reason) => {
    const url = server.url(name).replace("postgres@", user);

    const opening = openDatabase({ url });

    await expect(opening).rejects.toThrow(reason);
    await expect(opening).rejects.toThrow(new RegExp(`${name}.*${reason}`, "u"));
    await expect(opening).rejects.not.toThrow(/wrong/u);
  });

  it("is refused where the user may create no tables", async () => {
    const name = await createBlank();

    const opening = openDatabase({ url: server.url(name, "stranger") });

    await expect(opening).rejects.toThrow("lets this user create no tables");
  });

  it("is refused with another encoding than UTF8", async () => {
    const name = await createBlank(
      "encoding LATIN1 locale 'C' locale_provider libc template template0",
    );

    const opening = openDatabase({ url: server.url(name) });

    await expect(opening).rejects.toThrow("encoding LATIN1: create it with the encoding UTF8");
  });

  it("is refused where nothing listens, after the wait for a server that starts", async () => {
    const url = "postgres://ann:secret@127.0.0.1:9/music";

    const opening = openDatabase({ url, openingWaitMilliseconds: 50 });

    await expect(opening).rejects.toThrow(/^The database 127\.0\.0\.1:9\/music cannot be reached/u);
  });

  it("is refused at once where a certificate cannot be read", async () => {
    const opening = openDatabase({ url: `${server.url("postgres")}?sslrootcert=/nowhere/ca.pem` });

    await expect(opening).rejects.toThrow("/nowhere/ca.pem");
  });

  it("is refused where the URL asks for encryption that the server does not have", async () => {
    const opening = openDatabase({ url: `${server.url("postgres")}?sslmode=verify-full` });

    await expect(opening).rejects.toThrow("does not support SSL");
  });

  it.each([
    [{ version: 130_018 }, "PostgreSQL 13.18 is too old"],
    [{ version: 90_624 }, "PostgreSQL 9.6 is too old"],
    [{ encoding: "LATIN1" }, "encoding LATIN1"],
    [{ isStandby: true }, "is a standby"],
    [{ isReadOnly: true }, "is read-only"],
    [{}, undefined],
  ])("judges the server %j", (described, problem) => {
    const usable = { version: 140_000, encoding: "UTF8", isStandby: false, isReadOnly: false };

    const found = serverProblemOf({ ...usable, ...described });

    if (problem === undefined) expect(found).toBeUndefined();
    else expect(found).toContain(problem);
  });

  it.each([
    ["postgres://ann:p@ss@host:5433/music?password=p", "host:5433/music"],
    ["postgresql://host/music", "host/music"],
    ["postgres:///music?host=/run/postgresql", "music"],
  ])("is named without user and password: %s", (url, address) => {
    expect(postgresAddressOf(url)).toBe(address);
  });

  it("finishes what runs and what waits for a connection before it closes", async () => {
    const url = await databases.createUrl();
    const database = await openDatabase({ url, connections: 2 });
    const keys = new SqlApiKeyStore({ database });
    const slow = database.kysely.transaction().execute(async (transaction) => {
      await sql`select pg_sleep(0.2)`.execute(transaction);
      await new SqlApiKeyStore({ database: { ...database, kysely: transaction } }).add(
        keyWith({ lookup: "slow" }),
      );
    });
    const waiting = Array.from({ length: 10 }, (_, index) =>
      keys.add(keyWith({ lookup: `waiting ${index}` })),
    );

    await database.close();

    await Promise.all([slow, ...waiting]);
    const reopened = await databases.open({ url });
    expect(await new SqlApiKeyStore({ database: reopened }).list()).toHaveLength(11);
    await expect(keys.list()).rejects.toThrow("destroyed");
  });
});

/** Columns of primary keys: SQLite describes them as if they might be null. */
const KEYS = ["id", "lookup", "track_key"];

/** All tables with their columns; behind each column, whether it may be null. */
async function columnsOf({ kysely }: Database): Promise<Record<string, readonly string[]>> {
  const tables = await kysely
    .withoutPlugins()
    .introspection.getTables({ withInternalKyselyTables: false });
  return Object.fromEntries(
    tables.map(({ name, columns }) => [
      name,
      columns
        .map((column) => `${column.name} ${!KEYS.includes(column.name) && column.isNullable}`)
        .sort(),
    ]),
  );
}

/** Without those of primary keys, which each system names in its own way. */
const INDEXES_ON_SERVER = `select indexname as name from pg_indexes where schemaname = 'public'
  and indexname not in (select conname from pg_constraint where contype in ('p', 'u')) and indexname not like 'kysely%'`;

const INDEXES_IN_FILE = `select name from sqlite_master where type = 'index' and name not like 'sqlite_%'`;

async function rowsOf(database: Database, statement: string): Promise<readonly unknown[]> {
  return (await sql.raw(statement).execute(database.kysely)).rows;
}
