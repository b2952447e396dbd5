import { openWebhookStore } from "../../../../src/adapters/storage/secrets/open-webhook-store.js";
import { describeWebhookStore } from "../../../contracts/webhook-store.contract.js";
import { RecordingLogger } from "../../../fakes/recording-logger.js";
import { databaseSystems, openedDatabases } from "../opened-databases.js";

describe.each(databaseSystems)("On %s,", (system) => {
  const databases = openedDatabases(system);

  describeWebhookStore("SqlWebhookStore", async () => {
    return openWebhookStore({
      database: await databases.open(),
      databaseUrl: "sqlite::memory:",
      secretsKey: undefined,
      logger: new RecordingLogger(),
    });
  });
});
