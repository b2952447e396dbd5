import { sql } from "kysely";
import type { CopyProgress } from "../../../../src/domain/operations/copy-report.js";
import { PostgresProxy } from "../../../postgres/postgres-proxy.js";
import { openedDatabases } from "../opened-databases.js";
import { contentIn, contentOf, fill, openFilled, tablesOf } from "./copied-content.js";
import { copy, interrupt } from "./interrupted-copy.js";

describe("A copy of a database that fails", () => {
  const files = openedDatabases("SQLite");
  const servers = openedDatabases("PostgreSQL");

  it("differs where another program changes the target, and is repaired by the next one", async () => {
    const { source, target } = await openFilled(files);
    const trigger = sql`create trigger meddling after insert on api_keys
      begin update api_keys set name = 'mine'; end`;
    await trigger.execute(target.kysely);

    const meddled = await copy(source, target);
    await sql`drop trigger meddling`.execute(target.kysely);
    const repaired = await copy(source, target);

    const differing = meddled.tables.filter(({ isEqual }) => !isEqual);
    expect(differing.map(({ name }) => name)).toEqual(["api_keys"]);
    expect(repaired.tables.every(({ isEqual }) => isEqual)).toBe(true);
    expect(await contentIn(target)).toMatchObject(contentOf());
  });

  it("is refused where the target has other content, which is not changed", async () => {
    const { source, target } = await openFilled(files);
    const own = { cache_entries: contentOf(1)["cache_entries"] ?? [] };
    await fill(target, own);
    const before = await contentIn(target);

    const copying = copy(source, target);

    await expect(copying).rejects.toThrow(/content of its own, in the table cache_entries/);
    expect(await contentIn(target)).toEqual(before);
    const tables = await target.kysely.introspection.getTables();
    expect(tables.map(({ name }) => name)).not.toContain("unfinished_copy");
  });

  it("is refused where the target has an unfinished copy of another database", async () => {
    const { source, target } = await openFilled(files);
    await interrupt(source, target, 3);

    const copying = copy(source, target, { from: "elsewhere" });

    await expect(copying).rejects.toThrow(/unfinished copy of the source\. It was not changed/);
  });

  it("ends where another copy to the same database begins", async () => {
    const { source, target } = await openFilled(files);
    let other: Promise<unknown> | undefined;
    const onProgress: CopyProgress = (step, done) => {
      if (done === 6) other ??= copy(source, target);
    };

    const copying = copy(source, target, { onProgress });

    await expect(copying).rejects.toThrow("Another copy to the target has begun");
    await other;
    expect(await contentIn(target)).toMatchObject(contentOf());
  });

  it("is opened by nothing else before it is complete", async () => {
    const url = await files.createUrl();
    const [source, target] = [await files.open(), await files.open({ url })];
    await fill(source, contentOf());
    await interrupt(source, target, 3);

    const opening = files.open({ url });
    await expect(opening).rejects.toThrow("has an unfinished copy");
    await copy(source, target);

    await files.open({ url });
  });

  it("starts again after the disk of the target was full", async () => {
    const { source, target } = await openFilled(files);
    // Migrations leave free pages.
    await sql`vacuum`.execute(target.kysely);
    const { rows } = await sql<{ page_count: number }>`pragma page_count`.execute(target.kysely);
    const limit = (pages: number) => sql`pragma max_page_count = ${sql.lit(pages)}`;
    await limit((rows[0]?.page_count ?? 0) + 3).execute(target.kysely);

    const copying = copy(source, target);
    await expect(copying).rejects.toThrow(
      /^The copy stopped at the table \w+\. The disk of the target is full\. The same command/,
    );
    await limit(100_000).execute(target.kysely);
    await copy(source, target);

    expect(await contentIn(target)).toMatchObject(contentOf());
  });

  it("starts again after the connection to the target was cut", async () => {
    const proxy = new PostgresProxy(await servers.createUrl());
    await proxy.open();
    const source = await files.open();
    await fill(source, contentOf());
    const target = await servers.open({ url: proxy.url, waitMilliseconds: 1_000 });
    const cut: CopyProgress = (step, done) => {
      if (done === 10) void proxy.close();
    };

    const copying = copy(source, target, { onProgress: cut });
    await expect(copying).rejects.toThrow(
      /^The copy stopped at the table \w+\. the target cannot be reached\. The same command/,
    );
    await proxy.open();
    await copy(source, target);

    expect(await contentIn(target)).toMatchObject(contentOf());
    await target.close();
    await proxy.close();
  });

  it("stops with the reason of the database where it refuses a row", async () => {
    const [source, target] = [await files.open(), await servers.open()];
    await fill(source, contentOf());
    await tablesOf(source).updateTable("analyses").set({ analyzed_at: 1.5 }).execute();

    const copying = copy(source, target);

    await expect(copying).rejects.toThrow(
      /^The copy stopped at the table analyses\. the target refuses a statement: .*bigint.*1\.5/,
    );
    await tablesOf(target).schema.dropTable("unfinished_copy").execute();
  });
});
