import { SqlApiKeyStore } from "../../../../src/adapters/storage/api-keys/sql-api-key-store.js";
import { describeApiKeyStore } from "../../../contracts/api-key-store.contract.js";
import { openedDatabases } from "../opened-databases.js";

const databases = openedDatabases();

describeApiKeyStore("SqlApiKeyStore", async () => {
  return new SqlApiKeyStore({ database: await databases.open() });
});
