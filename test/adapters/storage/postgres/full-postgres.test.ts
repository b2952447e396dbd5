import { setTimeout as pause } from "node:timers/promises";
import { inspectPostgres } from "../../../../src/adapters/diagnosis/postgres-inspection.js";
import { SqlApiKeyStore } from "../../../../src/adapters/storage/api-keys/sql-api-key-store.js";
import { openDatabase, type Database } from "../../../../src/adapters/storage/database.js";
import { keyWith } from "../../../contracts/access/api-key-store.contract.js";
import { FullServer } from "../../../postgres/full-server.js";

/** Time in which a wait that should not end would have ended. */
const NOTICED_MILLISECONDS = 300;

describe("A PostgreSQL server all of whose connections are taken", () => {
  let server: FullServer;
  let opened: Database[];

  beforeAll(async () => {
    server = await FullServer.start();
  });
  beforeEach(() => {
    opened = [];
  });
  afterEach(async () => {
    await server.release();
    for (const database of opened) await database.close();
    await server.administer("alter role ann connection limit -1");
  });
  afterAll(() => server.stop());

  async function open(options: Partial<Parameters<typeof openDatabase>[0]> = {}) {
    const database = await openDatabase({ url: server.url, waitMilliseconds: 30_000, ...options });
    opened.push(database);
    return new SqlApiKeyStore({ database });
  }

  it("is refused by a start and by the diagnosis in the same line", async () => {
    await server.fill();

    const [start, diagnosis] = await Promise.allSettled([
      open({ openingWaitMilliseconds: 0 }),
      inspectPostgres(server.url, Date.now()),
    ]);

    const reason = /^The database \S+ has no free connection: raise max_connections [^\n]+$/u;
    expect(start).toMatchObject({ status: "rejected" });
    const { message } = (start as PromiseRejectedResult).reason as Error;
    expect(message).toMatch(reason);
    expect(diagnosis).toMatchObject({ status: "rejected", reason: { message } });
  });

  it("is opened by a start as soon as connections are given back", async () => {
    await server.fill();
    const opening = open({ openingWaitMilliseconds: 60_000 });
    await pause(NOTICED_MILLISECONDS);

    await server.release();

    await expect((await opening).list()).resolves.toBeInstanceOf(Array);
  });

  it("is read and written by a running server as soon as connections are given back", async () => {
    const keys = await open();
    await server.fill();
    let isAnswered = false;
    const answers = Promise.all([keys.list(), keys.add(keyWith({ lookup: "patient" }))]);
    void answers.finally(() => (isAnswered = true)).catch(() => undefined);
    await pause(NOTICED_MILLISECONDS);
    const wasAnswered = isAnswered;

    await server.release();
    await answers;

    expect(wasAnswered).toBe(false);
    expect((await keys.list()).map(({ lookup }) => lookup)).toContain("patient");
  });

  it("is unavailable where they are not given back in time, for reads and writes", async () => {
    const keys = await open({ waitMilliseconds: 2_000 });
    await server.fill();

    const answers = await Promise.allSettled([
      keys.list(),
      keys.add(keyWith({ lookup: "refused" })),
    ]);

    const unavailable = {
      reason: { code: "STORAGE_UNAVAILABLE", facts: { retryAfterSeconds: 5 } },
    };
    expect(answers).toMatchObject([unavailable, unavailable]);
  });

  it("answers all of many requests where the user may have fewer connections than a server opens", async () => {
    await server.administer("alter role ann connection limit 3");
    const keys = await open({ connections: 10 });
    const lookups = Array.from({ length: 40 }, (_, index) => `of many ${index}`);

    await Promise.all(lookups.flatMap((lookup) => [keys.add(keyWith({ lookup })), keys.list()]));

    const kept = (await keys.list()).map(({ lookup }) => lookup);
    expect(kept).toEqual(expect.arrayContaining(lookups));
  });
});
