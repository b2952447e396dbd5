import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { SqlApiKeyStore } from "../../../../src/adapters/storage/api-keys/sql-api-key-store.js";
import type { ApiKey } from "../../../../src/domain/api-key.js";
import { describeApiKeyStore } from "../../../contracts/api-key-store.contract.js";
import { openedDatabases } from "../opened-databases.js";

const databases = openedDatabases();

describeApiKeyStore("SqlApiKeyStore", async () => {
  return new SqlApiKeyStore({ database: await databases.open() });
});

describe("SqlApiKeyStore", () => {
  it("notices at once that another process has revoked a key", async () => {
    const folder = await mkdtemp(join(tmpdir(), "overtone-keys-"));
    const url = `sqlite:${join(folder, "overtone.db")}`;
    const here = new SqlApiKeyStore({ database: await databases.open({ url }) });
    const other = new SqlApiKeyStore({ database: await databases.open({ url }) });
    await here.add(apiKey);
    await here.find(apiKey.lookup);

    await other.revoke(apiKey.lookup, 5);

    await expect(here.find(apiKey.lookup)).resolves.toMatchObject({ revokedAt: 5 });
    await rm(folder, { recursive: true });
  });
});

const apiKey: ApiKey = {
  lookup: "0a1b2c3d",
  secretHash: "0".repeat(64),
  name: "mine",
  scopes: ["read"],
  createdAt: 0,
  expiresAt: null,
  revokedAt: null,
};
