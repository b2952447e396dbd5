import { RecentRecordings } from "../../../../src/adapters/storage/analyses/recent-recordings.js";
import { SqlAnalysisStore } from "../../../../src/adapters/storage/analyses/sql-analysis-store.js";
import { SqlGoneRecordings } from "../../../../src/adapters/storage/analyses/sql-gone-recordings.js";
import { SqlLibraryStore } from "../../../../src/adapters/storage/library/sql-library-store.js";
import { describeGoneRecordings } from "../../../contracts/analyses/gone-recordings.contract.js";
import { databaseSystems, openedDatabases } from "../opened-databases.js";

describe.each(databaseSystems)("On %s,", (system) => {
  const databases = openedDatabases(system);

  describeGoneRecordings("SqlGoneRecordings", async () => {
    const database = await databases.open();
    const recent = new RecentRecordings();
    return {
      store: new SqlAnalysisStore({ database, recent }),
      files: new SqlLibraryStore({ database, recent }),
      gone: new SqlGoneRecordings({ database, recent }),
    };
  });
});
