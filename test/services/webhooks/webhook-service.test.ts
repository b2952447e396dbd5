import { openDatabase, type Database } from "../../../src/adapters/storage/database.js";
import { SqlWebhookStore } from "../../../src/adapters/storage/webhooks/sql-webhook-store.js";
import { WebhookNotFoundError } from "../../../src/domain/errors/not-found-errors.js";
import type { Delivery } from "../../../src/domain/webhook/webhook-delivery.js";
import type { NewWebhook } from "../../../src/domain/webhook/webhook.js";
import { ManualClock } from "../../fakes/manual-clock.js";
import { openWebhooks } from "./opened-webhooks.js";

const NOON = Date.UTC(2026, 0, 1, 12);
const url = "https://example.org/hook";

describe("The webhooks of an owner", () => {
  let database: Database;
  let clock: ManualClock;
  let server: ReturnType<typeof openWebhooks>;
  let hook: NewWebhook;

  beforeEach(async () => {
    database = await openDatabase({ url: "sqlite::memory:" });
    clock = new ManualClock(NOON);
    server = openWebhooks(database, clock);
    hook = await server.service.register("mine", { url });
  });
  afterEach(() => database.close());

  /** Stores deliveries of the webhook, the first one oldest. */
  const addDeliveries = (...ids: readonly string[]): Promise<void> =>
    server.store.addDeliveries(
      ids.map((id, index): Delivery => ({
        id,
        webhookId: hook.id,
        event: "analysis.ready",
        body: "{}",
        createdAt: NOON + index,
        attempts: [],
        tries: 8,
        state: index === 0 ? "failed" : "delivered",
        nextAttemptAt: null,
      })),
    );
  const idsOf = (found: readonly { readonly id: string }[]): string[] => found.map(({ id }) => id);

  it("have an id, a secret of their own, and all events unless some are named", async () => {
    const other = await server.service.register("mine", { url, events: ["analysis.failed"] });

    expect(hook).toMatchObject({
      id: expect.stringMatching(/^wh_[0-9a-f]{16}$/) as string,
      owner: "mine",
      url,
      secret: expect.stringMatching(/^whsec_[A-Za-z0-9+/]{32}$/) as string,
      events: ["analysis.ready", "analysis.failed"],
      createdAt: NOON,
      disabledAt: null,
    });
    expect(other.events).toEqual(["analysis.failed"]);
    expect(new Set([hook.id, other.id]).size).toBe(2);
    expect(other.secret).not.toBe(hook.secret);
    expect(await server.service.get("mine", hook.id)).toEqual(hook);
  });

  it("are twenty at most, not counting those of other owners", async () => {
    for (let count = 2; count <= 20; count++) await server.service.register("mine", { url });

    const refused = server.service.register("mine", { url });

    await expect(refused).rejects.toMatchObject({
      code: "INVALID_INPUT",
      facts: { parameter: "url" },
      message: expect.stringContaining("20 webhooks") as string,
    });
    expect(await server.service.register("theirs", { url })).toMatchObject({ owner: "theirs" });
    expect(await server.service.list("mine")).toHaveLength(20);
  });

  it("are not registered with an address that the sender refuses", async () => {
    const registering = server.service.register("mine", { url: "https://localhost/hook" });

    await expect(registering).rejects.toMatchObject({ facts: { parameter: "url" } });
    expect(idsOf(await server.service.list("mine"))).toEqual([hook.id]);
  });

  it("are not known to other owners, nor changed by them", async () => {
    await addDeliveries("msg_a");
    const { service } = server;

    const attempts = [
      () => service.get("theirs", hook.id),
      () => service.remove("theirs", hook.id),
      () => service.listDeliveries("theirs", hook.id, { first: 1 }),
      () => service.replay("theirs", hook.id, "msg_a"),
      () => service.get("mine", "wh_unknown"),
      () => service.remove("mine", "wh_unknown"),
    ];

    for (const attempt of attempts) await expect(attempt()).rejects.toThrow(WebhookNotFoundError);
    expect(await service.list("theirs")).toEqual([]);
    expect(idsOf(await service.list("mine"))).toEqual([hook.id]);
    expect(await server.store.findDelivery(hook.id, "msg_a")).toMatchObject({ state: "failed" });
  });

  it("are gone with their deliveries once they are removed", async () => {
    await addDeliveries("msg_a");

    await server.service.remove("mine", hook.id);

    expect(await server.service.list("mine")).toEqual([]);
    expect(await server.store.findDelivery(hook.id, "msg_a")).toBeUndefined();
  });

  it("list their deliveries newest first, in pages, and by state", async () => {
    await addDeliveries("msg_a", "msg_b", "msg_c");
    const { service } = server;

    const first = await service.listDeliveries("mine", hook.id, { first: 2 });
    const second = await service.listDeliveries("mine", hook.id, { first: 2, before: "msg_b" });
    const failed = await service.listDeliveries("mine", hook.id, { first: 2, state: "failed" });
    const page = { first: 2, before: "msg_c", state: "delivered" } as const;
    const delivered = await service.listDeliveries("mine", hook.id, page);

    expect([first, second, failed, delivered].map(idsOf)).toEqual([
      ["msg_c", "msg_b"],
      ["msg_a"],
      ["msg_a"],
      ["msg_b"],
    ]);
  });

  it("refuse a page after a delivery that is not theirs", async () => {
    await addDeliveries("msg_a");
    const other = await server.service.register("mine", { url });

    const listing = server.service.listDeliveries("mine", other.id, { first: 1, before: "msg_a" });

    await expect(listing).rejects.toMatchObject({
      code: "INVALID_INPUT",
      facts: { parameter: "before" },
    });
  });

  it("send a delivery again, due at once, with as many attempts as a new one", async () => {
    await addDeliveries("msg_a");
    clock.advance(1_000);

    const again = await server.service.replay("mine", hook.id, "msg_a");

    expect(again).toMatchObject({ state: "pending", tries: 0, nextAttemptAt: NOON + 1_000 });
    expect(await server.store.findDelivery(hook.id, "msg_a")).toEqual(again);
  });

  it("send no delivery of another webhook again", async () => {
    await addDeliveries("msg_a");
    const other = await server.service.register("mine", { url });

    const replaying = server.service.replay("mine", other.id, "msg_a");

    await expect(replaying).rejects.toThrow(WebhookNotFoundError);
    expect(await server.store.findDelivery(hook.id, "msg_a")).toMatchObject({ state: "failed" });
  });

  it("send no delivery again that is removed meanwhile", async () => {
    class LosingStore extends SqlWebhookStore {
      override async findDelivery(...names: [string, string]): Promise<Delivery | undefined> {
        const found = await super.findDelivery(...names);
        await this.remove(hook.id);
        return found;
      }
    }
    await addDeliveries("msg_a");
    const { service } = openWebhooks(database, clock, LosingStore);

    const replaying = service.replay("mine", hook.id, "msg_a");

    await expect(replaying).rejects.toThrow(WebhookNotFoundError);
  });

  it("send nothing again once they are disabled", async () => {
    await addDeliveries("msg_a");
    await server.store.disable(hook.id, NOON);

    const replaying = server.service.replay("mine", hook.id, "msg_a");

    await expect(replaying).rejects.toMatchObject({
      code: "INVALID_INPUT",
      facts: { parameter: "id" },
    });
    expect(await server.store.findDelivery(hook.id, "msg_a")).toMatchObject({ state: "failed" });
  });
});
