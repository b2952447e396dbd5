import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openDatabase, type Database } from "../../../src/adapters/storage/database.js";
import { ReadCache } from "../../../src/adapters/storage/read-cache.js";
import { SqlApiKeyStore } from "../../../src/adapters/storage/api-keys/sql-api-key-store.js";
import type { ApiKey } from "../../../src/domain/api-key.js";

const apiKey: ApiKey = {
  lookup: "0a1b2c3d",
  secretHash: "0".repeat(64),
  name: "mine",
  scopes: ["read"],
  createdAt: 0,
  expiresAt: null,
  revokedAt: null,
};

/** Two connections to one file, as two processes have them. */
describe("ReadCache", () => {
  let folder: string;
  let database: Database;
  let other: Database;
  let asked: string[];

  const read = (keys: readonly string[]): Promise<readonly string[]> => {
    asked.push(...keys);
    return Promise.resolve(keys.map((key) => key.toUpperCase()));
  };
  const openReads = (max = 10): ReadCache<string> => new ReadCache({ database, max });

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), "overtone-"));
    database = await openDatabase({ url: `sqlite:${join(folder, "a.db")}` });
    other = await openDatabase({ url: `sqlite:${join(folder, "a.db")}` });
    asked = [];
  });

  afterEach(async () => {
    await database.close();
    await other.close();
    await rm(folder, { recursive: true });
  });

  it("reads each key once, and returns values in the order of the keys", async () => {
    const reads = openReads();

    await reads.findMany(["b"], read);
    const values = await reads.findMany(["a", "b", "c", "a"], read);

    expect(values).toEqual(["A", "B", "C", "A"]);
    expect(asked).toEqual(["b", "a", "c"]);
  });

  it.each([
    ["this", (): Database => database],
    ["another", (): Database => other],
  ])("reads again after a change by %s connection", async (_whose, changed) => {
    const reads = openReads();
    await reads.findMany(["a"], read);

    await new SqlApiKeyStore({ database: changed() }).add(apiKey);
    await reads.findMany(["a"], read);

    expect(asked).toEqual(["a", "a"]);
  });

  it("does not cache a value that was read before a simultaneous change", async () => {
    const reads = openReads();
    const store = new SqlApiKeyStore({ database: other });

    await reads.findMany(["a"], async (keys) => {
      const values = await read(keys);
      await store.add(apiKey);
      return values;
    });
    await reads.findMany(["a"], read);

    expect(asked).toEqual(["a", "a"]);
  });

  it("caches the latest entries, and answers for more than it caches", async () => {
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

  it("notices at once that another process has revoked a key", async () => {
    const here = new SqlApiKeyStore({ database });
    await here.add(apiKey);
    await here.find(apiKey.lookup);

    await new SqlApiKeyStore({ database: other }).revoke(apiKey.lookup, 5);

    await expect(here.find(apiKey.lookup)).resolves.toMatchObject({ revokedAt: 5 });
  });
});
