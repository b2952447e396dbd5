import fc from "fast-check";
import { finish } from "../../../src/adapters/storage/sliced-work.js";
import { wheelDistance } from "../../../src/domain/analysis/key-relation.js";
import type { ContinuationRules } from "../../../src/domain/catalogue/continuation.js";
import { coordinateOf } from "../../../src/domain/catalogue/sound-coordinates.js";
import { parseSimilarityWeights } from "../../../src/domain/catalogue/similarity.js";
import type { MeasuredTrack } from "../../../src/domain/catalogue/measured-track.js";
import { ungrouped } from "../../../src/domain/fingerprint/performance-groups.js";
import {
  continuationCandidates,
  drawnCandidates,
  stepsThrough,
  type ContinuationCandidate,
  type StepTrack,
} from "../../../src/services/similarity/continued-tracks.js";
import { nearestTracks } from "../../../src/services/similarity/nearest-tracks.js";
import { nearly, randomTracks, tableOf, trackOf } from "./made-up-tracks.js";

const weights = parseSimilarityWeights();
const anything: ContinuationRules = {
  ...{ maxTempoChangePercent: Infinity, compatibleKeysOnly: false },
  ...{ artistSpacing: 0, albumSpacing: 0 },
};

/** Returns a track in the middle of everything but for its energy and moods. */
const at = (name: string, energy: number): MeasuredTrack =>
  trackOf(name, { energy, arousal: energy, valence: energy, happy: energy });

function candidatesIn(
  tracks: readonly MeasuredTrack[],
  search: Partial<Parameters<typeof continuationCandidates>[1]> &
    Pick<Parameters<typeof continuationCandidates>[1], "seeds">,
): readonly ContinuationCandidate[] {
  const rest = { unlike: [], excluded: [], weights, count: 10, among: undefined };
  const work = continuationCandidates(tableOf(tracks), { ...rest, groups: ungrouped, ...search });
  return finish(work);
}
const titlesOf = (candidates: readonly ContinuationCandidate[]): readonly string[] =>
  candidates.map(({ measured }) => measured.title);

describe("The tracks that may follow", () => {
  const crowd = randomTracks(300);

  it("sound like any of the seeds, which are none of them, and name that seed", () => {
    const [quiet, loud] = [at("Quiet", 0.05), at("Loud", 0.95)];
    const near = [at("Quieter", 0.04), at("Louder", 0.96)];

    const found = candidatesIn([...crowd, quiet, loud, ...near], { seeds: [quiet, loud] });

    const first = found.slice(0, 2);
    expect(new Set(titlesOf(first))).toEqual(new Set(["quieter", "louder"]));
    const pairs = first.map(({ measured, seed }) => [measured.title, seed.title]);
    expect(Object.fromEntries(pairs)).toEqual({ quieter: "quiet", louder: "loud" });
    expect(titlesOf(found)).not.toContain("quiet");
  });

  it("are none that sound more like a track that is not wanted", () => {
    const [quiet, loud] = [at("Quiet", 0.05), at("Loud", 0.95)];
    const near = [at("Quieter", 0.06), at("Louder", 0.94)];
    const tracks = [...crowd, quiet, loud, ...near];

    const found = titlesOf(candidatesIn(tracks, { seeds: [quiet], unlike: [loud] }));

    expect(found[0]).toBe("quieter");
    expect(found).not.toContain("louder");
    expect(found).not.toContain("loud");
  });

  it("leave out what is excluded, and others of its group", () => {
    const seed = at("Seed", 0.5);
    const [one, other] = [nearly(seed, "One"), nearly(seed, "Other", 0.02)];
    const groups = {
      groupOf: (id: MeasuredTrack["recordingId"]) =>
        id === other.recordingId ? one.recordingId : id,
    };
    const tracks = [...crowd, seed, one, other];

    const found = titlesOf(
      candidatesIn(tracks, { seeds: [seed], excluded: [one.recordingId], groups }),
    );

    expect(found).not.toContain("one");
    expect(found).not.toContain("other");
  });

  it("are found less often everywhere than plain nearest neighbours", () => {
    const tracks = randomTracks(400, 7);
    const table = tableOf(tracks);
    const [plain, scaled] = [new Map<string, number>(), new Map<string, number>()];
    const count = (counts: Map<string, number>, id: string): void =>
      void counts.set(id, (counts.get(id) ?? 0) + 1);
    for (const seed of tracks) {
      for (const { recordingId } of finish(nearestTracks(table, seed, weights, 5))) {
        count(plain, recordingId);
      }
      const search = { seeds: [seed], unlike: [], excluded: [], weights, count: 5 };
      const among = { among: undefined, groups: ungrouped };
      const found = finish(continuationCandidates(table, { ...search, ...among }));
      for (const { measured } of found.slice(0, 5)) count(scaled, measured.recordingId);
    }

    const skews = [plain, scaled].map((counts) =>
      skewnessOf(tracks.map(({ recordingId }) => counts.get(recordingId) ?? 0)),
    );
    expect(skews[1]).toBeLessThan(0.6 * skews[0]!);
  });
});

