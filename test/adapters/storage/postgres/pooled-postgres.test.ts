import { inspectPostgres } from "../../../../src/adapters/diagnosis/postgres-inspection.js";
import { sql } from "kysely";
import { hasPgBouncer, startPgBouncer, type Pooler } from "../../../postgres/pooler.js";
import { openedDatabases } from "../opened-databases.js";

const describeWithPooler = hasPgBouncer ? describe : describe.skip;

describeWithPooler("A PostgreSQL database behind PgBouncer", () => {
  const databases = openedDatabases("PostgreSQL");
  let pooler: Pooler | undefined;

  afterEach(async () => {
    await pooler?.stop();
    pooler = undefined;
  });

  async function pooledUrl(mode: string, others?: string): Promise<string> {
    pooler = await startPgBouncer(await databases.createUrl(), mode, others);
    return pooler.url;
  }

  it("opens in the mode of sessions with its defaults, and has the limits of statements", async () => {
    const url = await pooledUrl("session");

    const database = await databases.open({ url, waitMilliseconds: 7_000 });

    const limits = await sql<{ statement: string; lock: string }>`select
      current_setting('statement_timeout') as statement, current_setting('lock_timeout') as lock`.execute(
      database.kysely,
    );
    expect(limits.rows).toEqual([{ statement: "30s", lock: "7s" }]);
    await expect(inspectPostgres(url, Date.now())).resolves.toMatchObject({ damage: [] });
    await database.close();
  });

  it("answers all of many requests where the pooler allows fewer connections than a server opens", async () => {
    const url = await pooledUrl("session", "max_client_conn = 3");
    const database = await databases.open({ url, connections: 10, waitMilliseconds: 30_000 });

    const slept = await Promise.all(
      Array.from({ length: 20 }, () =>
        sql<{ slept: string }>`select pg_sleep(0.01)::text as slept`.execute(database.kysely),
      ),
    );

    expect(slept.flatMap(({ rows }) => rows)).toHaveLength(20);
    await database.close();
  });

  it.each(["transaction", "statement"])(
    "is refused in the mode of %ss, by a start and by the diagnosis",
    async (mode) => {
      const url = await pooledUrl(mode);

      const opening = databases.open({ url });

      await expect(opening).rejects.toThrow("use pool_mode = session");
      await expect(inspectPostgres(url, Date.now())).rejects.toThrow("use pool_mode = session");
    },
  );
});
