import { leadingSlots } from "../../../../src/adapters/storage/catalogue/leading-slots.js";
import { seededRandom } from "../../../signals/random.js";

const upTo = (count: number): Uint32Array => Uint32Array.from({ length: count }, (_, n) => n);

describe("leadingSlots", () => {
  it.each(["random", "ascending", "descending", "equal"])(
    "agrees with sorting all slots when values are %s",
    (kind) => {
      const random = seededRandom(3);
      const values = Array.from({ length: 3000 }, (_, slot) => {
        if (kind === "random") return random();
        return kind === "ascending" ? slot : kind === "descending" ? -slot : 0;
      });
      const compare = (a: number, b: number): number => values[a]! - values[b]! || a - b;

      const leading = leadingSlots(upTo(3000), compare, 21);

      expect(leading).toEqual([...upTo(3000)].sort(compare).slice(0, 21));
    },
  );

  it.each([
    [0, 5, 0],
    [5, 0, 0],
    [5, 3, 3],
    [5, 5, 5],
    [5, 9, 5],
  ])("returns, of %i slots and for a limit of %i, %i", (count, max, expected) => {
    const leading = leadingSlots(upTo(count), (a, b) => b - a, max);

    expect(leading).toEqual([...upTo(count)].reverse().slice(0, expected));
  });
});
