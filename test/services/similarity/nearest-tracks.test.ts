import { finish } from "../../../src/adapters/storage/sliced-work.js";
import { parseSimilarityWeights } from "../../../src/domain/catalogue/similarity.js";
import { LinkedPairs } from "../../../src/domain/fingerprint/performance-groups.js";
import type { MeasuredTrack } from "../../../src/domain/catalogue/measured-track.js";
import {
  closenessFrom,
  nearestTracks as nearestTracksInSlices,
  squaredDistanceBetween,
} from "../../../src/services/similarity/nearest-tracks.js";
import { plainSquaredDistance } from "./plain-similarity.js";
import { nearly, randomTracks, rowOf, tableOf, trackOf } from "./made-up-tracks.js";

const defaultValue = parseSimilarityWeights();

const nearestTracks = (...given: Parameters<typeof nearestTracksInSlices>) =>
  finish(nearestTracksInSlices(...given));

describe("nearestTracks", () => {
  // With as many again, the tracks are compared in several blocks.
  const crowd = randomTracks(1_100);

  it("finds a slightly changed copy first, almost equal", () => {
    const requested = trackOf("Original");
    const copy = nearly(requested, "Copy");

    const [nearest] = nearestTracks(
      tableOf([...crowd, requested, copy]),
      requested,
      defaultValue,
      5,
    );

    expect(nearest?.recordingId).toBe(copy.recordingId);
    expect(closenessFrom(nearest!.squaredDistance)).toBeGreaterThan(0.99);
  });

  it("orders copies by how much they were changed", () => {
    const requested = trackOf("Original");
    const copies = [0.2, 0.05, 0.1, 0.01].map((by) => nearly(requested, `By ${by}`, by));

    const nearest = nearestTracks(tableOf([requested, ...copies]), requested, defaultValue, 10);

    const expected = [0.01, 0.05, 0.1, 0.2].map((by) => trackOf(`By ${by}`).recordingId);
    expect(nearest.map(({ recordingId }) => recordingId)).toEqual(expected);
  });

  it.each([5, 100])("finds the same as comparing all tracks one by one, the first %i", (max) => {
    // More than a block, so that those far away are left out by their first fields.
    const holes = [...crowd, ...crowd, ...crowd, ...crowd].map(({ values, embedding }, index) =>
      trackOf(
        `Hole ${index}`,
        {
          ...values,
          tempo: null,
          mode: index % 2 ? null : values.mode,
          energy: index % 3 ? null : values.energy,
          arousal: (values.arousal ?? 0) + index / 10_000,
        },
        "Artist",
        index % 5 ? embedding : null,
      ),
    );
    const tracks = [...crowd, ...holes];
    const table = tableOf(tracks);
    const weights = parseSimilarityWeights({ rhythm: 3, loudness: 0.5, happy: 0 });

    const nearest = nearestTracks(table, crowd[7]!, weights, max);

    const byDefinition = tracks
      .filter(({ recordingId }) => recordingId !== crowd[7]!.recordingId)
      .map((track) => plainSquaredDistance(crowd[7]!, track, weights, table))
      .filter((distance) => distance !== undefined)
      .sort((one, other) => one - other);
    expect(nearest).toHaveLength(max);
    nearest.forEach(({ squaredDistance }, index) =>
      // Coordinates are kept in single precision.
      expect(squaredDistance).toBeCloseTo(byDefinition[index]!, 5),
    );
  });

  it("finds the track that sounds alike among equal fields, and compares one without an embedding", () => {
    const at = (place: number) => Array.from({ length: 16 }, () => place);
    const requested = trackOf("Asked", {}, "Artist", at(5));
    const alike = trackOf("Alike", {}, "Artist", at(8));
    const unlike = trackOf("Unlike", {}, "Artist", at(-60));
    const older = trackOf("Older", { happy: 0.9 });
    const table = tableOf([unlike, older, alike, requested]);
    const namesBy = (factors: Record<string, number>): unknown[] =>
      nearestTracks(table, requested, parseSimilarityWeights(factors), 3).map(
        ({ recordingId }) => recordingId,
      );
    const [none] = nearestTracks(table, requested, parseSimilarityWeights({ sound: 0 }), 1);

    expect(namesBy({})).toEqual([alike.recordingId, older.recordingId, unlike.recordingId]);
    expect(namesBy({ rhythm: 0, harmony: 0, intensity: 0, mood: 0, voice: 0, appeal: 0 })).toEqual([
      alike.recordingId,
      unlike.recordingId,
    ]);
    expect(none?.squaredDistance).toBe(0);
  });

  it("finds the distance of two tracks that it finds among all", () => {
    const table = tableOf(crowd);
    const requested = crowd[7]!;

    const nearest = nearestTracks(table, requested, defaultValue, 20);

    for (const { slot, squaredDistance } of nearest) {
      const other = table.measuredAt(slot);
      expect(squaredDistanceBetween(table, requested, other, defaultValue)).toBe(squaredDistance);
    }
  });

  it("orders tracks at the same distance by their keys", () => {
    const requested = trackOf("Original");
    const equals = ["A", "B", "C", "D", "E"].map((title) => trackOf(title));

    const nearest = nearestTracks(tableOf([...equals, requested]), requested, defaultValue, 3);

    const keys = equals.map(({ recordingId }) => recordingId).sort();
    expect(nearest.map(({ recordingId }) => recordingId)).toEqual(keys.slice(0, 3));
  });

  it("omits what counts as the track itself, and returns the nearest of each group, whatever the names", () => {
    const requested = trackOf("Money");
    const encoded = trackOf("Trk 06");
    const spelling = trackOf("06 - Money", { energy: 0.51 });
    const further = nearly(requested, "Time", 0.1);
    const nearer = nearly(requested, "Something else", 0.05);
    const pairs = new LinkedPairs();
    pairs.add(requested.recordingId, encoded.recordingId, 1);
    pairs.add(further.recordingId, nearer.recordingId, 1);
    const groups = pairs.groupsFrom(0.5);
    const table = tableOf([further, requested, encoded, spelling, nearer]);

    const nearest = nearestTracks(table, requested, defaultValue, 10, { groups });
    const all = nearestTracks(table, requested, defaultValue, 10);

    expect(nearest.map(({ recordingId }) => recordingId)).toEqual(
      [spelling, nearer].map(({ recordingId }) => recordingId),
    );
    expect(all.map(({ recordingId }) => recordingId)).toEqual(
      [encoded, spelling, nearer, further].map(({ recordingId }) => recordingId),
    );
  });

  it("changes its order with the weights", () => {
    const requested = trackOf("Asked");
    const alikeInTempo = trackOf("Tempo", { happy: 0, sad: 1, valence: 0 });
    const alikeInMood = trackOf("Mood", { tempo: 87 });
    const table = tableOf([requested, alikeInTempo, alikeInMood]);
    const names = (factors: Record<string, number>): unknown[] =>
      nearestTracks(table, requested, parseSimilarityWeights(factors), 2).map(
        ({ recordingId }) => recordingId,
      );

    const byTempo = names({ tempo: 10 });
    const byMood = names({ mood: 10 });

    expect(byTempo).toEqual([alikeInTempo.recordingId, alikeInMood.recordingId]);
    expect(byMood).toEqual([alikeInMood.recordingId, alikeInTempo.recordingId]);
  });

  it("compares by values that both tracks have, and not by too few", () => {
    const requested = trackOf("Asked");
    const withoutKey = {
      ...nearly(requested, "Keyless"),
      values: { ...requested.values, key: null },
    };
    const nothing = Object.fromEntries(Object.keys(requested.values).map((field) => [field, null]));
    const silence = trackOf("Silence", { ...nothing, loudness: -12 });

    const nearest = nearestTracks(
      tableOf([requested, withoutKey, silence]),
      requested,
      defaultValue,
      5,
    );

    expect(nearest.map(({ recordingId }) => recordingId)).toEqual([withoutKey.recordingId]);
    expect(nearest[0]?.squaredDistance).toBe(0);
  });

  it("finds nothing for a track with too few values", () => {
    const nothing = Object.fromEntries(
      Object.keys(trackOf("Any").values).map((field) => [field, null]),
    );
    const silence = trackOf("Silence", nothing);

    expect(nearestTracks(tableOf([silence, ...crowd]), silence, defaultValue, 5)).toEqual([]);
  });

  it.each([
    ["double tempo is nearer than half an octave", { tempo: 240 }, { tempo: 170 }],
    ["a fifth is nearer than a tritone", { key: 7 }, { key: 6 }],
    [
      "the relative minor is nearer than the parallel one",
      { key: 9, mode: 0 },
      { key: 0, mode: 0 },
    ],
    ["a semitone is as far as five fifths", { key: 5 }, { key: 1 }],
  ])("measures that %s", (_, nearer, further) => {
    const requested = trackOf("Asked");
    const table = tableOf([requested, trackOf("Further", further), trackOf("Nearer", nearer)]);

    const nearest = nearestTracks(table, requested, defaultValue, 2);

    expect(nearest.map(({ recordingId }) => recordingId)).toEqual([
      trackOf("Nearer").recordingId,
      trackOf("Further").recordingId,
    ]);
  });

  it("returns the same in whatever order tracks were added and removed", () => {
    const [requested] = crowd as [MeasuredTrack];
    const forwards = tableOf(crowd);
    const backwards = tableOf([...crowd].reverse());
    const removedTracks = randomTracks(50, 7).map((track, index) =>
      trackOf(`Removed ${index}`, track.values),
    );
    for (const track of removedTracks) backwards.put(rowOf(track));
    for (const track of removedTracks) backwards.remove(track.recordingId);
    backwards.put(rowOf(trackOf("Track 3", {}, "Artist 3")));
    backwards.put(rowOf(crowd[3]!));

    const [one, other] = [forwards, backwards].map((table) =>
      nearestTracks(table, requested, defaultValue, 50).map(({ recordingId, squaredDistance }) => [
        recordingId,
        squaredDistance,
      ]),
    );

    expect(one).toEqual(other);
  });
});
