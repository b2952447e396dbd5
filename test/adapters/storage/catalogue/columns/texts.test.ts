import { OrderedTexts } from "../../../../../src/adapters/storage/catalogue/columns/ordered-texts.js";
import { SearchedTexts } from "../../../../../src/adapters/storage/catalogue/columns/searched-texts.js";
import { seededRandom } from "../../../../signals/random.js";

const SLOTS = 600;

describe.each([
  ["OrderedTexts", () => new OrderedTexts()],
  ["SearchedTexts", () => new SearchedTexts()],
])("%s", (_, create) => {
  it("returns the texts that were last set, after replacements, removals and a copy by portions", () => {
    const { texts, expected } = changed(create());

    const copy = create();
    copy.setCapacity(expected.length);
    for (let first = 0; first < expected.length; first += 100) {
      copy.append(first, texts.portion(first, Math.min(expected.length, first + 100)));
    }

    expect(expected.map((__, slot) => texts.at(slot))).toEqual(expected);
    expect(expected.map((__, slot) => copy.at(slot))).toEqual(expected);
  });
});

describe("OrderedTexts", () => {
  it("orders texts by their bytes, beginnings before longer texts", () => {
    const { texts, expected } = changed(new OrderedTexts());
    const slots = expected.map((_, slot) => slot);

    const sorted = slots.toSorted((a, b) => texts.compare(a, b)).map((slot) => expected[slot]);
    const before = slots.filter((slot) => texts.comparisonWith("ba ñu")(slot) < 0);

    expect(sorted).toEqual(expected.toSorted(byBytes));
    expect(before).toEqual(slots.filter((slot) => byBytes(expected[slot]!, "ba ñu") < 0));
  });
});

describe("SearchedTexts", () => {
  it.each(["a", "ñ", "ba", "u b", "🎵", "ba ñu", "\n", "nobody"])(
    "finds %j where it occurs",
    (word) => {
      const { texts, expected } = changed(new SearchedTexts());
      const slots = Uint32Array.from(expected.keys());

      const count = texts.keepContaining(word, slots, slots.length);

      const found = [...slots.subarray(0, count)].map((slot) => expected[slot]);
      expect(found).toEqual(expected.filter((text) => text.includes(word)));
    },
  );
});

const byBytes = (one: string, other: string): number =>
  Buffer.compare(Buffer.from(one), Buffer.from(other));

/** Texts that were set, replaced and removed at random, and what they then are. */
function changed<Texts extends OrderedTexts | SearchedTexts>(texts: Texts) {
  const random = seededRandom(5);
  const pick = (choices: number): number => Math.floor(((random() + 1) / 2) * choices);
  const parts = ["ba", "ñu", " ", "u", "\n", "🎵", "é", "longer part"];
  const expected: string[] = [];
  texts.setCapacity(SLOTS);
  for (let step = 0; step < 5 * SLOTS; step += 1) {
    const slot = pick(SLOTS);
    const text = Array.from({ length: pick(6) }, () => parts[pick(parts.length)]).join("");
    if (slot < expected.length && step % 4 === 0) {
      texts.remove(slot, expected.length - 1);
      expected[slot] = expected.at(-1)!;
      expected.pop();
    } else {
      const place = Math.min(slot, expected.length);
      texts.set(place, text);
      expected[place] = text;
    }
  }
  return { texts, expected };
}
