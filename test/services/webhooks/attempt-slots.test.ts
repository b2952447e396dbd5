import { AttemptSlots } from "../../../src/services/webhooks/webhook-dispatcher.js";

/** An attempt that the test ends. */
function attempt(): { readonly done: Promise<void>; readonly end: () => void } {
  let end = (): void => undefined;
  const done = new Promise<void>((resolve) => (end = resolve));
  return { done, end };
}

describe("AttemptSlots", () => {
  let slots: AttemptSlots;

  /** Starts attempts to webhooks of an owner, four to each, until none may start. */
  function fill(owner: string): number {
    let count = 0;
    const next = (): { owner: string; webhookId: string } => ({
      owner,
      webhookId: `${owner}-${Math.floor(count / 4)}`,
    });
    for (; slots.mayBegin(next()); count++) slots.hold(next(), attempt().done);
    return count;
  }

  beforeEach(() => {
    slots = new AttemptSlots();
  });

  it("gives a single owner half of the slots", () => {
    const held = fill("one");

    expect([held, slots.free]).toEqual([16, 16]);
    expect(slots.blocked.owners).toEqual(["one"]);
  });

  it("names only the owners that may start none, each once", () => {
    fill("one");
    slots.hold({ owner: "two", webhookId: "two-0" }, attempt().done);

    expect(slots.mayBegin({ owner: "two", webhookId: "two-1" })).toBe(true);
    expect(slots.blocked).toEqual({
      owners: ["one"],
      webhooks: ["one-0", "one-1", "one-2", "one-3"],
    });
  });

  it("keeps a slot for new owners, however many owners use all they can", () => {
    const held = ["one", "two", "three", "four", "five"].map(fill);

    expect(held.every((count) => count > 0)).toBe(true);
    expect(slots.mayBegin({ owner: "six", webhookId: "six-0" })).toBe(true);
  });

  it("runs at most four attempts to a webhook at once", async () => {
    const claim = { owner: "one", webhookId: "one-0" };
    const first = attempt();
    slots.hold(claim, first.done);
    for (let n = 1; n < 4; n++) slots.hold(claim, attempt().done);

    const whileFour = [slots.mayBegin(claim), slots.blocked.webhooks] as const;
    first.end();
    await first.done;
    const whileThree = [slots.mayBegin(claim), slots.blocked.webhooks] as const;

    expect(whileFour).toEqual([false, ["one-0"]]);
    expect(whileThree).toEqual([true, []]);
  });

  it("waits until running attempts have ended", async () => {
    const running = attempt();
    slots.hold({ owner: "one", webhookId: "one-0" }, running.done);
    let isOver = false;

    const waiting = slots.whenOver().then(() => (isOver = true));
    await new Promise(setImmediate);
    const early = isOver;
    running.end();
    await waiting;

    expect([early, isOver, slots.free]).toEqual([false, true, 32]);
  });
});