/** Returns the skewness of numbers: 0 where they lie evenly around their mean. */
function skewnessOf(numbers: readonly number[]): number {
  const mean = numbers.reduce((sum, one) => sum + one, 0) / numbers.length;
  const moment = (power: number): number =>
    numbers.reduce((sum, one) => sum + (one - mean) ** power, 0) / numbers.length;
  return moment(3) / moment(2) ** 1.5;
}

describe("Candidates by chance", () => {
  const seed = at("Seed", 0.5);
  const candidates = candidatesIn([...randomTracks(400), seed], { seeds: [seed] });
  const meanPlace = (exploration: number): number => {
    const places = Array.from({ length: 40 }, (_, chance) => {
      const drawn = drawnCandidates(candidates, { exploration, chance });
      return drawn.slice(0, 5).map((one) => candidates.indexOf(one));
    }).flat();
    return places.reduce((sum, place) => sum + place, 0) / places.length;
  };

  it("are the nearest where nothing is explored", () => {
    expect(drawnCandidates(candidates, { exploration: 0, chance: 5 })).toEqual(candidates);
  });

  it("are all there once, the same for the same number, and others for another", () => {
    const [one, same, other] = [3, 3, 4].map((chance) =>
      titlesOf(drawnCandidates(candidates, { exploration: 0.5, chance })),
    );

    expect(one).toEqual(same);
    expect(one).not.toEqual(other);
    expect(new Set(one)).toEqual(new Set(titlesOf(candidates)));
  });

  it("are further away the more is explored, and never all of them", () => {
    const places = [0.1, 0.3, 1].map(meanPlace);

    expect(places).toEqual([...places].sort((one, other) => one - other));
    expect(places[0]).toBeGreaterThan(2);
    expect(places[2]).toBeLessThan(candidates.length / 2);
  });
});

describe("Steps through tracks", () => {
  const stepOf = (measured: MeasuredTrack, album?: string, title = measured.title): StepTrack => ({
    ...{ measured, album, title },
  });

  it("are no other version of what was heard, by the same artist", () => {
    const heard = stepOf(trackOf("Song", {}, "Ann"));
    const live = stepOf(trackOf("Song (Live)", {}, "Ann feat. Ben"), undefined, "song");
    const cover = stepOf(trackOf("Song", {}, "Cleo"));
    const demo = stepOf(trackOf("Song (Demo)", {}, "Cleo"), undefined, "song");

    const found = stepsThrough([live, cover, demo], [heard], anything, 10);

    expect(found).toEqual([cover]);
  });

  it("meet every rule with what came before, and take the first track that does", () => {
    const track = fc
      .record({
        artist: fc.constantFrom("Ann", "Ben", "Cleo", ""),
        album: fc.constantFrom("one", "two", undefined),
        tempo: fc.constantFrom(100, 104, 120, null),
        key: fc.constantFrom(0, 2, 7, null),
        title: fc.nat({ max: 12 }),
      })
      .map(({ artist, album, tempo, key, title }) => {
        const mode = key === null ? null : 1;
        return stepOf(trackOf(`${title}`, { tempo, key, mode }, artist), album);
      });
    const rules = fc.record({
      maxTempoChangePercent: fc.constantFrom(0, 5, Infinity),
      compatibleKeysOnly: fc.boolean(),
      artistSpacing: fc.nat({ max: 3 }),
      albumSpacing: fc.nat({ max: 3 }),
    });
    const tracks = fc.array(track, { maxLength: 14 });
    fc.assert(
      fc.property(tracks, fc.array(track, { maxLength: 3 }), rules, (given, before, wanted) => {
        const found = stepsThrough(given, before, wanted, 8);

        const path = [...before];
        const left = [...given];
        for (const step of found) {
          const first = left.find((one) => fits(one, path, wanted));
          expect(step).toBe(first);
          left.splice(left.indexOf(step), 1);
          path.push(step);
        }
        if (found.length < 8) expect(left.filter((one) => fits(one, path, wanted))).toEqual([]);
      }),
      { numRuns: 300 },
    );
  });

  /** Whether a track may follow others, said in another way than the program does. */
  function fits(track: StepTrack, path: readonly StepTrack[], rules: ContinuationRules): boolean {
    const last = path.at(-1)?.measured;
    const { measured } = track;
    const isVersion = path.some(
      (one) => one.title === track.title && one.measured.artist === measured.artist,
    );
    const recent = (count: number): readonly StepTrack[] =>
      path.filter((_, index) => index >= path.length - count);
    const isNear =
      recent(rules.artistSpacing).some(
        (one) => measured.artist !== "" && one.measured.artist === measured.artist,
      ) ||
      recent(rules.albumSpacing).some(
        (one) => track.album !== undefined && one.album === track.album,
      );
    if (isVersion || isNear) return false;
    if (last === undefined) return true;
    const { maxTempoChangePercent: max, compatibleKeysOnly } = rules;
    const [from, to] = [last.values.tempo, measured.values.tempo];
    const isFar =
      max < Infinity &&
      !(from !== null && to !== null && Math.abs(to / from - 1) <= max / 100 + 1e-9);
    const wheel = ({ values }: MeasuredTrack) => ({
      circlePosition: coordinateOf("key", values),
      mode: coordinateOf("mode", values),
    });
    return !isFar && (!compatibleKeysOnly || wheelDistance(wheel(last), wheel(measured)) <= 1);
  }
});
