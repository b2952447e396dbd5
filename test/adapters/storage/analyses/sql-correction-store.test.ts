import { RecentRecordings } from "../../../../src/adapters/storage/analyses/recent-recordings.js";
import { SqlAnalysisStore } from "../../../../src/adapters/storage/analyses/sql-analysis-store.js";
import { SqlCorrectionStore } from "../../../../src/adapters/storage/analyses/sql-correction-store.js";
import { SqlLibraryStore } from "../../../../src/adapters/storage/library/sql-library-store.js";
import { describeCorrectionStore } from "../../../contracts/analyses/correction-store.contract.js";
import { databaseSystems, openedDatabases } from "../opened-databases.js";

describe.each(databaseSystems)("On %s,", (system) => {
  const databases = openedDatabases(system);

  describeCorrectionStore("SqlCorrectionStore", async () => {
    const database = await databases.open();
    const recent = new RecentRecordings();
    return {
      store: new SqlAnalysisStore({ database, recent }),
      files: new SqlLibraryStore({ database, recent }),
      corrections: new SqlCorrectionStore({ database, recent }),
    };
  });
});
