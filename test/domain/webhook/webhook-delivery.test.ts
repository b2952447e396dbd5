import {
  afterAttempt,
  givenUp,
  maxRetryPauseMilliseconds,
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

  it("fails after eight attempts in about a day", () => {
    let tried = delivery();
    const pauses: number[] = [];
    while (tried.nextAttemptAt !== null) {
      const at = tried.nextAttemptAt;
      tried = afterAttempt(tried, { ...refused, at });
      if (tried.nextAttemptAt !== null) pauses.push(tried.nextAttemptAt - at);
    }

    const hours = pauses.reduce((sum, pause) => sum + pause, 0) / 3_600_000;
    expect(tried).toMatchObject({ state: "failed", tries: 8 });
    expect(hours).toBeCloseTo(21.2, 1);
    expect(Math.max(...pauses) - 20).toBe(maxRetryPauseMilliseconds);
  });

  it("keeps its latest twenty attempts, oldest first", () => {
    const attempts = Array.from({ length: 20 }, (_, index) => ({ ...refused, at: NOON + index }));

    const after = afterAttempt(delivery({ attempts }), taken);

    expect(after.attempts).toEqual([...attempts.slice(1), taken]);
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
