import {
  afterAttempt,
  givenUp,
  sentAgain,
  type Delivery,
  type DeliveryAttempt,
} from "../../../src/domain/webhook/webhook-delivery.js";

const NOON = Date.UTC(2026, 0, 1, 12);

const delivery = (parts: Partial<Delivery> = {}): Delivery => ({
  id: "msg_a",
  webhookId: "wh_one",
  event: "analysis.ready",
  body: "{}",
  createdAt: NOON,
  attempts: [],
  tries: 0,
  state: "pending",
  nextAttemptAt: NOON,
  ...parts,
});

const taken: DeliveryAttempt = { at: NOON, milliseconds: 20, status: 200, problem: null };
const refused: DeliveryAttempt = {
  at: NOON,
  milliseconds: 20,
  status: 500,
  problem: "The address responded with status 500.",
};

describe("A delivery", () => {
  it("is retried five seconds after its first attempt has failed", () => {
    const after = afterAttempt(delivery(), refused);

    expect(after).toEqual(
      delivery({ attempts: [refused], tries: 1, nextAttemptAt: NOON + 20 + 5_000 }),
    );
  });

  it.each(["delivered", "failed"] as const)(
    "stays %s when an attempt fails late, and records that attempt",
    (state) => {
      const ended = delivery({ attempts: [taken], tries: 1, state, nextAttemptAt: null });

      const after = afterAttempt(ended, refused);

      expect(after).toEqual({ ...ended, attempts: [taken, refused], tries: 2 });
    },
  );

  it("is given up after its last attempt", () => {
    const after = afterAttempt(delivery(), refused, true);

    expect(after).toMatchObject({ state: "failed", nextAttemptAt: null, attempts: [refused] });
  });

  it("is delivered when an attempt succeeds late", () => {
    const ended = delivery({ state: "failed", nextAttemptAt: null });

    const after = afterAttempt(ended, taken);

    expect(after).toMatchObject({ state: "delivered", nextAttemptAt: null });
  });

  it("is not given up after it was delivered", () => {
    const ended = delivery({ state: "delivered", nextAttemptAt: null });

    expect(givenUp(ended)).toEqual(ended);
  });

  it("keeps the attempts that it had when it is sent again", () => {
    const ended = delivery({
      attempts: [refused],
      tries: 8,
      state: "failed",
      nextAttemptAt: null,
    });

    const again = sentAgain(ended, NOON + 1);

    expect(again).toEqual(delivery({ attempts: [refused], nextAttemptAt: NOON + 1 }));
  });
});
