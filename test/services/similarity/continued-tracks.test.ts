import { finish } from "../../../src/adapters/storage/sliced-work.js";
import { parseSimilarityWeights } from "../../../src/domain/catalogue/similarity.js";
import type { MeasuredTrack } from "../../../src/domain/catalogue/measured-track.js";
import { ungrouped } from "../../../src/domain/fingerprint/performance-groups.js";
import {
  continuationCandidates,
  drawnCandidates,
  type ContinuationCandidate,
} from "../../../src/services/similarity/continued-tracks.js";
import { nearestTracks } from "../../../src/services/similarity/nearest-tracks.js";
import { recordingOf } from "../../fakes/measured-audio.js";
import { nearly, randomTracks, tableOf, trackOf } from "./made-up-tracks.js";

const weights = parseSimilarityWeights();

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
const idsOf = (candidates: readonly ContinuationCandidate[]): readonly string[] =>
  candidates.map(({ recordingId }) => recordingId);
const idOf = (name: string): string => recordingOf(`Artist: ${name}`);

describe("The tracks that may follow", () => {
  const crowd = randomTracks(300);

  it("sound like any of the seeds, which are none of them, and name that seed", () => {
    const [quiet, loud] = [at("Quiet", 0.05), at("Loud", 0.95)];
    const near = [at("Quieter", 0.04), at("Louder", 0.96)];

    const found = candidatesIn([...crowd, quiet, loud, ...near], { seeds: [quiet, loud] });

    const pairs = found.slice(0, 2).map(({ recordingId, seed }) => [recordingId, seed]);
    expect(Object.fromEntries(pairs)).toEqual({
      [idOf("Quieter")]: quiet.recordingId,
      [idOf("Louder")]: loud.recordingId,
    });
    expect(idsOf(found)).not.toContain(quiet.recordingId);
  });

  it("are none that sound more like a track that is not wanted", () => {
    const [quiet, loud] = [at("Quiet", 0.05), at("Loud", 0.95)];
    const near = [at("Quieter", 0.06), at("Louder", 0.94)];
    const tracks = [...crowd, quiet, loud, ...near];

    const found = idsOf(candidatesIn(tracks, { seeds: [quiet], unlike: [loud] }));

    expect(found[0]).toBe(idOf("Quieter"));
    expect(found).not.toContain(idOf("Louder"));
    expect(found).not.toContain(loud.recordingId);
  });

  it("leave out what is excluded, and others of its group", () => {
    const seed = at("Seed", 0.5);
    const [one, other] = [nearly(seed, "One"), nearly(seed, "Other", 0.02)];
    const groups = {
      groupOf: (id: MeasuredTrack["recordingId"]) =>
        id === other.recordingId ? one.recordingId : id,
    };
    const tracks = [...crowd, seed, one, other];

    const found = idsOf(
      candidatesIn(tracks, { seeds: [seed], excluded: [one.recordingId], groups }),
    );

    expect(found).not.toContain(one.recordingId);
    expect(found).not.toContain(other.recordingId);
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
      for (const { recordingId } of found.slice(0, 5)) count(scaled, recordingId);
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
      idsOf(drawnCandidates(candidates, { exploration: 0.5, chance })),
    );

    expect(one).toEqual(same);
    expect(one).not.toEqual(other);
    expect(new Set(one)).toEqual(new Set(idsOf(candidates)));
  });

  it("are further away the more is explored, and never all of them", () => {
    const places = [0.1, 0.3, 1].map(meanPlace);

    expect(places).toEqual([...places].sort((one, other) => one - other));
    expect(places[0]).toBeGreaterThan(2);
    expect(places[2]).toBeLessThan(candidates.length / 2);
  });
});
