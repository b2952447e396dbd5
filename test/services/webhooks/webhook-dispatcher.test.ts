import { SqlWebhookStore } from "../../../src/adapters/storage/webhooks/sql-webhook-store.js";
import { UNREADABLE_SECRET, type Webhook } from "../../../src/domain/webhook/webhook.js";
import type { openWebhooks } from "./opened-webhooks.js";
import {
  delivery,
  idsSent,
  noon,
  owner,
  stored,
  webhook,
  webhookServers,
} from "./webhook-servers.js";

type WebhookServer = ReturnType<typeof openWebhooks>;

const DAY = 86_400_000;
const silence = { problem: "It did not respond.", isRefused: false };

describe("WebhookDispatcher", () => {
  const { started, settle, pass } = webhookServers();

  it("sends a delivery to its webhook, with the secret and the time for its signature", async () => {
    const server = await started([delivery("msg_a")]);

    expect(server.sender.sent).toEqual([
      {
        id: "msg_a",
        url: "https://example.org/wh_one",
        secret: "whsec_d2hfb25l",
        timestamp: (noon - 700) / 1000,
        body: '{"id":"msg_a"}',
      },
    ]);
    expect(await stored(server, "msg_a")).toMatchObject({
      state: "delivered",
      attempts: [{ at: noon, milliseconds: 0, status: 200, problem: null }],
    });
  });

  it("begins with the delivery that has been due longest", async () => {
    const server = await started([
      delivery("msg_now"),
      delivery("msg_later", { nextAttemptAt: noon + 60_000 }),
      delivery("msg_first", { nextAttemptAt: noon - 2 }),
      delivery("msg_second", { nextAttemptAt: noon - 1 }),
    ]);

    const atNoon = idsSent(server);
    for (let turn = 0; turn < 12; turn++) await pass(5_000);

    expect(atNoon).toEqual(["msg_first", "msg_second", "msg_now"]);
    expect(idsSent(server).at(-1)).toBe("msg_later");
  });

  it("sends at the moment a delivery is due, and not before", async () => {
    const server = await started([delivery("msg_a", { nextAttemptAt: noon + 1_234 })]);

    await pass(1_233);
    const early = idsSent(server);
    await pass(1);

    expect([early, idsSent(server)]).toEqual([[], ["msg_a"]]);
  });

  it.each([
    [200, null],
    [204, null],
    [299, null],
    [199, "The address responded with status 199."],
    [300, "The address responded with status 300."],
    [404, "The address responded with status 404."],
    [500, "The address responded with status 500."],
  ])("takes status %p for: %p", async (status, problem) => {
    const prepare = ({ sender }: WebhookServer) => sender.answerWith({ status });

    const server = await started([delivery("msg_a")], { prepare });

    expect(await stored(server, "msg_a")).toMatchObject({
      state: problem === null ? "delivered" : "pending",
      attempts: [{ status, problem }],
    });
  });

  it("retries after each pause, under the same id, until the address accepts it", async () => {
    const prepare = ({ sender }: WebhookServer) =>
      sender.answerWith({ status: 500 }, silence, silence);
    const server = await started([delivery("msg_a")], { prepare });

    const counts: number[] = [];
    for (const seconds of [5, 30, 120]) {
      await pass(seconds * 1_000 - 1);
      counts.push(server.sender.sent.length);
      await pass(1);
      counts.push(server.sender.sent.length);
    }
    await pass(DAY);

    expect(counts).toEqual([1, 2, 2, 3, 3, 4]);
    expect(idsSent(server)).toEqual(Array(4).fill("msg_a"));
    expect(await stored(server, "msg_a")).toMatchObject({ state: "delivered", tries: 4 });
  });

  it("fails a delivery after eight attempts", async () => {
    const prepare = ({ sender }: WebhookServer) =>
      sender.answerWith(...Array<typeof silence>(9).fill(silence));
    const server = await started([delivery("msg_a")], { prepare });

    for (let attempt = 0; attempt < 10; attempt++) await pass(DAY);

    expect(server.sender.sent).toHaveLength(8);
    expect(await stored(server, "msg_a")).toMatchObject({ state: "failed", nextAttemptAt: null });
  });

  it("fails a delivery at once where the sender refuses the address", async () => {
    const refusal = { problem: "It is private.", isRefused: true };
    const prepare = ({ sender }: WebhookServer) => sender.answerWith(refusal);

    const server = await started([delivery("msg_a")], { prepare });

    expect(await stored(server, "msg_a")).toMatchObject({
      state: "failed",
      attempts: [{ status: null, problem: "It is private." }],
    });
  });

  it("ends an attempt after ten seconds, and stores how long it took", async () => {
    const server = await started([delivery("msg_a")], { prepare: ({ sender }) => sender.hang() });

    await pass(9_999);
    const before = await stored(server, "msg_a");
    await pass(1);

    expect(before?.attempts).toEqual([]);
    expect(await stored(server, "msg_a")).toMatchObject({
      state: "pending",
      attempts: [{ at: noon, milliseconds: 10_000, status: null }],
      nextAttemptAt: noon + 15_000,
    });
  });

  it("disables a webhook that is gone, and fails its other deliveries", async () => {
    const prepare = ({ sender }: WebhookServer) => sender.answerWith({ status: 410 });
    const later = delivery("msg_b", { nextAttemptAt: noon + 60_000 });

    const server = await started([delivery("msg_a"), later], { prepare });
    for (let turn = 0; turn < 13; turn++) await pass(5_000);

    expect(idsSent(server)).toEqual(["msg_a"]);
    expect(await server.store.find("wh_one")).toMatchObject({ disabledAt: noon });
    expect(await stored(server, "msg_b")).toMatchObject({ state: "failed", attempts: [] });
  });

  it("sends nothing that it cannot sign, says why, and tries again", async () => {
    class KeylessStore extends SqlWebhookStore {
      override find(id: string): Promise<Webhook | undefined> {
        return Promise.resolve({ ...webhook(id), secret: null });
      }
    }
    const server = await started([delivery("msg_a")], { Store: KeylessStore });

    const attempts = [{ at: noon, milliseconds: 0, status: null, problem: UNREADABLE_SECRET }];
    expect(server.sender.sent).toEqual([]);
    expect(await stored(server, "msg_a")).toMatchObject({ state: "pending", attempts });
  });

  it("sends nothing to a webhook that was removed", async () => {
    const server = await started([delivery("msg_a", { nextAttemptAt: noon + 5_000 })]);

    await server.service.remove(owner, "wh_one");
    await pass(5_000);

    expect(server.sender.sent).toEqual([]);
    expect(server.logger.lines).toEqual([]);
  });

  it("continues when a webhook is removed during an attempt", async () => {
    const server = await started([delivery("msg_a")], { prepare: ({ sender }) => sender.hang() });
    await server.store.add(webhook("wh_two"));
    await server.store.addDeliveries([
      delivery("msg_b", { webhookId: "wh_two", nextAttemptAt: noon + 10_000 }),
    ]);

    await server.service.remove(owner, "wh_one");
    await pass(10_000);

    expect(idsSent(server)).toEqual(["msg_a", "msg_b"]);
    expect(server.logger.lines).toEqual([]);
  });

  it("sends nothing, and does not retry, after the key of its owner was revoked", async () => {
    const prepare = ({ access }: WebhookServer) => access.revoke(owner);

    const server = await started([delivery("msg_a")], { prepare });

    expect(server.sender.sent).toEqual([]);
    expect(await stored(server, "msg_a")).toMatchObject({ state: "failed", attempts: [] });
  });

  it("sends at most four at once to one webhook, and those of others meanwhile", async () => {
    const six = Array.from({ length: 6 }, (_, index) => delivery(`msg_${index}`));
    const prepare = async ({ store, sender }: WebhookServer): Promise<void> => {
      sender.hang();
      await store.add(webhook("wh_two"));
      await store.addDeliveries([delivery("msg_other", { webhookId: "wh_two" })]);
    };

    const server = await started(six, { prepare });
    const first = idsSent(server);
    await pass(10_000);

    expect(first).toEqual(["msg_0", "msg_1", "msg_2", "msg_3", "msg_other"]);
    expect(idsSent(server).slice(5)).toEqual(["msg_4", "msg_5"]);
  });

  it("sends those of others at once, also where more to a busy webhook are due than it reads", async () => {
    const many = Array.from({ length: 70 }, (_, index) => delivery(`msg_${index}`));
    const prepare = async ({ store, sender }: WebhookServer): Promise<void> => {
      sender.hang();
      await store.add(webhook("wh_two"));
      await store.addDeliveries([delivery("msg_other", { webhookId: "wh_two" })]);
    };

    const server = await started(many, { prepare });

    expect(idsSent(server)).toHaveLength(5);
    expect(idsSent(server)).toContain("msg_other");
  });

  it("sends all that is due, also where it is more than it reads at once", async () => {
    const many = Array.from({ length: 70 }, (_, index) => delivery(`msg_${index}`));

    const server = await started(many);

    expect(new Set(idsSent(server)).size).toBe(70);
    expect(server.sender.sent).toHaveLength(70);
  });

  it("sends at once what is sent again on request, with as many attempts as before", async () => {
    const server = await started([
      delivery("msg_a", { state: "failed", nextAttemptAt: null, tries: 8 }),
    ]);

    const again = await server.service.replay(owner, "wh_one", "msg_a");
    await settle();

    expect(again).toMatchObject({ state: "pending", tries: 0, nextAttemptAt: noon });
    expect(idsSent(server)).toEqual(["msg_a"]);
    expect(await stored(server, "msg_a")).toMatchObject({ state: "delivered", tries: 1 });
  });
});
