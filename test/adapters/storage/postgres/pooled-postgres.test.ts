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

  async function pooledUrl(mode: string): Promise<string> {
    pooler = await startPgBouncer(await databases.createUrl(), mode);
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
