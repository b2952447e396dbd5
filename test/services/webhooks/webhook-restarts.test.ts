import { SqlWebhookStore } from "../../../src/adapters/storage/webhooks/sql-webhook-store.js";
import { StorageBusyError } from "../../../src/domain/errors/availability-errors.js";
import type { Delivery } from "../../../src/domain/webhook/webhook-delivery.js";
import type { Webhook } from "../../../src/domain/webhook/webhook.js";
import type { DueDelivery } from "../../../src/ports/webhooks/webhook-store.js";
import type { openWebhooks } from "./opened-webhooks.js";
import { delivery, idsSent, noon, stored, webhook, webhookServers } from "./webhook-servers.js";

type WebhookServer = ReturnType<typeof openWebhooks>;

const DAY = 86_400_000;

describe("Webhook deliveries across servers, restarts and failures", () => {
  const { open, start, started, settle, pass, areAsleep } = webhookServers();

  it("finds within five seconds what another server has stored", async () => {
    const server = await started([]);
    await open().store.addDeliveries([delivery("msg_a")]);

    await pass(4_999);
    const early = idsSent(server);
    await pass(1);

    expect([early, idsSent(server)]).toEqual([[], ["msg_a"]]);
  });

  it("shares the deliveries with another server, and each is sent by one", async () => {
    const [one, other] = [open(), open()];
    await one.store.add(webhook("wh_one"));
    await one.store.addDeliveries(["msg_a", "msg_b", "msg_c"].map((id) => delivery(id)));

    for (const { dispatcher } of [one, other]) dispatcher.start();
    await settle();

    expect([...idsSent(one), ...idsSent(other)].sort()).toEqual(["msg_a", "msg_b", "msg_c"]);
  });

  describe("when the server stops", () => {
    it("aborts its attempts and stores none, and the next server begins with them", async () => {
      const server = await started([delivery("msg_a")], { prepare: ({ sender }) => sender.hang() });

      await server.dispatcher.close();
      const after = await stored(server, "msg_a");
      const next = open();
      await start(next);

      expect(after).toMatchObject({ state: "pending", attempts: [], tries: 0 });
      expect(idsSent(next)).toEqual(["msg_a"]);
    });

    it("aborts an attempt that begins at that moment", async () => {
      let stop: () => void = () => undefined;
      class StoppingStore extends SqlWebhookStore {
        override find(id: string): Promise<Webhook | undefined> {
          stop();
          return super.find(id);
        }
      }
      let isClosed = false;
      const prepare = ({ dispatcher, sender }: WebhookServer): void => {
        sender.hang();
        stop = () => void dispatcher.close().then(() => (isClosed = true));
      };

      const server = await started([delivery("msg_a")], { Store: StoppingStore, prepare });

      expect(isClosed).toBe(true);
      expect(await stored(server, "msg_a")).toMatchObject({ state: "pending", attempts: [] });
    });

    it("stores an attempt whose response has arrived", async () => {
      let arrive: () => void = () => undefined;
      const arrived = new Promise<void>((resolve) => (arrive = resolve));
      const prepare = ({ sender }: WebhookServer): void => {
        sender.send = () => arrived.then(() => ({ status: 200 }));
      };
      const server = await started([delivery("msg_a")], { prepare });

      const closing = server.dispatcher.close();
      arrive();
      await closing;

      expect(await stored(server, "msg_a")).toMatchObject({ state: "delivered" });
    });

    it("begins no further attempt", async () => {
      const server = await started([delivery("msg_a", { nextAttemptAt: noon + 1 })]);

      await server.dispatcher.close();
      await pass(DAY);

      expect(server.sender.sent).toEqual([]);
      expect(areAsleep()).toBe(false);
    });
  });

  it("repeats the attempt of a server that crashed, after half a minute", async () => {
    const crashed = open();
    await crashed.store.add(webhook("wh_one"));
    await crashed.store.addDeliveries([delivery("msg_a")]);
    await crashed.store.claim("msg_a", noon, 30_000);
    const server = open();
    await start(server);

    for (let turn = 0; turn < 5; turn++) await pass(5_000);
    const early = idsSent(server);
    await pass(5_000);

    expect([early, idsSent(server)]).toEqual([[], ["msg_a"]]);
  });

  it("repeats an attempt that could not be stored, after half a minute, and logs why", async () => {
    let isBroken = true;
    const broken = new StorageBusyError();
    class BrokenStore extends SqlWebhookStore {
      override change(
        id: string,
        change: (before: Delivery) => Delivery,
      ): Promise<Delivery | undefined> {
        return isBroken ? Promise.reject(broken) : super.change(id, change);
      }
    }
    const server = await started([delivery("msg_a")], { Store: BrokenStore });
    isBroken = false;

    for (let turn = 0; turn < 5; turn++) await pass(5_000);
    const early = idsSent(server);
    await pass(5_000);

    expect([early, idsSent(server)]).toEqual([["msg_a"], ["msg_a", "msg_a"]]);
    expect(server.logger.lines).toMatchObject([{ facts: { code: "STORAGE_BUSY" } }]);
    expect(await stored(server, "msg_a")).toMatchObject({ state: "delivered" });
  });

  it("logs that the store cannot be read, and continues after five seconds", async () => {
    let isBroken = true;
    class BrokenStore extends SqlWebhookStore {
      override listDue(
        options: Parameters<SqlWebhookStore["listDue"]>[0],
      ): Promise<readonly DueDelivery[]> {
        return isBroken ? Promise.reject(new StorageBusyError()) : super.listDue(options);
      }
    }
    const server = await started([delivery("msg_a")], { Store: BrokenStore });
    isBroken = false;

    await pass(4_999);
    const early = idsSent(server);
    await pass(1);

    expect([early, idsSent(server)]).toEqual([[], ["msg_a"]]);
    expect(server.logger.lines).toMatchObject([{ facts: { code: "STORAGE_BUSY" } }]);
  });

  it("removes ended deliveries after thirty days, within an hour", async () => {
    const ended = { state: "delivered", nextAttemptAt: null } as const;
    const server = await started([
      delivery("msg_old", { ...ended, createdAt: noon - 30 * DAY - 1 }),
      delivery("msg_month", { ...ended, createdAt: noon - 30 * DAY }),
    ]);
    const left = async (): Promise<string[]> =>
      (await server.store.listDeliveries("wh_one", { first: 9 })).map(({ id }) => id);

    const atStart = await left();
    await pass(3_599_999);
    const early = await left();
    await pass(5_000);

    expect([atStart, early, await left()]).toEqual([["msg_month"], ["msg_month"], []]);
  });

  it("end without an attempt when another server removes their webhook meanwhile", async () => {
    class LateStore extends SqlWebhookStore {
      override async claim(...given: Parameters<SqlWebhookStore["claim"]>) {
        const until = await super.claim(...given);
        await this.remove("wh_one");
        return until;
      }
    }

    const server = await started([delivery("msg_a")], { Store: LateStore });

    expect(server.sender.sent).toEqual([]);
    expect(server.logger.lines).toEqual([]);
  });
});
