import { openWebhookStore } from "../../../../src/adapters/storage/webhooks/open-webhook-store.js";
import { describeWebhookStore } from "../../../contracts/webhook-store.contract.js";
import { RecordingLogger } from "../../../fakes/recording-logger.js";
import { databaseSystems, openedDatabases } from "../opened-databases.js";
import { timeOf } from "../time-of-clock.js";

describe.each(databaseSystems)("On %s,", (system) => {
  const databases = openedDatabases(system);

  describeWebhookStore("SqlWebhookStore", async (clock) => {
    return openWebhookStore({
      database: await databases.open(),
      databaseUrl: "sqlite::memory:",
      secretsKey: undefined,
      logger: new RecordingLogger(),
      time: timeOf(clock),
    });
  });
});
