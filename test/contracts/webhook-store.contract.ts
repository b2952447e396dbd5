import {
  maxRetryPauseMilliseconds,
  type Delivery,
} from "../../src/domain/webhook/webhook-delivery.js";
import type { NewWebhook } from "../../src/domain/webhook/webhook.js";
import type { WebhookStore } from "../../src/ports/webhooks/webhook-store.js";
import { ManualClock } from "../fakes/manual-clock.js";

const NOON = Date.UTC(2026, 0, 1, 12);

const webhook = (id: string, parts: Partial<NewWebhook> = {}): NewWebhook => ({
  id: `wh_${id}`,
  owner: "0a1b2c3d",
  url: "https://example.org/hook",
  secret: "whsec_c2VjcmV0",
  events: ["analysis.ready", "analysis.failed"],
  createdAt: NOON,
  disabledAt: null,
  ...parts,
});

const delivery = (id: string, parts: Partial<Delivery> = {}): Delivery => ({
  id: `msg_${id}`,
  webhookId: "wh_one",
  event: "analysis.ready",
  body: '{"type":"analysis.ready"}',
  createdAt: NOON,
  attempts: [],
  tries: 0,
  state: "pending",
  nextAttemptAt: NOON,
  ...parts,
});

const none = { owners: [], webhooks: [] };

const idsOf = (found: readonly { readonly id: string }[]): string[] => found.map(({ id }) => id);

/**
 * The contract of every WebhookStore.
 *
 * @param open opens a store that measures claims by the clock
 */
