import { givingWay } from "../../src/rest/audio-response.js";

/** Sends three parts, for each of which the event loop is busy for some milliseconds; returns the pauses. */
async function pausesOf(busyMilliseconds: readonly number[]): Promise<readonly number[]> {
  const pauses: number[] = [];
  let active = 1_000;
  const sending = givingWay(partsOf(busyMilliseconds.length), {
    utilization: () => ({ active }),
    // A pause in which other requests are answered.
    pause: (milliseconds) => {
      pauses.push(milliseconds);
      active += 7;
      return Promise.resolve();
    },
  });
  let sent = 0;
  for await (const part of sending) {
    expect(part).toEqual(Uint8Array.of(sent));
    active += busyMilliseconds[sent++] ?? 0;
  }
  expect(sent).toBe(busyMilliseconds.length);
  return pauses;
}

async function* partsOf(count: number): AsyncGenerator<Uint8Array> {
  for (let part = 0; part < count; part++) yield await Promise.resolve(Uint8Array.of(part));
}

describe("givingWay", () => {
  it("pauses for as long as the event loop was busy since the part before", async () => {
    expect(await pausesOf([2, 0.5, 3])).toEqual([2, 0.5, 3]);
  });

  it("pauses for at most 50 ms", async () => {
    expect(await pausesOf([400, 0])).toEqual([50, 0]);
  });

  it("ends its source where the receiver ends", async () => {
    let isClosed = false;
    const source = (async function* () {
      try {
        yield* partsOf(10);
      } finally {
        isClosed = true;
      }
    })();

    for await (const part of givingWay(source)) if (part[0] === 2) break;

    expect(isClosed).toBe(true);
  });
});
