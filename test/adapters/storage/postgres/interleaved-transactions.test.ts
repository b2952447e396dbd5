import { setTimeout as pause } from "node:timers/promises";
import { KeyvSqlStore } from "../../../../src/adapters/cache/keyv-sql-store.js";
import { SqlAnalysisStore } from "../../../../src/adapters/storage/analyses/sql-analysis-store.js";
import { CatalogueIndex } from "../../../../src/adapters/storage/catalogue/catalogue-index.js";
import { CatalogueSnapshots } from "../../../../src/adapters/storage/catalogue/catalogue-snapshots.js";
import {
  changeAnalyses,
  recordChanges,
} from "../../../../src/adapters/storage/analysis-changes.js";
import { toAnalysesRow, toDetailsRow } from "../../../../src/adapters/storage/analysis-row.js";
import { SqlLibraryStore } from "../../../../src/adapters/storage/library/sql-library-store.js";
import { openWebhookStore } from "../../../../src/adapters/storage/webhooks/open-webhook-store.js";
import type { Analysis } from "../../../../src/domain/analysis/analysis.js";
import { fillDatabase } from "../../../benchmark/database/filled-database.js";
import { analysisOf } from "../../../contracts/analyses/analysis-store.contract.js";
import { replaceBytes } from "../../../contracts/analyses/replaced-bytes.js";
import { ManualClock } from "../../../fakes/manual-clock.js";
import { RecordingLogger } from "../../../fakes/recording-logger.js";
import { recordingsOf } from "../catalogue/recordings-of.js";
import { openedDatabases } from "../opened-databases.js";

const named = (track: number): Analysis => analysisOf("Artist", `Track ${track}`);

describe("Transactions of two servers on one PostgreSQL database", () => {
  const databases = openedDatabases("PostgreSQL");

  async function openTwo() {
    const url = await databases.createUrl();
    return Promise.all([databases.open({ url }), databases.open({ url })]);
  }

  it("become visible in the order of their revisions, so that a reader misses none", async () => {
    const [first, second] = await openTwo();
    const catalogue = new CatalogueIndex(first);
    const sizes: number[] = [];
    let later: Promise<boolean> | undefined;

    await changeAnalyses(first.kysely, async (transaction) => {
      const analysis = named(1);
      await transaction.insertInto("analyses").values(toAnalysesRow(analysis)).execute();
      await transaction.insertInto("analysisDetails").values(toDetailsRow(analysis)).execute();
      await recordChanges(transaction, [analysis.recordingId]);
      // Takes the next revision, and would commit before this transaction if it did not wait.
      later = new SqlAnalysisStore({ database: second }).save(named(2));
      await Promise.race([later, pause(200)]);
      sizes.push((await catalogue.current()).size);
    });
    await later;
    sizes.push((await catalogue.current()).size);

    expect(sizes).toEqual([0, 2]);
  });

  it("do not wait for each other when they save analyses and replace files in opposite orders", async () => {
    const servers = (await openTwo()).map((database) => ({
      store: new SqlAnalysisStore({ database }),
      files: new SqlLibraryStore({ database }),
    }));
    const tracks = Array.from({ length: 20 }, (_, track) => named(track));
    const orders = [tracks, [...tracks].reverse()];

    for (let round = 0; round < 3; round += 1) {
      await Promise.all(
        servers.flatMap(({ store }, at) => orders[at]!.map((track) => store.save(track))),
      );
      await Promise.all(
        servers.flatMap(({ files }, at) => orders[at]!.map((track) => replaceBytes(files, track))),
      );
    }

    const found = await servers[1]!.store.findMany(tracks.map(({ trackKey }) => trackKey));
    expect(found).toEqual(tracks.map(() => undefined));
  });

  it("do not wait for each other when they cache the same values in opposite orders", async () => {
    const clock = new ManualClock();
    const stores = (await openTwo()).map((database) => new KeyvSqlStore({ database, clock }));
    const entries = Array.from({ length: 200 }, (_, at) => ({ key: `${at}`, value: "v", ttl: 1 }));

    for (let round = 0; round < 5; round += 1) {
      // Then all are expired, and each write removes some of what the other one replaces.
      clock.advance(1);
      await Promise.all(
        [entries, [...entries].reverse()].map((some, at) => stores[at]!.setMany(some)),
      );
    }

    expect(await stores[0]!.get("7")).toBe("v");
  });

  it("keep an analysis whose webhook is removed at the same moment", async () => {
    const [database, other] = await openTwo();
    const open = (opened: typeof database) =>
      openWebhookStore({
        database: opened,
        databaseUrl: "postgres://unused",
        secretsKey: Buffer.alloc(32, 1).toString("base64"),
        logger: new RecordingLogger(),
      });
    const [hooks, others] = [await open(database), await open(other)];
    const store = new SqlAnalysisStore({ database });

    for (let round = 0; round < 20; round += 1) {
      await hooks.add({ ...webhook, id: `wh_${round}` });
      const delivery = {
        ...pending,
        id: `msg_${round}`,
        webhookId: `wh_${round}`,
        occurrence: "one",
      };
      await Promise.all([store.save(named(round), () => [delivery]), others.remove(`wh_${round}`)]);
    }

    expect((await store.findMany([named(19).trackKey]))[0]).toBeDefined();
    expect(await hooks.list(webhook.owner)).toEqual([]);
  });

  it("leave one complete snapshot when two servers write one at the same time", async () => {
    const url = await databases.createUrl();
    await fillDatabase(url, 2_500);
    const logger = new RecordingLogger();
    const start = async () => {
      const database = await databases.open({ url });
      const catalogue = new CatalogueIndex(database, new CatalogueSnapshots({ database, logger }));
      return { database, catalogue };
    };
    const servers = [await start(), await start()];
    const running = new AbortController().signal;

    await Promise.all(servers.map(({ catalogue }) => catalogue.saveSnapshot(running)));

    const { database, catalogue } = await start();
    const kept = await new CatalogueSnapshots({ database, logger }).read();
    expect(kept?.columns.size).toBe(2_500);
    expect([...recordingsOf(await catalogue.current())].sort()).toEqual(
      [...recordingsOf(await servers[0]!.catalogue.current())].sort(),
    );
    const snapshots = await database.kysely.selectFrom("catalogueSnapshots").select("id").execute();
    const owners = database.kysely
      .selectFrom("catalogueSnapshotPortions")
      .select("snapshotId as id");
    expect(snapshots).toHaveLength(1);
    expect(await owners.distinct().execute()).toEqual(snapshots);
    expect(logger.lines).toEqual([]);
  });
});

const webhook = {
  owner: "0a1b2c3d",
  url: "https://example.org/hook",
  secret: "whsec_c2VjcmV0",
  events: ["analysis.ready" as const],
  createdAt: 1,
  disabledAt: null,
};

const pending = {
  event: "analysis.ready" as const,
  body: "{}",
  createdAt: 1,
  attempts: [],
  tries: 0,
  state: "pending" as const,
  nextAttemptAt: 1,
};
