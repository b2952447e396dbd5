import { setTimeout as sleep } from "node:timers/promises";
import { sql } from "kysely";
import { SqlApiKeyStore } from "../../../../src/adapters/storage/api-keys/sql-api-key-store.js";
import { inspectPostgres } from "../../../../src/adapters/diagnosis/postgres-inspection.js";
import type { Database } from "../../../../src/adapters/storage/database.js";
import { openDatabase } from "../../../../src/adapters/storage/database.js";
import { keyWith } from "../../../contracts/access/api-key-store.contract.js";
import { EmbeddedServer } from "../../../postgres/embedded-server.js";
import { PostgresProxy } from "../../../postgres/postgres-proxy.js";
import { openedDatabases } from "../opened-databases.js";

/** Nothing listens there. */
const DEAD = "127.0.0.1:9";

/** Returns the URL of a database with several hosts. */
function urlOf(url: string, ...hosts: readonly string[]): string {
  const { pathname } = new URL(url);
  return `postgres://postgres@${hosts.join(",")}${pathname}?target_session_attrs=read-write`;
}

/** Adds a key. A statement that meets a lost connection, or a host that has become read-only, is refused first. */
async function addAtLast(keys: SqlApiKeyStore, lookup: string): Promise<void> {
  for (;;) {
    const refusal: unknown = await keys.add(keyWith({ lookup })).catch((error: unknown) => error);
    if (refusal === undefined) return;
    expect(refusal).toMatchObject({ code: "STORAGE_UNAVAILABLE" });
  }
}

describe("A PostgreSQL database with several hosts", () => {
  const databases = openedDatabases("PostgreSQL");
  let url: string;
  let proxies: PostgresProxy[];

  beforeEach(async () => {
    url = await databases.createUrl();
    proxies = [new PostgresProxy(url), new PostgresProxy(url)];
    for (const proxy of proxies) await proxy.open();
  });
  afterEach(async () => {
    for (const proxy of proxies) await proxy.close();
  });

  /** Returns where two ways to the database are. */
  const ways = () => proxies.map((proxy) => new URL(proxy.url).host) as [string, string];

  it("is opened on the second where the first is dead, which the diagnosis finds right", async () => {
    const several = urlOf(url, DEAD, ways()[1]);

    const database = await databases.open({ url: several });

    await new SqlApiKeyStore({ database }).add(keyWith({ lookup: "one" }));
    await expect(inspectPostgres(several, Date.now())).resolves.toMatchObject({ damage: [] });
  });

  it("is read and written on the next one when the connections are lost, and on the first again", async () => {
    const database = await databases.open({ url: urlOf(url, ...ways()), waitMilliseconds: 5_000 });
    const keys = new SqlApiKeyStore({ database });
    const [first, second] = proxies as [PostgresProxy, PostgresProxy];
    await keys.add(keyWith({ lookup: "one" }));

    await first.close();
    await addAtLast(keys, "two");
    const onSecond = await keys.list();
    await first.open();
    await second.close();
    await addAtLast(keys, "three");

    expect(onSecond).toHaveLength(2);
    expect(await keys.list()).toHaveLength(3);
  });

  it("is refused where none can be reached, with the reason of each", async () => {
    const several = urlOf(url, DEAD, "127.0.0.1:10");

    const opening = openDatabase({ url: several, openingWaitMilliseconds: 0 });

    await expect(opening).rejects.toThrow(
      /^The database 127\.0\.0\.1:9,127\.0\.0\.1:10\/\w+ cannot be reached: none of its hosts can be used: 127\.0\.0\.1:9\/\w+: connect ECONNREFUSED.*; 127\.0\.0\.1:10\/\w+: connect ECONNREFUSED/u,
    );
  });

  it("is refused at once where a host refuses the user, as the others would", async () => {
    const several = urlOf(url.replace(/\/\w+$/u, "/nowhere"), ...ways());

    await expect(openDatabase({ url: several })).rejects.toThrow("has no such database");
  });

  describe("of which one is read-only", () => {
    let standIn: EmbeddedServer;
    let standInWay: PostgresProxy;

    beforeEach(async () => {
      standIn = await EmbeddedServer.start();
      const name = new URL(url).pathname.slice(1);
      await standIn.administer(`create database ${name} template template0`);
      standInWay = new PostgresProxy(standIn.url(name));
      await standInWay.open();
    });
    afterEach(async () => {
      await standInWay.close();
      await standIn.stop();
    });

    /** Makes the stand-in read-only. Once a new connection is, all older ones have been told to read the settings again. */
    const setReadOnly = async (): Promise<void> => {
      await standIn.administer("alter system set default_transaction_read_only = on");
      await standIn.administer("select pg_reload_conf()");
      const isWritable = () =>
        standIn.administer("create table still_writable (); drop table still_writable").then(
          () => true,
          () => false,
        );
      while (await isWritable()) await sleep(10);
    };
    const isOnStandIn = async ({ kysely }: Database): Promise<boolean> => {
      const { rows } = await sql<{ folder: string }>`
        select current_setting('data_directory') as folder`.execute(kysely);
      return standIn.url("").includes(encodeURIComponent(rows[0]!.folder.replace(/\/data$/u, "")));
    };

    it("is opened on the other one, which the diagnosis finds right", async () => {
      await setReadOnly();
      const several = urlOf(url, new URL(standInWay.url).host, ways()[0]);

      const database = await databases.open({ url: several });

      expect(await isOnStandIn(database)).toBe(false);
      await expect(inspectPostgres(several, Date.now())).resolves.toMatchObject({ damage: [] });
    });

    it("is written on the other one after a first refusal when its host becomes read-only", async () => {
      const several = urlOf(url, new URL(standInWay.url).host, ways()[0]);
      const database = await databases.open({ url: several });
      const keys = new SqlApiKeyStore({ database });
      await keys.add(keyWith({ lookup: "one" }));
      const before = await isOnStandIn(database);

      await setReadOnly();
      await addAtLast(keys, "two");

      expect([before, await isOnStandIn(database)]).toEqual([true, false]);
      expect(await keys.list()).toMatchObject([{ lookup: "two" }]);
    });

    it("is refused where it is the only one that can be reached, with both reasons", async () => {
      await setReadOnly();
      const several = urlOf(url, DEAD, new URL(standInWay.url).host);

      const opening = openDatabase({ url: several, openingWaitMilliseconds: 0 });

      await expect(opening).rejects.toThrow(
        /none of its hosts can be used: .*ECONNREFUSED.*; .*: The database is read-only/u,
      );
      const refusal = await opening.catch((error: unknown) => error);
      await expect(inspectPostgres(several, Date.now())).rejects.toThrow(refusal as Error);
    });
  });
});
