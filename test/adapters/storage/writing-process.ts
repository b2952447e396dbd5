import { openDatabase } from "../../../src/adapters/storage/database.js";
import { SqlApiKeyStore } from "../../../src/adapters/storage/api-keys/sql-api-key-store.js";

/**
 * A process of its own: opens the database at the URL it is given when told to go, adds as many
 * keys as it is told under its own prefix, and ends. It runs beside the test that started it.
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
