import { mkdtemp, readdir, readFile, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sql } from "kysely";
import type { Database } from "../../../../src/adapters/storage/database.js";
import { openWebhookStore } from "../../../../src/adapters/storage/webhooks/open-webhook-store.js";
import type { NewWebhook } from "../../../../src/domain/webhook/webhook.js";
import { RecordingLogger } from "../../../fakes/recording-logger.js";
import { openedDatabases } from "../opened-databases.js";

const bytes = Buffer.from("twenty-four secret bytes");
const secret = `whsec_${bytes.toString("base64")}`;

const webhook = (id: string): NewWebhook => ({
  id,
  owner: "0a1b2c3d",
  url: "https://example.org/hook",
  secret,
  events: ["analysis.ready"],
  createdAt: 1,
  disabledAt: null,
});

const delivery = {
  id: "msg_a",
  webhookId: "wh_0",
  event: "analysis.ready",
  body: "{}",
  createdAt: 1,
  attempts: "[]",
  tries: 0,
  state: "pending",
  nextAttemptAt: 1,
  occurrence: null,
  takenUntil: 0,
};

describe("openWebhookStore", () => {
  const databases = openedDatabases();
  let logger: RecordingLogger;
  let folder = "";

  const url = (): string => `sqlite:${join(folder, "overtone.db")}`;
  const keyPath = (): string => join(folder, "secrets.key");
  const openStore = (database: Database, secretsKey?: string) =>
    openWebhookStore({ database, databaseUrl: url(), secretsKey, logger });

  /** Adds a webhook in the way of versions without encryption. */
  async function addInClear(database: Database, id: string): Promise<void> {
    const row = { ...webhook(id), events: "analysis.ready" };
    await database.kysely.insertInto("webhooks").values(row).execute();
  }

  /** Returns the bytes of the database's files on the disk, its log included. */
  async function storedBytes(): Promise<Buffer> {
    const names = (await readdir(folder)).filter((name) => name.startsWith("overtone.db"));
    expect(names).toContain("overtone.db-wal");
    return Buffer.concat(await Promise.all(names.map((name) => readFile(join(folder, name)))));
  }

  beforeEach(async () => {
    logger = new RecordingLogger();
    folder = await mkdtemp(join(tmpdir(), "overtone-secrets-"));
  });
  afterEach(() => rm(folder, { recursive: true, force: true }));

  it("keeps no secret in the files of the database", async () => {
    const database = await databases.open({ url: url() });

    await (await openStore(database)).add(webhook("wh_one"));

    const stored = await storedBytes();
    expect(stored.includes("https://example.org/hook")).toBe(true);
    expect(stored.includes(secret.slice("whsec_".length))).toBe(false);
    expect(stored.includes(bytes)).toBe(false);
  });

  it("encrypts secrets that an older version stored in plain text, and leaves no copy in the files", async () => {
    const database = await databases.open({ url: url() });
    const ids = ["wh_0", ...Array.from({ length: 99 }, (_, at) => `wh_${100 + at}`)];
    for (const id of ids) await addInClear(database, id);
    // Longer rows leave copies of the old ones in unused parts of their pages.
    await database.kysely.updateTable("webhooks").set({ disabledAt: 1_767_225_600_000 }).execute();
    await database.kysely.updateTable("webhooks").set({ disabledAt: null }).execute();
    await database.kysely.insertInto("webhookDeliveries").values(delivery).execute();
    expect((await storedBytes()).includes(secret)).toBe(true);

    const store = await openStore(database);

    expect((await storedBytes()).includes(secret.slice("whsec_".length))).toBe(false);
    expect(await store.list("0a1b2c3d")).toEqual(ids.map(webhook));
    expect(await store.findDelivery("wh_0", "msg_a")).toMatchObject({ state: "pending" });
    const { rows } = await sql`pragma foreign_keys`.execute(database.kysely);
    expect(rows).toEqual([{ foreignKeys: 1 }]);
  });

  it("encrypts plain-text secrets once when two servers open the database at once", async () => {
    const opened = await Promise.all([1, 2].map(() => databases.open({ url: url() })));
    const ids = Array.from({ length: 20 }, (_, at) => `wh_${10 + at}`);
    for (const id of ids) await addInClear(opened[0]!, id);

    const stores = await Promise.all(opened.map((database) => openStore(database)));

    for (const store of stores) {
      expect(await store.list("0a1b2c3d")).toEqual(ids.map(webhook));
    }
  });

  it("creates its key file when it is needed, accessible to its owner only", async () => {
    const database = await databases.open({ url: url() });

    const store = await openStore(database);
    await store.list("0a1b2c3d");
    const before = await readdir(folder);
    await store.add(webhook("wh_one"));

    expect(before).not.toContain("secrets.key");
    expect((await stat(keyPath())).mode & 0o777).toBe(0o600);
    expect(await readFile(keyPath(), "utf8")).toMatch(/^[A-Za-z0-9+/]{43}=\n$/);
  });

  it("creates one key for simultaneous starts, and leaves no other file", async () => {
    const opened = await Promise.all([1, 2].map(() => databases.open({ url: url() })));
    const stores = await Promise.all(opened.map((database) => openStore(database)));
    const ids = Array.from({ length: 20 }, (_, at) => `wh_${at}`);

    await Promise.all(ids.map((id, at) => stores[at % 2]!.add(webhook(id))));

    const found = await stores[0]!.list("0a1b2c3d");
    expect(found.map((one) => one.secret)).toEqual(ids.map(() => secret));
    expect((await readdir(folder)).filter((name) => name.startsWith("secrets"))).toEqual([
      "secrets.key",
    ]);
  });

  it("encrypts with a configured key, and creates no key file", async () => {
    const database = await databases.open({ url: url() });
    const key = Buffer.alloc(32, 1).toString("base64");

    await (await openStore(database, key)).add(webhook("wh_one"));

    expect((await (await openStore(database, key)).find("wh_one"))?.secret).toBe(secret);
    expect(await readdir(folder)).not.toContain("secrets.key");
  });

  it("returns no secret without the key, logs that once, and returns it when the key is restored", async () => {
    const store = await openStore(await databases.open({ url: url() }));
    await store.add(webhook("wh_one"));
    const key = await readFile(keyPath());
    await rm(keyPath());

    const lost = [await store.find("wh_one"), ...(await store.list("0a1b2c3d"))];
    const files = await readdir(folder);
    await writeFile(keyPath(), key);
    const restored = await store.find("wh_one");

    expect(lost).toEqual([0, 1].map(() => ({ ...webhook("wh_one"), secret: null })));
    expect(logger.lines).toEqual([
      {
        level: "warn",
        message: expect.stringContaining("cannot be decrypted") as string,
        facts: { webhookId: "wh_one" },
      },
    ]);
    expect(files).not.toContain("secrets.key");
    expect(restored).toEqual(webhook("wh_one"));
  });

  it("does not overwrite a damaged key file", async () => {
    const store = await openStore(await databases.open({ url: url() }));
    await writeFile(keyPath(), "damaged");

    const adding = store.add(webhook("wh_one"));

    await expect(adding).rejects.toThrow(`The key file ${keyPath()} contains no valid key`);
    expect(await readFile(keyPath(), "utf8")).toBe("damaged");
  });
});

