import { SqlApiKeyStore } from "../../../src/adapters/storage/api-keys/sql-api-key-store.js";
import { openDatabase, type Database } from "../../../src/adapters/storage/database.js";
import type { SqlWebhookStore } from "../../../src/adapters/storage/webhooks/sql-webhook-store.js";
import type { Delivery } from "../../../src/domain/webhook/webhook-delivery.js";
import type { NewWebhook } from "../../../src/domain/webhook/webhook.js";
import { ManualClock } from "../../fakes/manual-clock.js";
import { openWebhooks } from "./opened-webhooks.js";

/** The time at the start of each test. */
export const noon = Date.UTC(2026, 0, 1, 12, 0, 0, 700);
/** The key that owns the webhooks. */
export const owner = "0a1b2c3d";

type WebhookServer = ReturnType<typeof openWebhooks>;

export const webhook = (id: string): NewWebhook => ({
  id,
  owner,
  url: `https://example.org/${id}`,
  secret: `whsec_${Buffer.from(id).toString("base64")}`,
  events: ["analysis.ready"],
  createdAt: noon,
  disabledAt: null,
});

/** A delivery of the webhook `wh_one` that is due at noon. */
export const delivery = (id: string, parts: Partial<Delivery> = {}): Delivery => ({
  id,
  webhookId: "wh_one",
  event: "analysis.ready",
  body: `{"id":"${id}"}`,
  createdAt: noon,
  attempts: [],
  tries: 0,
  state: "pending",
  nextAttemptAt: noon,
  ...parts,
});

/** Returns the ids of the messages that a server has sent, in order. */
export const idsSent = ({ sender }: WebhookServer): string[] => sender.sent.map(({ id }) => id);

/** Returns a delivery of the webhook `wh_one`. */
export const stored = ({ store }: WebhookServer, id: string): Promise<Delivery | undefined> =>
  store.findDelivery("wh_one", id);

/** Waits until the servers have done all that is due. */
async function settle(): Promise<void> {
  for (let turn = 0; turn < 40; turn++) await new Promise(setImmediate);
}

/** Opens servers on one database in memory and with one clock, both new for each test. */
export function webhookServers() {
  let database: Database;
  let clock: ManualClock;
  const opened: WebhookServer[] = [];

  beforeEach(async () => {
    database = await openDatabase({ url: "sqlite::memory:" });
    clock = new ManualClock(noon);
    const times = { createdAt: noon, expiresAt: null, revokedAt: null };
    const apiKey = { lookup: owner, secretHash: "", name: "hooks", scopes: ["read"] as const };
    await new SqlApiKeyStore({ database }).add({ ...apiKey, ...times });
  });
  afterEach(async () => {
    for (const { dispatcher } of opened.splice(0)) await dispatcher.close();
    await database.close();
  });

  /** Opens a server, without starting it. */
  function open(Store?: typeof SqlWebhookStore): WebhookServer {
    const server = openWebhooks(database, clock, Store);
    opened.push(server);
    return server;
  }

  /** Starts a server, and lets it send what is due. */
  async function start(server: WebhookServer): Promise<void> {
    server.dispatcher.start();
    await settle();
  }

  /** Starts a server with the webhook `wh_one` and these deliveries. */
  async function started(
    deliveries: readonly Delivery[],
    given: {
      readonly Store?: typeof SqlWebhookStore;
      /** Is called before the server starts. */
      readonly prepare?: (server: WebhookServer) => unknown;
    } = {},
  ): Promise<WebhookServer> {
    const server = open(given.Store);
    await server.store.add(webhook("wh_one"));
    await server.store.addDeliveries(deliveries);
    await given.prepare?.(server);
    await start(server);
    return server;
  }

  /** Advances the clock, and lets the servers do what is due then. */
  async function pass(milliseconds: number): Promise<void> {
    clock.advance(milliseconds);
    await settle();
  }

  /** Returns whether a server waits for a time to pass. */
  const areAsleep = (): boolean => clock.sleeperCount > 0;

  return { open, start, started, settle, pass, areAsleep };
}
