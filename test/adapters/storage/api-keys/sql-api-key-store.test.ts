import { SqlApiKeyStore } from "../../../../src/adapters/storage/api-keys/sql-api-key-store.js";
import { describeApiKeyStore } from "../../../contracts/access/api-key-store.contract.js";
import { databaseSystems, openedDatabases } from "../opened-databases.js";

describe.each(databaseSystems)("On %s,", (system) => {
  const databases = openedDatabases(system);

  describeApiKeyStore("SqlApiKeyStore", async () => {
    return new SqlApiKeyStore({ database: await databases.open() });
  });
});
