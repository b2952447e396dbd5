import { openDatabase } from "../../../src/adapters/storage/database.js";
import { SqlApiKeyStore } from "../../../src/adapters/storage/api-keys/sql-api-key-store.js";

/**
 * A separate process that writes to a database: waits for a message, opens the database at the
 * given URL, adds the given number of keys with its own prefix, and ends.
 */
const [url = "", prefix = "", count = "0"] = process.argv.slice(2);

process.once("message", () => {
  void write();
});
process.send?.("ready");

async function write(): Promise<void> {
  const database = await openDatabase({ url });
  const keys = new SqlApiKeyStore({ database });
  for (let index = 0; index < Number(count); index += 1) {
    await keys.add({
      lookup: `${prefix}${index}`,
      secretHash: "00",
      name: prefix,
      scopes: ["read"],
      createdAt: index,
      expiresAt: null,
      revokedAt: null,
    });
  }
  await database.close();
  process.disconnect();
}
