import {
  LeadingSlots,
  type LeadingSlotsNeeds,
} from "../../../src/domain/catalogue/leading-slots.js";
import { seededRandom } from "../../signals/random.js";

const upTo = (count: number): Uint32Array => Uint32Array.from({ length: count }, (_, n) => n);

function leadingOf(slots: Iterable<number>, needs: LeadingSlotsNeeds) {
  const leading = new LeadingSlots(needs);
  for (const slot of slots) leading.offer(slot);
  return leading.slots();
}

describe("LeadingSlots", () => {
  it.each(["random", "ascending", "descending", "equal"])(
    "agrees with sorting all slots when values are %s",
    (kind) => {
      const random = seededRandom(3);
      const values = Array.from({ length: 3000 }, (_, slot) => {
        if (kind === "random") return random();
        return kind === "ascending" ? slot : kind === "descending" ? -slot : 0;
      });
      const compare = (a: number, b: number): number => values[a]! - values[b]! || a - b;

      const leading = leadingOf(upTo(3000), { max: 21, compare });

      expect(leading).toEqual([...upTo(3000)].sort(compare).slice(0, 21));
    },
  );

  it("returns the first slot of each group", () => {
    const random = seededRandom(4);
    const values = Array.from({ length: 3000 }, () => random());
    const compare = (a: number, b: number): number => values[a]! - values[b]!;
    const groupOf = (slot: number): number => slot % 50;

    const leading = leadingOf(upTo(3000), { max: 21, compare, groupOf });

    const sorted = [...upTo(3000)].sort(compare);
    const firstOfEach = new Map([...sorted].reverse().map((slot) => [groupOf(slot), slot]));
    expect(leading).toEqual([...firstOfEach.values()].sort(compare).slice(0, 21));
  });

  it("names the last of the first slots once it has enough of them", () => {
    const leading = new LeadingSlots({ max: 3, compare: (a, b) => a - b });
    const before = leading.last;

    for (let slot = 1000; slot > 0; slot -= 1) leading.offer(slot);

    expect(before).toBeUndefined();
    expect(leading.last).toBeLessThan(1000);
    expect(leading.slots()).toEqual([1, 2, 3]);
    expect(leading.last).toBe(3);
  });

  it.each([
    [0, 5, 0],
    [5, 0, 0],
    [5, 3, 3],
    [5, 5, 5],
    [5, 9, 5],
  ])("returns, of %i slots and for a limit of %i, %i", (count, max, expected) => {
    const leading = leadingOf(upTo(count), { max, compare: (a, b) => b - a });

    expect(leading).toEqual([...upTo(count)].reverse().slice(0, expected));
  });
});
