import { SqlAnalysisFeed } from "../../../../src/adapters/storage/analyses/sql-analysis-feed.js";
import { SqlAnalysisStore } from "../../../../src/adapters/storage/analyses/sql-analysis-store.js";
import { describeAnalysisFeed } from "../../../contracts/analyses/analysis-feed.contract.js";
import { openedDatabases } from "../opened-databases.js";

const databases = openedDatabases();

describeAnalysisFeed("SqlAnalysisFeed", async () => {
  const database = await databases.open();
  return { feed: new SqlAnalysisFeed({ database }), store: new SqlAnalysisStore({ database }) };
});
