import { SqlAnalysisStore } from "../../../../src/adapters/storage/analyses/sql-analysis-store.js";
import { SqlFailureStore } from "../../../../src/adapters/storage/failures/sql-failure-store.js";
import { SqlLibraryStore } from "../../../../src/adapters/storage/library/sql-library-store.js";
import { SqlLibraryTracks } from "../../../../src/adapters/storage/library/sql-library-tracks.js";
import { trackKeyFrom } from "../../../../src/domain/track/track-key.js";
import { analysisOf } from "../../../contracts/analyses/analysis-store.contract.js";
import { fileOf } from "../../../contracts/library-store.contract.js";
import { ManualClock } from "../../../fakes/manual-clock.js";
import { databaseSystems, openedDatabases } from "../opened-databases.js";
import { timeOf } from "../time-of-clock.js";

const failure = { code: "AUDIO_UNDECODABLE", message: "It is damaged.", facts: {} } as const;
const keyOf = (title: string) => trackKeyFrom("Ann", title);

describe.each(databaseSystems)("On %s, SqlLibraryTracks", (system) => {
  const databases = openedDatabases(system);

  const open = async () => {
    const database = await databases.open();
    const clock = new ManualClock();
    const time = timeOf(clock);
    return {
      clock,
      files: new SqlLibraryStore({ database }),
      analyses: new SqlAnalysisStore({ database }),
      failures: new SqlFailureStore({ database, kind: "track", time }),
      tracks: new SqlLibraryTracks({ database, time }),
    };
  };

  it("finds each track once, in the order of the keys, behind a key", async () => {
    const { files, tracks } = await open();
    const titles = Array.from({ length: 25 }, (_, index) => `Song ${index}`);
    await files.save([
      ...titles.map((title) => fileOf("Ann", title)),
      ...titles.map((title) => fileOf("Ann", title, { folder: "/copies" })),
    ]);
    const sorted = titles.map(keyOf).sort();

    const first = await tracks.findAfter(undefined, { limit: 20 });
    const second = await tracks.findAfter(first.at(-1)?.trackKey, { limit: 20 });

    expect([...first, ...second].map(({ trackKey }) => trackKey)).toEqual(sorted);
    expect(second).toHaveLength(5);
  });

  it("finds one track, as among all others", async () => {
    const { files, failures, tracks } = await open();
    await files.save([fileOf("Ann", "One"), fileOf("Ann", "Two")]);
    await failures.remember(keyOf("Two"), failure, 1_000);

    const all = await tracks.findAfter(undefined, { limit: 10 });

    expect(await tracks.find(keyOf("Two"))).toEqual(all[1]);
    expect(await tracks.find(keyOf("Three"))).toBeUndefined();
  });

  it("has another revision after each change of files, analyses and failures, and only then", async () => {
    const { clock, files, analyses, failures, tracks } = await open();
    const one = fileOf("Ann", "One");
    const changes = [
      () => files.save([one]),
      () => analyses.save(analysisOf("Ann", "One")),
      () => failures.remember(keyOf("Two"), failure, 1_000),
      () => failures.remember(keyOf("Three"), failure, 1_000),
      () => failures.forget([keyOf("Two")]),
      () => analyses.remove([one.trackKey]),
      () => files.remove([one]),
    ];
    const seen = [await tracks.revision()];
    for (const change of changes) {
      clock.advance(1);
      await change();
      seen.push(await tracks.revision());
    }

    expect(new Set(seen).size).toBe(changes.length + 1);
    expect(await tracks.revision()).toBe(seen.at(-1));
  });

  it("finds the analysis of a track, of any version, and the newer one of its spelling", async () => {
    const { files, analyses, tracks } = await open();
    const [own, linked, newer] = ["Own", "Linked", "Newer"].map((title) => fileOf("Ann", title));
    await files.save([own!, linked!, newer!, fileOf("Ann", "None")]);
    const other = { ...analysisOf("Bea", "Other"), version: 7, analyzedAt: 70 };
    await analyses.save(other);
    await analyses.save({ ...analysisOf("Ann", "Own"), version: 3, analyzedAt: 30 });
    await analyses.save({ ...analysisOf("Ann", "Newer"), version: 8, analyzedAt: 80 });
    for (const { trackKey, artist, trackName } of [linked!, newer!]) {
      await analyses.saveSpelling({ trackKey, artist, trackName, analysisKey: other.trackKey });
    }

    const found = await tracks.findAfter(undefined, { limit: 10 });

    const byKey = new Map(found.map((track) => [track.trackKey, track.analysis]));
    expect(byKey.get(keyOf("Own"))).toEqual({ version: 3, analyzedAt: 30 });
    expect(byKey.get(keyOf("Linked"))).toEqual({ version: 7, analyzedAt: 70 });
    expect(byKey.get(keyOf("Newer"))).toEqual({ version: 8, analyzedAt: 80 });
    expect(byKey.get(keyOf("None"))).toBeUndefined();
  });

  it("finds the last failure of a track, also after requests no longer get it", async () => {
    const { files, failures, tracks, clock } = await open();
    await files.save([fileOf("Ann", "Broken")]);
    await failures.remember(keyOf("Broken"), failure, 60_000);

    const before = await tracks.findAfter(undefined, { limit: 10 });
    clock.advance(3_600_000);
    const after = await tracks.findAfter(undefined, { limit: 10 });

    const trackKey = keyOf("Broken");
    expect(before).toEqual([
      { trackKey, hasDigests: false, failure: { ...failure, secondsLeft: 60 } },
    ]);
    expect(after).toEqual([
      { trackKey, hasDigests: false, failure: { ...failure, secondsLeft: 0 } },
    ]);
  });

  it("tells whether the audio of every file of a track is known", async () => {
    const { files, tracks } = await open();
    const [one, copy] = [fileOf("Ann", "One"), fileOf("Ann", "One", { folder: "/copies" })];
    await files.save([one, copy]);
    const known = async () => (await tracks.findAfter(undefined, { limit: 1 }))[0]?.hasDigests;

    const before = await known();
    await files.saveDigest(one, "ab".repeat(32));
    const half = await known();
    await files.saveDigest(copy, "");
    const all = await known();

    expect([before, half, all]).toEqual([false, false, true]);
  });

  it("finds only the tracks with a file in one of the folders", async () => {
    const { files, tracks } = await open();
    await files.save([
      fileOf("Ann", "Here"),
      fileOf("Ann", "Both"),
      fileOf("Ann", "Both", { folder: "/other" }),
      fileOf("Ann", "There", { folder: "/other" }),
    ]);

    const found = await tracks.findAfter(undefined, { limit: 10, folders: ["/music", "/away"] });
    const nowhere = await tracks.findAfter(undefined, { limit: 10, folders: [] });

    const keys = found.map(({ trackKey }) => trackKey);
    expect(keys).toEqual([keyOf("Here"), keyOf("Both")].sort());
    expect(nowhere).toEqual([]);
  });
});
