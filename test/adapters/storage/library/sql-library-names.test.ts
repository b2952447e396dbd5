import { RecentRecordings } from "../../../../src/adapters/storage/analyses/recent-recordings.js";
import { SqlAnalysisStore } from "../../../../src/adapters/storage/analyses/sql-analysis-store.js";
import { SqlCorrectionStore } from "../../../../src/adapters/storage/analyses/sql-correction-store.js";
import { CatalogueIndex } from "../../../../src/adapters/storage/catalogue/catalogue-index.js";
import { SqlLibraryNames } from "../../../../src/adapters/storage/library/sql-library-names.js";
import { SqlLibraryStore } from "../../../../src/adapters/storage/library/sql-library-store.js";
import { fileIdOf } from "../../../../src/domain/library/library-file.js";
import { trackKeyFrom } from "../../../../src/domain/track/track-key.js";
import { findIsrc } from "../../../../src/domain/track/track.js";
import { analysisOf } from "../../../contracts/analyses/analysis-store.contract.js";
import { recordingOf } from "../../../fakes/measured-audio.js";
import { fileOf } from "../../../contracts/library-store.contract.js";
import { databaseSystems, openedDatabases } from "../opened-databases.js";

describe.each(databaseSystems)("On %s, SqlLibraryNames", (system) => {
  const databases = openedDatabases(system);

  const open = async () => {
    const database = await databases.open();
    const recent = new RecentRecordings();
    const catalogue = new CatalogueIndex(database);
    return {
      files: new SqlLibraryStore({ database, recent }),
      analyses: new SqlAnalysisStore({ database, recent }),
      corrections: new SqlCorrectionStore({ database, recent }),
      names: new SqlLibraryNames({ database, catalogue }),
    };
  };

  it("returns each file once, in the order of the ids, behind an id", async () => {
    const { files, names } = await open();
    const all = Array.from({ length: 25 }, (_, index) => fileOf("Ann", `Song ${index}`));
    await files.save(all);

    const first = await names.filesAfter(undefined, 20);
    const second = await names.filesAfter(first.at(-1)?.fileId, 20);

    expect([...first, ...second].map(({ fileId }) => fileId)).toEqual(all.map(fileIdOf).sort());
    expect(second).toHaveLength(5);
  });

  it("returns what the tags of a file say", async () => {
    const { files, names } = await open();
    const isrc = findIsrc("GBN9Y1100088")!;
    const file = {
      ...fileOf("Ann & Bo", "One"),
      ...{ artists: ["Ann", "Bo"], album: "A", albumArtist: "Ann", durationSeconds: 200.5, isrc },
    };
    await files.save([file]);

    const [found] = await names.filesAfter(undefined, 10);

    expect(found).toEqual({
      fileId: fileIdOf(file),
      path: { folder: file.folder, relativePath: file.relativePath },
      isPart: false,
      trackKey: file.trackKey,
      ...{ artist: "Ann & Bo", artists: ["Ann", "Bo"], trackName: "One" },
      ...{ album: "A", albumArtist: "Ann", durationMs: 200_500, isrc },
    });
  });

  it("returns the length that was measured, and the name that the user states", async () => {
    const { files, analyses, corrections, names } = await open();
    const analysis = analysisOf("Ann", "One");
    const { recordingId } = analysis;
    await files.save([{ ...fileOf("Ann", "One"), recordingId, durationSeconds: 1 }]);
    await analyses.save(analysis);

    const [before] = await names.filesAfter(undefined, 10);
    await corrections.change(recordingId, () => ({ artist: "Bo", trackName: "Two" }), {
      at: 1,
      deliveriesOf: () => [],
    });
    const [after] = await names.filesAfter(undefined, 10);

    expect(before).toMatchObject({ recordingId, artist: "Ann", trackName: "One" });
    expect(before?.durationMs).toBe(Math.round(1_000 * analysis.durationSeconds));
    expect(after).toMatchObject({
      ...{ recordingId, artist: "Bo", trackName: "Two" },
      trackKey: trackKeyFrom("Bo", "Two"),
    });
  });

  it("returns what no file holds, and what it is called", async () => {
    const { files, analyses, names } = await open();
    const held = analysisOf("Ann", "One");
    const release = { album: "A", albumArtist: "Various Artists" };
    const uploaded = { ...analysisOf("Bo", "Two"), source: "upload", release };
    await files.save([{ ...fileOf("Ann", "One"), recordingId: held.recordingId }]);
    for (const analysis of [held, uploaded]) await analyses.save(analysis);

    const unheld = await names.findUnheld();
    const called = await names.recordingsOf([...unheld, recordingOf("unknown")]);

    expect(unheld).toEqual([uploaded.recordingId]);
    expect(called).toEqual([
      {
        recordingId: uploaded.recordingId,
        trackKey: uploaded.trackKey,
        ...{ artist: "Bo", trackName: "Two", ...release },
        durationMs: 180_000,
      },
    ]);
    expect(await names.recordingsOf([])).toEqual([]);
  });
});
