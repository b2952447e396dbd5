import { KeyColumn } from "../../../../../src/adapters/storage/catalogue/columns/key-column.js";
import { SlotsByKey } from "../../../../../src/adapters/storage/catalogue/columns/slots-by-key.js";
import { trackKeyFrom } from "../../../../../src/domain/track/track-key.js";
import { seededRandom } from "../../../../signals/random.js";

const SLOTS = 5000;

describe("SlotsByKey", () => {
  it("finds the same slots as a map after any additions, moves and removals", () => {
    const random = seededRandom(3);
    const pick = (choices: number): number => Math.floor(((random() + 1) / 2) * choices);
    const [keys, found, expected] = [new KeyColumn(), [] as unknown[], new Map<string, number>()];
    keys.setCapacity(2 * SLOTS);
    const slots = new SlotsByKey(keys);
    const names = Array.from({ length: 2 * SLOTS }, (_, name) => keyOf(name));

    for (let step = 0; step < 4 * SLOTS; step += 1) {
      const key = names[pick(names.length)] as string;
      const known = expected.get(key);
      const free = expected.size;
      if (known === undefined) {
        keys.set(free, key);
        slots.add(free);
        expected.set(key, free);
      } else {
        const moved = keys.at(free - 1);
        slots.remove(known);
        expected.delete(key);
        if (moved === key) continue;
        slots.replace(free - 1, known);
        keys.copy(free - 1, known);
        expected.set(moved, known);
      }
    }
    for (const key of names) found.push(slots.find(key));

    expect(found).toEqual(names.map((key) => expected.get(key)));
  });
});

/** Every eighth key differs from the one before it in its second half only. */
function keyOf(name: number): string {
  const key = trackKeyFrom("Artist", String(name >> 3));
  return name % 8 < 4
    ? key.slice(0, 8) + trackKeyFrom("", String(name)).slice(8)
    : trackKeyFrom("", `${name}`);
}
