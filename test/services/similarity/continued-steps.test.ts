import fc from "fast-check";
import { wheelDistance } from "../../../src/domain/analysis/key-relation.js";
import { circlePositionOf } from "../../../src/domain/analysis/musical-key.js";
import type { ContinuationRules } from "../../../src/domain/catalogue/continuation.js";
import {
  continuedSteps,
  type NamedStep,
} from "../../../src/services/similarity/continued-steps.js";

const anything: ContinuationRules = {
  ...{ maxTempoChangePercent: Infinity, compatibleKeysOnly: false },
  ...{ artistSpacing: 0, albumSpacing: 0 },
};

/** Returns a track in C major at 120 BPM. */
const stepOf = (step: Partial<NamedStep>): NamedStep => ({
  ...{ artist: "ann", title: "song", album: "", tempo: 120, wheel: wheelOf(0) },
  ...step,
});

/** Returns the position of a major key; that of no key for `null`. */
const wheelOf = (tonic: number | null) =>
  tonic === null
    ? { circlePosition: NaN, mode: NaN }
    : { circlePosition: circlePositionOf({ tonic, mode: 1 }), mode: 1 };

/** Chooses steps, and counts the names that are read. */
async function chosen(
  candidates: readonly NamedStep[],
  heard: readonly NamedStep[],
  rules: ContinuationRules,
  count: number,
  gone: ReadonlySet<NamedStep> = new Set(),
): Promise<{ readonly steps: readonly NamedStep[]; readonly read: readonly NamedStep[] }> {
  const read: NamedStep[] = [];
  const readNames = (some: readonly NamedStep[]) => {
    read.push(...some);
    return Promise.resolve(some.map((step) => (gone.has(step) ? undefined : step)));
  };
  return { steps: await continuedSteps(candidates, { heard, rules, count, readNames }), read };
}

describe("Steps through candidates", () => {
  it("are no other version of what was heard, by the same artist", async () => {
    const heard = stepOf({ title: "song" });
    const live = stepOf({ title: "song" });
    const cover = stepOf({ title: "song", artist: "cleo" });
    const demo = stepOf({ title: "song", artist: "cleo" });

    const { steps } = await chosen([live, cover, demo], [heard], anything, 10);

    expect(steps).toEqual([cover]);
  });

  it("need few names of many candidates, and none of those that other rules exclude", async () => {
    const fast = Array.from({ length: 50 }, (_, index) =>
      stepOf({ tempo: 180, title: `f${index}` }),
    );
    const many = Array.from({ length: 500 }, (_, index) => stepOf({ title: `${index}` }));
    const rules = { ...anything, maxTempoChangePercent: 5 };

    const { steps, read } = await chosen([...fast, ...many], [stepOf({})], rules, 10);

    expect(steps).toEqual(many.slice(0, 10));
    expect(read).toEqual(many.slice(0, 20));
  });

  it("leave out a track that is removed meanwhile", async () => {
    const [one, removed, other] = ["one", "removed", "other"].map((title) => stepOf({ title }));

    const { steps } = await chosen([one!, removed!, other!], [], anything, 3, new Set([removed!]));

    expect(steps).toEqual([one, other]);
  });

  it("meet every rule with what came before, and take the first track that does", async () => {
    const track = fc
      .record({
        artist: fc.constantFrom("ann", "ben", "cleo", ""),
        album: fc.constantFrom("one", "two", ""),
        tempo: fc.constantFrom(100, 104, 120, null),
        key: fc.constantFrom(0, 2, 7, null),
        title: fc.nat({ max: 12 }).map(String),
      })
      .map(({ key, ...step }): NamedStep => ({ ...step, wheel: wheelOf(key) }));
    const rules = fc.record({
      maxTempoChangePercent: fc.constantFrom(0, 5, Infinity),
      compatibleKeysOnly: fc.boolean(),
      artistSpacing: fc.nat({ max: 3 }),
      albumSpacing: fc.nat({ max: 3 }),
    });
    const tracks = fc.array(track, { maxLength: 40 });
    await fc.assert(
      fc.asyncProperty(
        tracks,
        fc.array(track, { maxLength: 3 }),
        rules,
        async (given, before, wanted) => {
          const { steps } = await chosen(given, before, wanted, 12);

          const path = [...before];
          const left = [...given];
          for (const step of steps) {
            const first = left.find((one) => fits(one, path, wanted));
            expect(step).toBe(first);
            left.splice(left.indexOf(step), 1);
            path.push(step);
          }
          if (steps.length < 12) expect(left.filter((one) => fits(one, path, wanted))).toEqual([]);
        },
      ),
      { numRuns: 300 },
    );
  });

  /** Whether a track may follow others, said in another way than the program does. */
  function fits(track: NamedStep, path: readonly NamedStep[], rules: ContinuationRules): boolean {
    const last = path.at(-1);
    const isVersion = path.some((one) => one.title === track.title && one.artist === track.artist);
    const recent = (count: number): readonly NamedStep[] =>
      path.filter((_, index) => index >= path.length - count);
    const isNear = (field: "artist" | "album", count: number): boolean =>
      recent(count).some((one) => track[field] !== "" && one[field] === track[field]);
    if (isVersion || isNear("artist", rules.artistSpacing)) return false;
    if (isNear("album", rules.albumSpacing)) return false;
    if (last === undefined) return true;
    const { maxTempoChangePercent: max, compatibleKeysOnly } = rules;
    const [from, to] = [last.tempo, track.tempo];
    const isFar =
      max < Infinity &&
      !(from !== null && to !== null && Math.abs(to / from - 1) <= max / 100 + 1e-9);
    return !isFar && (!compatibleKeysOnly || wheelDistance(last.wheel, track.wheel) <= 1);
  }
});
