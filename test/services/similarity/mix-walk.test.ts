import { finish } from "../../../src/adapters/storage/sliced-work.js";
import { wheelDistance } from "../../../src/domain/analysis/key-relation.js";
import { circlePositionOf } from "../../../src/domain/analysis/musical-key.js";
import type { MeasuredTrack } from "../../../src/domain/catalogue/measured-track.js";
import { anyStep, type MixRules } from "../../../src/domain/catalogue/mix-path.js";
import { LinkedPairs, ungrouped } from "../../../src/domain/fingerprint/performance-groups.js";
import type { WantedMix } from "../../../src/services/similarity/mix-search.js";
import {
  walkMix as walkMeasured,
  type WalkedMix,
  type WalkedTrack,
} from "../../../src/services/similarity/mix-walk.js";
import { recordingOf } from "../../fakes/measured-audio.js";
import { randomTracks, tableOf, trackOf } from "./made-up-tracks.js";

/** Returns the position of a track on the Camelot wheel. */
const wheelOf = ({ values: { key, mode } }: MeasuredTrack) => ({
  circlePosition: circlePositionOf({ tonic: key!, mode: mode === 1 ? 1 : 0 }),
  mode: mode!,
});

/** A tenth of the way from calm and slow to lively and fast. */
const tenth = (step: number, values = {}, name = `Step ${step}`): MeasuredTrack =>
  trackOf(name, {
    tempo: 90 * 2 ** (step / 20),
    energy: 0.2 + step * 0.06,
    arousal: 0.2 + step * 0.06,
    ...values,
  });

const walkWhole = (
  table: ReturnType<typeof tableOf>,
  from: MeasuredTrack,
  to: MeasuredTrack,
  length: number,
  { among, excluded, groups = ungrouped, ...rules }: Partial<MixRules & WantedMix> = {},
): WalkedMix => {
  const wanted = { from, to, length, among, excluded, groups, rules: { ...anyStep, ...rules } };
  return finish(walkMeasured(table, wanted));
};

const brokenRules = ({ unmet }: WalkedMix) => unmet.filter(({ rule }) => rule !== "length");

/** Returns the tracks of a mix that meets its rules; it may be shorter. */
const walkTracks = (...parameters: Parameters<typeof walkWhole>): readonly WalkedTrack[] => {
  const mix = walkWhole(...parameters);
  expect(brokenRules(mix)).toEqual([]);
  return mix.tracks;
};

const walkMix = (...parameters: Parameters<typeof walkTracks>) =>
  walkTracks(...parameters).map(({ measured: { recordingId }, progress }) => ({
    recordingId,
    progress,
  }));

