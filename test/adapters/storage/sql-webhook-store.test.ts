import { SqlWebhookStore } from "../../../src/adapters/storage/sql-webhook-store.js";
import { describeWebhookStore } from "../../contracts/webhook-store.contract.js";
import { openedDatabases } from "./opened-databases.js";

const databases = openedDatabases();

describeWebhookStore("SqlWebhookStore", async () => {
  return new SqlWebhookStore({ database: await databases.open() });
});
