import { SharedResult } from "../../src/domain/shared-result.js";

const never = new AbortController().signal;

describe("A shared result", () => {
  it("is made once, for those who ask while it is made and for later ones", async () => {
    const shared = new SharedResult<number>();
    let made = 0;
    const make = () => Promise.resolve(++made);

    const together = await Promise.all([shared.get(never, make), shared.get(never, make)]);
    const later = await shared.get(never, make);

    expect([...together, later]).toEqual([1, 1, 1]);
  });

  it("is made on while anybody waits, and anew after all have left", async () => {
    const shared = new SharedResult<string>();
    const [first, second] = [new AbortController(), new AbortController()];
    const begun: AbortSignal[] = [];
    const make = (abandoned: AbortSignal): Promise<string> => {
      begun.push(abandoned);
      return new Promise(() => undefined);
    };

    const asked = [shared.get(first.signal, make), shared.get(second.signal, make)];
    first.abort(new Error("left"));
    const wasAbandoned = begun[0]?.aborted;
    second.abort(new Error("left"));

    expect(await Promise.allSettled(asked)).toMatchObject([
      { reason: { message: "left" } },
      { reason: { message: "left" } },
    ]);
    expect([begun.length, wasAbandoned, begun[0]?.aborted]).toEqual([1, false, true]);
    expect(await shared.get(never, () => Promise.resolve("made anew"))).toBe("made anew");
  });

  it("is not begun for one who has left", async () => {
    const shared = new SharedResult<string>();

    const asked = shared.get(AbortSignal.abort(new Error("left")), () =>
      Promise.reject(new Error("begun")),
    );

    await expect(asked).rejects.toThrow("left");
  });
});
