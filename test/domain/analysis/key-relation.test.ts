import {
  circleDistance,
  keyRelationBetween,
  wheelDistance,
  type KeyRelation,
} from "../../../src/domain/analysis/key-relation.js";
import {
  camelotFrom,
  circlePositionOf,
  type MusicalKey,
} from "../../../src/domain/analysis/musical-key.js";

const keys = Array.from({ length: 24 }, (_, index): MusicalKey => ({
  tonic: index % 12,
  mode: index < 12 ? 0 : 1,
}));
const aMinor = { tonic: 9, mode: 0 } as const;
const placeOf = (key: MusicalKey) => ({ circlePosition: circlePositionOf(key), mode: key.mode });

describe("Keys on the Camelot wheel", () => {
  it.each<[KeyRelation, string, MusicalKey]>([
    ["same", "8A", { tonic: 9, mode: 0 }],
    ["relative", "8B", { tonic: 0, mode: 1 }],
    ["fifth_up", "9A", { tonic: 4, mode: 0 }],
    ["fifth_down", "7A", { tonic: 2, mode: 0 }],
    ["parallel", "11B", { tonic: 9, mode: 1 }],
    ["distant", "9B", { tonic: 7, mode: 1 }],
    ["distant", "10A", { tonic: 11, mode: 0 }],
    ["distant", "2A", { tonic: 3, mode: 0 }],
  ])("have the relation %s to 8A when they are %s, %j", (relation, camelot, key) => {
    expect(camelotFrom(key)).toBe(camelot);
    expect(keyRelationBetween(aMinor, key)).toBe(relation);
  });

  it("have no relation when one is unknown", () => {
    expect(keyRelationBetween(aMinor, null)).toBe("unknown");
    expect(keyRelationBetween(null, aMinor)).toBe("unknown");
  });

  it("are compatible with four keys each, themselves included, at most one move away", () => {
    const compatible = ["same", "relative", "fifth_up", "fifth_down"];

    for (const from of keys) {
      const near = keys.filter((to) => wheelDistance(placeOf(from), placeOf(to)) <= 1);

      expect(near).toHaveLength(4);
      for (const to of near) expect(compatible).toContain(keyRelationBetween(from, to));
    }
  });

  it("have the same distance in both directions, at most seven moves", () => {
    const distances = keys.flatMap((from) =>
      keys.map((to) => {
        const [there, back] = [
          wheelDistance(placeOf(from), placeOf(to)),
          wheelDistance(placeOf(to), placeOf(from)),
        ];
        expect(there).toBe(back);
        return there;
      }),
    );

    expect(Math.max(...distances)).toBe(7);
  });

  it("are measured the shorter way round the circle", () => {
    expect(circleDistance(1, 11)).toBe(2);
    expect(circleDistance(0, 6)).toBe(6);
    expect(circleDistance(4, 4)).toBe(0);
  });
});