describe("walkMix", () => {
  const crowd = randomTracks(3000);
  const crowded = tableOf(crowd);
  const byKey = new Map(crowd.map((track) => [track.recordingId, track]));

  it("finds the tracks that lie evenly between two others", () => {
    const line = Array.from({ length: 11 }, (_, step) => tenth(step));
    const table = tableOf([...line, ...crowd]);

    const walk = walkMix(table, line[0]!, line[10]!, 11, { artistSpacing: 0 });

    expect(walk.map(({ recordingId }) => recordingId)).toEqual(
      line.map(({ recordingId }) => recordingId),
    );
    walk.forEach(({ progress }, step) => expect(progress).toBeCloseTo(step / 10, 4));
  });

  it.each([2, 3, 10, 50])("walks from end to end in %d tracks, none of them twice", (length) => {
    const [from, to] = [crowd[0]!, crowd[1]!];

    const walk = walkMix(crowded, from, to, length);

    expect(walk).toHaveLength(length);
    expect(walk[0]).toEqual({ recordingId: from.recordingId, progress: 0 });
    expect(walk.at(-1)).toEqual({ recordingId: to.recordingId, progress: 1 });
    expect(new Set(walk.map(({ recordingId }) => recordingId)).size).toBe(length);
  });

  it("prefers the track with a compatible key when two are otherwise equal", () => {
    const [from, to] = [tenth(0), tenth(10, { key: 7 })];
    const distant = tenth(5, { key: 6 }, "Distant");
    const compatible = tenth(5, { key: 7 }, "Compatible");

    const walk = walkMix(tableOf([from, distant, compatible, to]), from, to, 3);

    expect(walk[1]?.recordingId).toBe(compatible.recordingId);
  });

  it("changes keys mostly by compatible moves, and mostly moves towards the end", () => {
    const walks = Array.from({ length: 20 }, (_, index) =>
      walkMix(crowded, crowd[index]!, crowd[index + 100]!, 12),
    );

    const steps = walks.flatMap((walk) => walk.slice(1).map((step, index) => [walk[index]!, step]));
    const compatible = steps.filter(([before, step]) => {
      const keys = [before, step].map((there) => wheelOf(byKey.get(there!.recordingId)!));
      return wheelDistance(keys[0]!, keys[1]!) <= 1;
    });
    const onwards = steps.filter(([before, step]) => step!.progress >= before!.progress - 0.02);
    // By chance four keys of 24 are compatible: 17 %; and every other step goes on.
    expect(compatible.length / steps.length).toBeGreaterThan(0.7);
    expect(onwards.length / steps.length).toBeGreaterThan(0.9);
  });

  it("uses one recording of each group, and none of those of the ends", () => {
    const [from, to] = [tenth(0), tenth(10)];
    const other = tenth(2, {}, "Other encoding of an end");
    const between = [tenth(5, {}, "Between"), tenth(7, {}, "Other encoding")];
    const pairs = new LinkedPairs();
    pairs.add(from.recordingId, other.recordingId, 1);
    pairs.add(between[0]!.recordingId, between[1]!.recordingId, 1);
    const table = tableOf([from, to, other, ...between]);

    const collapsed = walkMix(table, from, to, 5, { groups: pairs.groupsFrom(0.5) });
    const all = walkMix(table, from, to, 5);

    const ids = [from, other, ...between, to].map(({ recordingId }) => recordingId);
    expect(collapsed.map(({ recordingId }) => recordingId)).toEqual([ids[0], ids[2], ids[4]]);
    expect(all.map(({ recordingId }) => recordingId)).toEqual(ids);
  });

  it("has none of those that are excluded, nor others of their groups", () => {
    const [from, to] = [tenth(0), tenth(10)];
    const between = [3, 5, 7].map((step) => tenth(step));
    const pairs = new LinkedPairs();
    pairs.add(between[0]!.recordingId, between[1]!.recordingId, 1);
    const table = tableOf([from, to, ...between]);

    const walk = walkMix(table, from, to, 5, {
      ...{ excluded: [between[0]!.recordingId], groups: pairs.groupsFrom(0.5) },
    });

    const ids = [from, between[2]!, to].map(({ recordingId }) => recordingId);
    expect(walk.map(({ recordingId }) => recordingId)).toEqual(ids);
  });

  it("uses two recordings of one name, not one after the other", () => {
    const [from, middle, to] = [tenth(0), tenth(5), tenth(10)];
    const studio = tenth(3, {}, "Song");
    const live = { ...tenth(7, {}, "Song"), recordingId: recordingOf("live") };

    const walk = walkMix(tableOf([from, studio, middle, live, to]), from, to, 5);

    expect(walk.map(({ recordingId }) => recordingId)).toEqual(
      [from, studio, middle, live, to].map(({ recordingId }) => recordingId),
    );
  });

  it("is shorter when there are not enough tracks, and uses all of them", () => {
    const line = Array.from({ length: 11 }, (_, step) => tenth(step));

    const walk = walkMix(tableOf([...line].reverse()), line[0]!, line[10]!, 50);

    expect(walk.map(({ recordingId }) => recordingId)).toEqual(
      line.map(({ recordingId }) => recordingId),
    );
  });

  it("says how long it is where it is shorter, and why", () => {
    const line = Array.from({ length: 11 }, (_, step) => tenth(step));
    const table = tableOf(line);

    const few = walkWhole(table, line[0]!, line[10]!, 50);
    const whole = walkWhole(table, line[0]!, line[10]!, 11);

    expect(few.unmet).toEqual([
      {
        ...{ rule: "length", asked: 50, found: 11 },
        why: "50 tracks: only 9 may stand between the two, and the longest mix found has 11.",
      },
    ]);
    expect(whole.unmet).toEqual([]);
  });

  it("is as long as the rules allow", () => {
    const artists = ["Ann", "Bob", "Ann", "Ann", "Cid", "Ann", "Ann", "Ann"];
    const between = artists.map((artist, step) => ({ ...tenth(step + 1, {}, `T${step}`), artist }));
    const [from, to] = [tenth(0, {}, "From"), tenth(9, {}, "To")];

    const mix = walkWhole(tableOf([from, ...between, to]), from, to, 10, { artistSpacing: 1 });

    // Ann, Bob, Ann, Cid, Ann.
    expect(mix.tracks).toHaveLength(7);
    expect(mix.unmet).toEqual([
      {
        ...{ rule: "length", asked: 10, found: 7 },
        why: "10 tracks: the longest mix found that meets the conditions has 7.",
      },
    ]);
  });

  it("is shorter rather than use tracks that are far from both ends", () => {
    const [from, to] = [tenth(0), tenth(10)];
    const halfway = tenth(5);
    const far = tenth(5, { tempo: 60, happy: 1, sad: 0, relaxed: 1, aggressive: 0 }, "Far");
    const walk = walkMix(tableOf([from, far, halfway, to]), from, to, 4);

    const onTheWay = [from, halfway, to].map(({ recordingId }) => recordingId);
    expect(walk.map(({ recordingId }) => recordingId)).toEqual(onTheWay);
  });

  it("walks between tracks that sound the same, and between tracks with few values", () => {
    const twin = trackOf("Twin", crowd[0]!.values);
    const nothing = Object.fromEntries(Object.keys(twin.values).map((field) => [field, null]));
    const silence = trackOf("Silence", nothing);

    const alike = walkMix(crowded, crowd[0]!, twin, 5);
    const unknown = walkMix(crowded, crowd[0]!, silence, 5);

    expect(alike.map(({ progress }) => progress)).toEqual([0, 0.25, 0.5, 0.75, 1]);
    expect(unknown).toHaveLength(5);
  });

  it("omits tracks that lack values of both ends", () => {
    const [from, to] = [tenth(0), tenth(10)];
    const beatless = tenth(5, { tempo: null }, "Beatless");

    const walk = walkMix(tableOf([from, beatless, to]), from, to, 5);

    expect(walk).toHaveLength(2);
  });

  it("returns the same path in whatever order the tracks were added", () => {
    const backwards = tableOf([...crowd].reverse());

    const [one, other] = [crowded, backwards].map((table) =>
      walkMix(table, crowd[5]!, crowd[6]!, 20),
    );

    expect(one).toEqual(other);
  });

  it.each([3, 5, 8])("changes the tempo by at most %d per cent in a step where asked", (max) => {
    const walks = Array.from({ length: 5 }, (_, index) =>
      walkWhole(crowded, crowd[index]!, crowd[index + 100]!, 20, { maxTempoChangePercent: max }),
    ).flatMap((mix) => (brokenRules(mix).length === 0 ? [mix.tracks] : []));

    const tempos = walks.map((walk) => walk.map(({ measured }) => measured.values.tempo!));
    const changes = tempos.flatMap((walk) =>
      walk.slice(1).map((tempo, index) => Math.abs(tempo / walk[index]! - 1) * 100),
    );
    expect(tempos.filter((walk) => walk.length > 2).length).toBeGreaterThan(1);
    expect(Math.max(...changes)).toBeLessThanOrEqual(max + 1e-6);
  });

  it("has the smallest steps of tempo that are found where the ends are too far apart for those asked", () => {
    const [from, to] = [tenth(0, { tempo: 60 }), tenth(10, { tempo: 180 })];
    const table = tableOf([from, to, ...crowd]);
    const changesIn = ({ tracks }: WalkedMix): readonly number[] =>
      tracks.slice(1).map(({ measured }, index) => {
        const before = tracks[index]!.measured.values.tempo!;
        return Math.abs(measured.values.tempo! / before - 1) * 100;
      });

    const nearest = walkWhole(table, from, to, 5, { maxTempoChangePercent: 2 });
    const [unmet] = nearest.unmet;
    const again = walkWhole(table, from, to, 5, { maxTempoChangePercent: unmet!.found! });
    const closer = walkWhole(table, from, to, 5, { maxTempoChangePercent: unmet!.found! - 0.2 });

    expect(nearest.tracks).toHaveLength(5);
    expect(nearest.unmet).toEqual([
      {
        ...{ rule: "maxTempoChangePercent", asked: 2, found: unmet!.found },
        why: `Tempo steps of at most 2 %: with 5 tracks, the smallest maximum found is ${unmet!.found!} %.`,
      },
    ]);
    // 60 to 180 in four steps are 31.6 % each.
    expect(unmet!.found).toBeGreaterThanOrEqual(31.6);
    expect(unmet!.found! - Math.max(...changesIn(nearest))).toBeLessThanOrEqual(0.11);
    expect(Math.max(...changesIn(nearest))).toBeLessThanOrEqual(unmet!.found! + 1e-6);
    expect(again).toEqual({ tracks: nearest.tracks, unmet: [] });
    expect(closer.tracks.length === 5 && closer.unmet.length === 0).toBe(false);
  });

  it("gives up as few rules as possible, and the others hold", () => {
    const [from, to] = [tenth(0), tenth(10)];
    const odd = Array.from({ length: 9 }, (_, step) => tenth(step + 1, { key: step % 2 ? 0 : 6 }));
    const table = tableOf([from, ...odd, to]);

    const walk = walkWhole(table, from, to, 11, {
      ...{ maxTempoChangePercent: 4, compatibleKeysOnly: true, artistSpacing: 0 },
    });

    // 10 steps of 3.5 %, with the keys C, F#, C ... F#, C.
    expect(walk.tracks).toHaveLength(11);
    expect(walk.unmet).toEqual([
      {
        ...{ rule: "compatibleKeysOnly", asked: 0, found: 10 },
        why: "Compatible keys in each step: with 11 tracks, the smallest number of incompatible steps found is 10.",
      },
    ]);
  });

  it("keeps tracks of one artist as far apart as they can be", () => {
    const tracks = Array.from({ length: 7 }, (_, step) =>
      trackOf(`Song ${step}`, tenth((step * 10) / 6).values, step % 2 ? "Ann" : "Bea"),
    );
    const [from, to] = [tracks[0]!, tracks[6]!];

    const walk = walkWhole(tableOf(tracks), from, to, 7, { artistSpacing: 3 });
    const alone = walkWhole(tableOf([from, to]), from, to, 7, { artistSpacing: 1 });

    expect(walk.tracks).toHaveLength(7);
    expect(walk.unmet).toMatchObject([{ rule: "artistSpacing", asked: 3, found: 1 }]);
    expect(alone.tracks).toHaveLength(2);
    expect(alone.unmet).toEqual([
      {
        ...{ rule: "length", asked: 7, found: 2 },
        why: "7 tracks: none may stand between the two, and the longest mix found has 2.",
      },
      {
        ...{ rule: "artistSpacing", asked: 1, found: 0 },
        why: "At least 1 track between two of one artist: with 2 tracks, the most found is 0.",
      },
    ]);
  });

  it("names every rule that cannot be met, and has no figure where a tempo is not known", () => {
    const [from, to] = [tenth(0, { key: 0 }), tenth(10, { key: 6, tempo: null })];

    const walk = walkWhole(tableOf([from, to]), from, to, 5, {
      ...{ maxTempoChangePercent: 3, compatibleKeysOnly: true, artistSpacing: 1 },
    });

    expect(walk.tracks).toHaveLength(2);
    expect(brokenRules(walk).map(({ rule, found }) => [rule, found])).toEqual([
      ["maxTempoChangePercent", null],
      ["artistSpacing", 0],
      ["compatibleKeysOnly", 1],
    ]);
    expect(brokenRules(walk)[0]?.why).toBe(
      "Tempo steps of at most 3 %: with 2 tracks, one has no tempo.",
    );
  });

  it("keeps to compatible keys where asked", () => {
    const [from, to] = [crowd[3]!, crowd[4]!];

    const walk = walkTracks(crowded, from, to, 20, { compatibleKeysOnly: true });

    const keys = walk.map(({ measured }) => wheelOf(measured));
    expect(walk.length).toBeGreaterThan(5);
    expect(
      keys
        .slice(1)
        .map((key, index) => wheelDistance(keys[index]!, key))
        .filter((d) => d > 1),
    ).toEqual([]);
  });

  it("keeps tracks of one artist apart, whoever the guests are", () => {
    const table = tableOf([
      ...[tenth(0), tenth(10)],
      ...Array.from({ length: 9 }, (_, step) =>
        trackOf(`Own ${step}`, tenth(step + 1).values, `Ann${step % 2 ? " feat. Bob" : ""}`),
      ),
      ...Array.from({ length: 9 }, (_, step) =>
        trackOf(`Other ${step}`, tenth(step + 1, { energy: 0.5 }).values, `Artist ${step}`),
      ),
    ]);

    const apart = walkTracks(table, tenth(0), tenth(10), 10, { artistSpacing: 3 });

    const artists = apart.map(({ measured: { artist } }) => artist.split(" feat ")[0]);
    const places = artists.flatMap((artist, place) => (artist === "ann" ? [place] : []));
    expect(apart.length).toBe(10);
    expect(places.slice(1).every((place, n) => place - places[n]! > 3)).toBe(true);
  });

  it("has two tracks of one artist in a row only where no other track is near, unless asked", () => {
    const own = Array.from({ length: 9 }, (_, step) =>
      trackOf(`Own ${step}`, tenth(step + 1).values, "Ann"),
    );
    const others = Array.from({ length: 5 }, (_, step) =>
      trackOf(`Other ${step}`, tenth(2 * step + 1, { energy: 0.5 }).values, `Artist ${step}`),
    );
    const repeatsOf = (tracks: readonly MeasuredTrack[], rules: Partial<MixRules> = {}) => {
      const walk = walkTracks(tableOf(tracks), tenth(0), tenth(10), 10, rules);
      const artists = walk.map(({ measured: { artist } }) => artist);
      expect(walk).toHaveLength(10);
      return artists.slice(1).filter((artist, place) => artist === artists[place]).length;
    };
    const ends = [tenth(0), tenth(10)];

    expect(repeatsOf([...ends, ...own, ...others])).toBe(0);
    expect(repeatsOf([...ends, ...own, ...others], { artistSpacing: 0 })).toBeGreaterThan(0);
    expect(repeatsOf([...ends, ...own])).toBe(7);
  });

  it.each([
    ["another version by its title", trackOf("Step 5 (Radio Edit)", tenth(5.3).values)],
    ["another encoding under other names", trackOf("Trk05", tenth(5.02).values, "Unknown")],
  ])("does not let a near-duplicate follow: %s", (_, duplicate) => {
    const [from, original, to] = [tenth(0), tenth(5), tenth(10)];
    const table = tableOf([from, original, duplicate, to]);

    const walk = walkMix(table, from, to, 4);

    expect(walk).toHaveLength(3);
    expect([original, duplicate].map(({ recordingId }) => recordingId)).toContain(
      walk[1]?.recordingId,
    );
  });

  it("takes near-duplicates where other tracks stand between them", () => {
    const steps = [0, 3, 5, 7, 10].map((step) => tenth(step));
    const edit = trackOf("Step 3 (Edit)", tenth(6).values);

    const walk = walkMix(tableOf([...steps, edit]), steps[0]!, steps[4]!, 6);

    const keys = walk.map(({ recordingId }) => recordingId);
    expect(keys).toHaveLength(6);
    expect(
      Math.abs(keys.indexOf(edit.recordingId) - keys.indexOf(steps[1]!.recordingId)),
    ).toBeGreaterThan(1);
  });

  it("goes only through the tracks that it is given, from ends that are none of them", () => {
    const among = Uint32Array.from({ length: 500 }, (_, index) => 1000 + 2 * index);
    const allowed = new Set([...among].map((slot) => crowded.recordingIdAt(slot)));

    const walk = walkMix(crowded, crowd[0]!, crowd[1]!, 8, { among });

    expect(walk).toHaveLength(8);
    expect(walk.slice(1, -1).every(({ recordingId }) => allowed.has(recordingId))).toBe(true);
  });
});