describe("openWebhookStore on a database server", () => {
  const databases = openedDatabases("PostgreSQL");
  let folder = "";

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), "overtone-secrets-"));
  });
  afterEach(() => rm(folder, { recursive: true, force: true }));

  it("creates its key file in the data folder, and encrypts plain-text secrets", async () => {
    const databaseUrl = await databases.createUrl();
    const database = await databases.open({ url: databaseUrl });
    const row = { ...webhook("wh_0"), events: "analysis.ready" };
    await database.kysely.insertInto("webhooks").values(row).execute();
    await database.kysely.insertInto("webhookDeliveries").values(delivery).execute();
    const dataFolder = join(folder, "not", "there yet");
    const logger = new RecordingLogger();
    const options = { database, databaseUrl, dataFolder, secretsKey: undefined, logger };

    const store = await openWebhookStore(options);
    await store.add(webhook("wh_1"));

    const stored = await database.kysely.selectFrom("webhooks").select("secret").execute();
    expect(stored.map(({ secret: text }) => text.slice(0, 3))).toEqual(["v1:", "v1:"]);
    expect(await (await openWebhookStore(options)).list("0a1b2c3d")).toEqual(
      ["wh_0", "wh_1"].map(webhook),
    );
    expect(await store.findDelivery("wh_0", "msg_a")).toMatchObject({ state: "pending" });
    expect((await stat(join(dataFolder, "secrets.key"))).mode & 0o777).toBe(0o600);
  });
});
