import { SqlSessionStore } from "../../../../src/adapters/storage/sessions/sql-session-store.js";
import { describeSessionStore } from "../../../contracts/access/session-store.contract.js";
import { databaseSystems, openedDatabases } from "../opened-databases.js";

describe.each(databaseSystems)("On %s,", (system) => {
  const databases = openedDatabases(system);

  describeSessionStore("SqlSessionStore", async () => {
    return new SqlSessionStore({ database: await databases.open() });
  });
});
