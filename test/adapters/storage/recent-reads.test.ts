import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { SqlApiKeyStore } from "../../../src/adapters/storage/api-keys/sql-api-key-store.js";
import { RecentReads } from "../../../src/adapters/storage/recent-reads.js";
import type { ApiKey } from "../../../src/domain/api-key.js";
import { openedDatabases } from "./opened-databases.js";

describe("RecentReads", () => {
  let asked: string[];
  let now: number;

  const read = (keys: readonly string[]): Promise<readonly string[]> => {
    asked.push(...keys);
    return Promise.resolve(keys.map((key) => key.toUpperCase()));
  };
  const openReads = (max = 10): RecentReads<string> =>
    new RecentReads({ max, clock: { now: () => now } });

  beforeEach(() => {
    asked = [];
    now = 0;
  });

  it("reads each key once, and returns values in the order of the keys", async () => {
    const reads = openReads();

    await reads.findMany(["b"], read);
    const values = await reads.findMany(["a", "b", "c", "a"], read);

    expect(values).toEqual(["A", "B", "C", "A"]);
    expect(asked).toEqual(["b", "a", "c"]);
  });

  it("reads again a second after the last read began", async () => {
    const reads = openReads();
    await reads.findMany(["a"], (keys) => {
      now += 400;
      return read(keys);
    });

    now = 999;
    await reads.findMany(["a"], read);
    now = 1000;
    await reads.findMany(["a"], read);

    expect(asked).toEqual(["a", "a"]);
  });

  it("reads again when the clock was set back", async () => {
    const reads = openReads();
    await reads.findMany(["a"], read);

    now = -1;
    await reads.findMany(["a"], read);

    expect(asked).toEqual(["a", "a"]);
  });

  it("reads again what was absent", async () => {
    const reads = openReads();

    const absent = await reads.findMany(["a"], (keys) =>
      Promise.resolve(keys.map(() => undefined)),
    );
    const values = await reads.findMany(["a"], read);

    expect([absent, values]).toEqual([[undefined], ["A"]]);
  });

  it("reads again what is not to be kept", async () => {
    const reads = new RecentReads<string>({
      max: 10,
      clock: { now: () => now },
      isKept: (value) => value !== "B",
    });

    await reads.findMany(["a", "b"], read);
    const values = await reads.findMany(["a", "b"], read);

    expect(values).toEqual(["A", "B"]);
    expect(asked).toEqual(["a", "b", "b"]);
  });

  it.each([
    ["succeeded", (): Promise<void> => Promise.resolve()],
    ["failed", (): Promise<void> => Promise.reject(new Error("no"))],
  ])("reads again after a change by this process that %s", async (_how, work) => {
    const reads = openReads();
    await reads.findMany(["a"], read);

    await reads.change(work).catch(() => undefined);
    await reads.findMany(["a"], read);

    expect(asked).toEqual(["a", "a"]);
  });

  it("does not keep a value that was read before a simultaneous change", async () => {
    const reads = openReads();

    await reads.findMany(["a"], async (keys) => {
      const values = await read(keys);
      await reads.change(() => Promise.resolve());
      return values;
    });
    await reads.findMany(["a"], read);

    expect(asked).toEqual(["a", "a"]);
  });

  it("keeps the latest entries, and answers for more than it keeps", async () => {
    const reads = openReads(2);

    const values = await reads.findMany(["a", "b", "c"], read);
    await reads.findMany(["c", "b"], read);
    await reads.findMany(["a"], read);

    expect(values).toEqual(["A", "B", "C"]);
    expect(asked).toEqual(["a", "b", "c", "a"]);
  });

  it("repeats a read that failed", async () => {
    const reads = openReads();
    const failing = reads.findMany(["a"], () => Promise.reject(new Error("no")));

    await expect(failing).rejects.toThrow("no");

    await expect(reads.findMany(["a"], read)).resolves.toEqual(["A"]);
  });
});

/** Two connections to one file, as two processes have them. */
describe("SqlApiKeyStore beside another process", () => {
  const databases = openedDatabases();
  const lookup = "0a1b2c3d";
  const apiKey: ApiKey = {
    lookup,
    secretHash: "0".repeat(64),
    name: "mine",
    scopes: ["read"],
    createdAt: 0,
    expiresAt: null,
    revokedAt: null,
  };
  let folder: string;
  let now: number;

  const openStore = async (): Promise<SqlApiKeyStore> => {
    const database = await databases.open({ url: `sqlite:${join(folder, "a.db")}` });
    return new SqlApiKeyStore({ database, clock: { now: () => now } });
  };

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), "overtone-"));
    now = 0;
  });

  afterEach(async () => {
    await rm(folder, { recursive: true });
  });

  it("notices within a second that the other process has revoked a key", async () => {
    const [here, other] = [await openStore(), await openStore()];
    await here.add(apiKey);
    await here.find(lookup);
    await other.revoke(lookup, 5);

    now = 1000;

    await expect(here.find(lookup)).resolves.toMatchObject({ revokedAt: 5 });
  });

  it("notices at once that this process has revoked a key", async () => {
    const here = await openStore();
    await here.add(apiKey);
    await here.find(lookup);

    await here.revoke(lookup, 5);

    await expect(here.find(lookup)).resolves.toMatchObject({ revokedAt: 5 });
  });

  it("notices at once that the other process has added a key", async () => {
    const [here, other] = [await openStore(), await openStore()];
    await here.find(lookup);

    await other.add(apiKey);

    await expect(here.find(lookup)).resolves.toEqual(apiKey);
  });
});
