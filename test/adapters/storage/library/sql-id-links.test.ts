import { SqlIdLinks } from "../../../../src/adapters/storage/library/sql-id-links.js";
import { describeIdLinkStore } from "../../../contracts/id-link-store.contract.js";
import { databaseSystems, openedDatabases } from "../opened-databases.js";

describe.each(databaseSystems)("On %s,", (system) => {
  const databases = openedDatabases(system);

  describeIdLinkStore("SqlIdLinks", async () => {
    return new SqlIdLinks({ database: await databases.open() });
  });
});
