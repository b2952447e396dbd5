import { CopiedDatabase } from "../../../../src/adapters/storage/copy/copied-database.js";
import type { Row } from "../../../../src/adapters/storage/copy/copied-tables.js";
import type { Database } from "../../../../src/adapters/storage/database.js";
import type { CopyProgress } from "../../../../src/domain/operations/copy-report.js";
import { databaseSystems, openedDatabases } from "../opened-databases.js";
import { contentIn, contentOf, fill, openFilled, job, tablesOf } from "./copied-content.js";
import { copy, interrupt } from "./interrupted-copy.js";

const directions = databaseSystems.flatMap((from) =>
  databaseSystems.map((to) => [from, to] as const),
);

describe.each(directions)("A copy from %s to %s", (from, to) => {
  const sources = openedDatabases(from);
  const targets = openedDatabases(to);

  it("has the same rows in all tables, with equal counts and checksums", async () => {
    const [source, target] = [await sources.open(), await targets.open()];
    await fill(source, contentOf());

    const { tables } = await copy(source, target);

    expect(await contentIn(target)).toMatchObject(contentOf());
    expect(tables.filter(({ isEqual }) => !isEqual)).toEqual([]);
    expect(tables.find(({ name }) => name === "analyses")?.target.rows).toBe(5);
  });

  it("of an empty database is an empty database", async () => {
    const [source, target] = [await sources.open(), await targets.open()];

    const { tables } = await copy(source, target);

    expect(tables.every(({ isEqual }) => isEqual)).toBe(true);
    expect(await contentIn(target)).toEqual(await contentIn(source));
  });

  it("starts again after an interruption", async () => {
    const [source, target] = [await sources.open(), await targets.open()];
    await fill(source, contentOf());
    await interrupt(source, target, 6);

    const { tables } = await copy(source, target);

    expect(await contentIn(target)).toMatchObject(contentOf());
    expect(tables.every(({ isEqual }) => isEqual)).toBe(true);
  });
});

describe("A copy of a database", () => {
  const files = openedDatabases("SQLite");
  const servers = openedDatabases("PostgreSQL");

  /** Changes the source as a server does: removes an analysis, changes the others, and adds a job. */
  async function change(source: Database): Promise<void> {
    const kysely = tablesOf(source);
    await kysely
      .deleteFrom("analyses")
      .where("recording_id", "=", `rec:${"0".repeat(16)}`)
      .execute();
    await kysely.updateTable("analyses").set({ artist: "Bjork" }).execute();
    // The new job has the unique name of the old one, and another place in the order.
    await kysely.deleteFrom("analysis_jobs").where("id", "=", "job-4").execute();
    const replaced = { ...job(4, 1), id: "a-job" };
    await kysely.insertInto("analysis_jobs").values(replaced).execute();
  }

  it("can be interrupted after each portion, again and again", async () => {
    const [source, target] = [await files.open(), await files.open()];
    await fill(source, contentOf(3));
    let portions = 0;

    while (portions < 100 && (await interrupt(source, target, portions))) portions += 1;

    expect(await contentIn(target)).toMatchObject(contentOf(3));
    expect(portions).toBeGreaterThan(20);
    expect(portions).toBeLessThan(100);
  });

  it("has the later state of a source that changed after the interruption", async () => {
    const { source, target } = await openFilled(files);
    await interrupt(source, target, 46);
    const before = await contentIn(target);
    await change(source);
    const counts: number[] = [];

    const { tables } = await copy(source, target, {
      onProgress: (_, done, total) => counts.push(done / total),
    });

    expect(Math.max(...counts)).toBe(1);
    expect(before["analysis_jobs"]).toHaveLength(5);
    expect(tables.every(({ isEqual }) => isEqual)).toBe(true);
    expect(await contentIn(target)).toEqual(await contentIn(source));
  });

  it("has one state of a source that is changed meanwhile", async () => {
    const url = await files.createUrl();
    const [source, target] = [await files.open({ url }), await files.open()];
    const server = await files.open({ url, waitMilliseconds: 500 });
    await fill(source, contentOf());
    const writes: Promise<unknown>[] = [];
    const onProgress: CopyProgress = () =>
      writes.push(tablesOf(server).deleteFrom("webhooks").execute());

    const { tables } = await copy(source, target, { onProgress });

    await Promise.all(writes);
    expect(tables.every(({ isEqual }) => isEqual)).toBe(true);
    expect(await contentIn(target)).toMatchObject(contentOf());
    expect((await contentIn(server))["webhooks"]).toEqual([]);
  });

  it("has running jobs as waiting ones, and no delivery that is being sent", async () => {
    const { source, target } = await openFilled(files);
    const running = { state: "running", token: "token", lease_until: 99, attempts: 2 };
    await tablesOf(source).updateTable("analysis_jobs").set(running).execute();
    await tablesOf(source).updateTable("webhook_deliveries").set({ taken_until: 99 }).execute();

    const { tables } = await copy(source, target);

    const { analysis_jobs, webhook_deliveries } = await contentIn(target);
    const jobs = contentOf()["analysis_jobs"]?.map((row) => ({ ...row, attempts: 1 }));
    expect(analysis_jobs).toMatchObject(jobs ?? []);
    expect(webhook_deliveries).toMatchObject(contentOf()["webhook_deliveries"] ?? []);
    expect(tables.every(({ isEqual }) => isEqual)).toBe(true);
  });

  it("on PostgreSQL has U+FFFD for U+0000, and says for how many rows", async () => {
    const [source, target] = [await files.open(), await servers.open()];
    const entry = (key: string, value: string): Row => ({
      ...{ namespace: "tracks", key, value, expires_at: null },
    });
    const cache_entries = [
      entry("a\0b", "in the key"),
      entry("b", "in the\0value"),
      entry("c", ""),
    ];
    await fill(source, { cache_entries });

    const interrupted = await interrupt(source, target, 3);
    const { replacedRows, tables } = await copy(source, target);

    expect(interrupted).toBe(true);
    expect(replacedRows).toBe(2);
    expect(tables.every(({ isEqual }) => isEqual)).toBe(true);
    expect((await contentIn(target))["cache_entries"]).toEqual([
      entry("a\u{fffd}b", "in the key"),
      entry("b", "in the\u{fffd}value"),
      entry("c", ""),
    ]);
  });

  it("in a file keeps U+0000", async () => {
    const { source, target } = await openFilled(files);
    await tablesOf(source).updateTable("api_keys").set({ name: "a\0b" }).execute();

    const { replacedRows } = await copy(source, target);

    expect(replacedRows).toBe(0);
    expect((await contentIn(target))["api_keys"]).toMatchObject([{ name: "a\0b" }]);
  });

  it("reads large rows a few at a time", async () => {
    const source = await files.open();
    const timeline = (megabytes: number): string => "x".repeat(megabytes * 2 ** 20);
    const sizes = [0, 0.5, 0.7, 0.7, 5, 0];
    const content = contentOf(sizes.length);
    await fill(source, {
      analyses: content["analyses"] ?? [],
      analysis_timelines: sizes.map((size, at) => ({
        recording_id: content["analyses"]?.[at]?.["recording_id"] ?? "",
        timeline: timeline(size),
      })),
    });

    const counts: number[] = [];
    const table = { name: "analysis_timelines", key: ["recording_id"] };
    for await (const rows of CopiedDatabase.from(source, "the source").portions(table)) {
      counts.push(rows.length);
    }

    expect(counts).toEqual([4, 1, 1]);
  });
});
