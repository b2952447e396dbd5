import { similarityFields } from "../../../src/domain/catalogue/similarity.js";
import type { MeasuredPortion, MeasuredTrack } from "../../../src/ports/analysis/analysis-feed.js";
import { SoundTable } from "../../../src/services/similarity/sound-table.js";
import { randomTracks, tableOf, trackOf } from "./made-up-tracks.js";

describe("SoundTable", () => {
  it("is equal to the last bit for a portion and for its tracks one by one", () => {
    const silent = trackOf("silent", { tempo: null, key: null, mode: null, loudness: null });
    const odd = trackOf("odd", { tempo: 0, mode: null });
    const tracks = [...randomTracks(3000), silent, odd];
    const table = new SoundTable();

    table.append(portionOf(tracks.slice(0, 10)));
    table.append(portionOf(tracks.slice(5)));

    expect(contentsOf(table)).toEqual(contentsOf(tableOf(tracks)));
    expect(table.spreads).toEqual(tableOf(tracks).spreads);
  });

  it("is updated by changes of tracks that a portion added", () => {
    const [first, second, third] = randomTracks(3) as [MeasuredTrack, MeasuredTrack, MeasuredTrack];
    const changed = { ...second, values: third.values };
    const table = new SoundTable();
    table.append(portionOf([first, second, third]));

    table.remove(first.trackKey);
    table.put(changed);

    expect(contentsOf(table)).toEqual(contentsOf(tableOf([third, changed])));
    expect(table.spreads).toEqual(tableOf([third, changed]).spreads);
  });
});

function portionOf(tracks: readonly MeasuredTrack[]): MeasuredPortion {
  return {
    trackKeys: tracks.map(({ trackKey }) => trackKey),
    recordingKeys: tracks.map(({ recordingKey }) => recordingKey),
    values: similarityFields.map((field) =>
      Float64Array.from(tracks, ({ values }) => values[field] ?? NaN),
    ),
  };
}

function contentsOf(table: SoundTable): ReadonlyMap<string, unknown> {
  return new Map(
    table.trackKeys.map((trackKey, slot) => [
      trackKey,
      [table.recordingKeys[slot], ...similarityFields.map((field) => table.column(field)[slot])],
    ]),
  );
}