export function describeWebhookStore(
  name: string,
  open: (clock: ManualClock) => Promise<WebhookStore>,
): void {
  describe(`${name} as a WebhookStore`, () => {
    let store: WebhookStore;
    let clock: ManualClock;

    beforeEach(async () => {
      clock = new ManualClock(NOON);
      store = await open(clock);
      await store.add(webhook("one"));
    });

    it("finds a webhook as it was added, and no other", async () => {
      const found = await store.find("wh_one");
      const unknown = await store.find("wh_two");

      expect(found).toEqual(webhook("one"));
      expect(unknown).toBeUndefined();
    });

    it.each(["wh_one\0", "wh_\ud800", "wh_%", "WH_ONE", ""])(
      "finds nothing by the id %j, also where a database cannot store it",
      async (id) => {
        await store.addDeliveries([delivery("a")]);

        expect(await store.find(id)).toBeUndefined();
        expect(await store.findDelivery(id, "msg_a")).toBeUndefined();
        expect(await store.remove(id)).toBe(false);
      },
    );

    it("lists only the webhooks of an owner, oldest first", async () => {
      await store.add(webhook("two", { createdAt: NOON - 1 }));
      await store.add(webhook("theirs", { owner: "ffffffff" }));

      const found = await store.list("0a1b2c3d");

      expect(idsOf(found)).toEqual(["wh_two", "wh_one"]);
    });

    it("adds deliveries only for enabled webhooks that subscribe to the event", async () => {
      await store.add(webhook("failures", { events: ["analysis.failed"] }));
      await store.add(webhook("gone"));
      await store.disable("wh_gone", NOON);

      const found = await store.listFor("analysis.ready");

      expect(idsOf(found)).toEqual(["wh_one"]);
    });

    it("gives up the pending deliveries of a disabled webhook, and no others", async () => {
      await store.add(webhook("two"));
      await store.addDeliveries([delivery("a"), delivery("b", { webhookId: "wh_two" })]);

      await store.disable("wh_one", NOON + 1);
      await store.disable("wh_one", NOON + 2);

      expect((await store.find("wh_one"))?.disabledAt).toBe(NOON + 1);
      expect(await store.findDelivery("wh_one", "msg_a")).toMatchObject({
        state: "failed",
        nextAttemptAt: null,
      });
      expect(await store.findDelivery("wh_two", "msg_b")).toMatchObject({ state: "pending" });
    });

    it("removes a webhook with all of its deliveries", async () => {
      await store.addDeliveries([delivery("a")]);

      const first = await store.remove("wh_one");
      const second = await store.remove("wh_one");

      expect([first, second]).toEqual([true, false]);
      expect(await store.findDelivery("wh_one", "msg_a")).toBeUndefined();
    });

    it("adds the deliveries of other webhooks when one has just been removed", async () => {
      await store.addDeliveries([delivery("a", { webhookId: "wh_gone" }), delivery("b")]);

      expect(await store.findDelivery("wh_gone", "msg_a")).toBeUndefined();
      expect(await store.findDelivery("wh_one", "msg_b")).toEqual(delivery("b"));
    });

    it("adds one delivery per occurrence and webhook, and any number without an occurrence", async () => {
      await store.add(webhook("two"));
      const first = [delivery("a"), delivery("b", { webhookId: "wh_two" })];
      const again = [delivery("c"), delivery("d", { webhookId: "wh_two" })];
      const named = (all: Delivery[]) => all.map((one) => ({ ...one, occurrence: "ready 1" }));

      await Promise.all([store.addDeliveries(named(first)), store.addDeliveries(named(again))]);
      await store.addDeliveries([{ ...delivery("e"), occurrence: "ready 2" }]);
      await store.addDeliveries([delivery("f"), delivery("g")]);

      const one = await store.listDeliveries("wh_one", { first: 10 });
      const two = await store.listDeliveries("wh_two", { first: 10 });
      // Of two at the same time, either may be the first.
      const [ofOne, ofTwo] = idsOf(two)[0] === "msg_b" ? ["msg_a", "msg_b"] : ["msg_c", "msg_d"];
      expect(idsOf(one)).toEqual(["msg_g", "msg_f", "msg_e", ofOne]);
      expect(idsOf(two)).toEqual([ofTwo]);
    });

    it("finds a delivery only by its own webhook, as it was last written", async () => {
      const attempt = {
        at: NOON,
        milliseconds: 12,
        status: 500,
        problem: "The address responded with status 500.",
      };
      const tried = delivery("a", { attempts: [attempt], tries: 1, nextAttemptAt: NOON + 5_000 });
      await store.addDeliveries([delivery("a")]);

      const changed = await store.change("msg_a", () => tried);

      expect(changed).toEqual(tried);
      expect(await store.findDelivery("wh_one", "msg_a")).toEqual(tried);
      expect(await store.findDelivery("wh_two", "msg_a")).toBeUndefined();
    });

    it("loses no change to a simultaneous one, and reports an unknown delivery", async () => {
      await store.addDeliveries([delivery("a")]);
      const more = (kept: Delivery): Delivery => ({ ...kept, tries: kept.tries + 1 });

      await Promise.all([store.change("msg_a", more), store.change("msg_a", more)]);

      expect(await store.findDelivery("wh_one", "msg_a")).toMatchObject({ tries: 2 });
      expect(await store.change("msg_b", more)).toBeUndefined();
    });

    it("lists deliveries newest first, page by page and by state", async () => {
      await store.addDeliveries([
        delivery("a"),
        delivery("b", { state: "failed", nextAttemptAt: null }),
        delivery("c", { createdAt: NOON + 1 }),
      ]);

      const first = await store.listDeliveries("wh_one", { first: 2 });
      const second = await store.listDeliveries("wh_one", { first: 2, before: first[1]! });
      const failed = await store.listDeliveries("wh_one", { first: 2, state: "failed" });

      expect(idsOf(first)).toEqual(["msg_c", "msg_b"]);
      expect(idsOf(second)).toEqual(["msg_a"]);
      expect(idsOf(failed)).toEqual(["msg_b"]);
    });

    it("lists deliveries that are due and not taken, longest due first, and the time of the next", async () => {
      await store.add(webhook("two"));
      await store.addDeliveries([
        delivery("later", { nextAttemptAt: NOON + 60_000 }),
        delivery("now"),
        delivery("long", { nextAttemptAt: NOON - 1 }),
        delivery("ended", { state: "delivered", nextAttemptAt: null }),
        delivery("other", { webhookId: "wh_two" }),
      ]);

      const due = await store.listDue({
        now: NOON,
        max: 10,
        except: { owners: [], webhooks: ["wh_two"] },
      });
      const one = await store.listDue({ now: NOON, max: 1, except: none });
      const next = await store.nextDueAt();

      expect(idsOf(due)).toEqual(["msg_long", "msg_now"]);
      expect(idsOf(one)).toEqual(["msg_long"]);
      expect(next).toBe(NOON - 1);
    });

    it("lists the owners of due deliveries, and skips given owners", async () => {
      await store.add(webhook("theirs", { owner: "ffffffff" }));
      await store.addDeliveries([delivery("a"), delivery("b", { webhookId: "wh_theirs" })]);

      const all = await store.listDue({ now: NOON, max: 10, except: none });
      const except = { owners: ["0a1b2c3d"], webhooks: [] };
      const some = await store.listDue({ now: NOON, max: 10, except });

      expect(all.map(({ id, owner }) => [id, owner])).toEqual([
        ["msg_a", "0a1b2c3d"],
        ["msg_b", "ffffffff"],
      ]);
      expect(idsOf(some)).toEqual(["msg_b"]);
    });

    it("lets one process take a delivery, and another after that one has ended", async () => {
      await store.addDeliveries([delivery("a")]);

      const taken = await Promise.all([
        store.claim("msg_a", NOON, 30_000),
        store.claim("msg_a", NOON, 30_000),
      ]);
      clock.advance(29_999);
      const meanwhile = await store.listDue({ now: NOON, max: 1, except: none });
      clock.advance(1);
      const afterwards = await store.claim("msg_a", NOON, 30_000);

      expect(taken.filter((until) => until !== undefined)).toEqual([NOON + 30_000]);
      expect(meanwhile).toEqual([]);
      expect(afterwards).toBe(NOON + 60_000);
    });

    it("keeps a delivery from a process whose clock is minutes ahead of that of the claim", async () => {
      await store.addDeliveries([delivery("a")]);
      await store.claim("msg_a", NOON, 30_000);

      const due = await store.listDue({ now: NOON + 600_000, max: 1, except: none });
      const taken = await store.claim("msg_a", NOON + 600_000, 30_000);

      expect([due, taken]).toEqual([[], undefined]);
    });

    it("lists deliveries that were written or taken before the clock was set back by a year", async () => {
      const nextYear = NOON + 366 * 86_400_000;
      await store.addDeliveries([
        delivery("written", { nextAttemptAt: nextYear }),
        delivery("taken", { nextAttemptAt: nextYear }),
        delivery("retried", { nextAttemptAt: NOON + maxRetryPauseMilliseconds }),
      ]);
      clock.advance(nextYear - NOON);
      await store.claim("msg_taken", nextYear, 30_000);
      clock.advance(NOON - nextYear);

      const due = await store.listDue({ now: NOON, max: 10, except: none });
      const taken = await store.claim("msg_taken", NOON, 30_000);

      expect(idsOf(due).sort()).toEqual(["msg_taken", "msg_written"]);
      expect(taken).toBe(NOON + 30_000);
    });

    it("keeps a delivery with the process that has taken it until it is released", async () => {
      await store.addDeliveries([delivery("a")]);
      await store.claim("msg_a", NOON, 30_000);
      const isFree = async (): Promise<boolean> =>
        (await store.listDue({ now: NOON, max: 1, except: none })).length === 1;

      await store.change("msg_a", (kept) => kept);
      const afterChange = await isFree();
      await store.release("msg_a", NOON + 29_999);
      const afterOther = await isFree();
      await store.release("msg_a", NOON + 30_000);
      const afterOwn = await isFree();

      expect([afterChange, afterOther, afterOwn]).toEqual([false, false, true]);
    });

    it("removes deliveries that ended long ago, and no pending ones", async () => {
      await store.addDeliveries([
        delivery("old", { state: "delivered", nextAttemptAt: null }),
        delivery("pending"),
        delivery("new", { state: "failed", nextAttemptAt: null, createdAt: NOON + 1 }),
      ]);

      await store.removeEndedBefore(NOON + 1);

      const kept = await store.listDeliveries("wh_one", { first: 10 });
      expect(idsOf(kept)).toEqual(["msg_new", "msg_pending"]);
    });
  });
}
