import { RecentRecordings } from "../../../../src/adapters/storage/analyses/recent-recordings.js";
import { SqlAnalysisStore } from "../../../../src/adapters/storage/analyses/sql-analysis-store.js";
import { SqlCorrectionStore } from "../../../../src/adapters/storage/analyses/sql-correction-store.js";
import { SqlGoneRecordings } from "../../../../src/adapters/storage/analyses/sql-gone-recordings.js";
import { SqlRecordingChanges } from "../../../../src/adapters/storage/analyses/sql-recording-changes.js";
import type { Database } from "../../../../src/adapters/storage/database.js";
import { SqlLibraryStore } from "../../../../src/adapters/storage/library/sql-library-store.js";
import type { Analysis } from "../../../../src/domain/analysis/analysis.js";
import type { Corrections } from "../../../../src/domain/analysis/correction-field.js";
import type { ChangedRecording } from "../../../../src/domain/catalogue/recording-change.js";
import { packFingerprint } from "../../../../src/domain/fingerprint/fingerprint-text.js";
import type { Isrc } from "../../../../src/domain/track/track.js";
import { analysisOf } from "../../../contracts/analyses/analysis-store.contract.js";
import { randomWords } from "../../../domain/fingerprint/random-words.js";
import { fileOf } from "../../../contracts/library-store.contract.js";
import { sixSeconds } from "../../../fakes/timelines.js";
import { RandomChoices } from "../../../faults/fuzzing/random-choices.js";
import { databaseSystems, openedDatabases } from "../opened-databases.js";

/** The stores of one process. */
function storesOn(database: Database) {
  const recent = new RecentRecordings();
  return {
    analyses: new SqlAnalysisStore({ database, recent }),
    files: new SqlLibraryStore({ database, recent }),
    gone: new SqlGoneRecordings({ database, recent }),
    corrections: new SqlCorrectionStore({ database, recent }),
  };
}

const fingerprint = packFingerprint(randomWords(30, 1));

const songs = ["One", "Two"].map((title) => analysisOf("Ann", title));

/** Makes one change of any kind by the stores of a process. */
async function changeAny(stores: ReturnType<typeof storesOn>, choices: RandomChoices) {
  const { analyses, files, gone, corrections } = stores;
  const song = choices.oneOf(songs);
  const { recordingId } = song;
  const relativePath = `${choices.oneOf(["a", "b"])}/${song.trackName}.flac`;
  const retagged = () =>
    fileOf("Ann", choices.oneOf([song.trackName, `${song.trackName} (Live)`]), {
      ...{ relativePath, recordingId },
      ...(choices.below(2) === 0 && { isrc: `QZOVT26000${choices.below(10)}0` as Isrc }),
      ...(choices.below(2) === 0 && { musicbrainzId: `mb-${choices.below(3)}` }),
      ...(choices.below(2) === 0 && { album: `Album ${choices.below(3)}` }),
    });
  const kinds: readonly (() => Promise<unknown>)[] = [
    () =>
      analyses.save({
        ...analysisOf("Ann", song.trackName, { energy: choices.below(100) / 100 }),
        ...{
          timeline: sixSeconds,
          fingerprint: packFingerprint(randomWords(30, choices.below(3))),
        },
        source: choices.oneOf(["library", "upload"]),
        version: 1 + choices.below(2),
      }),
    ...Array.from({ length: 4 }, () => () => files.save([retagged()])),
    () => files.saveRecording(retagged(), recordingId),
    () => files.remove([{ folder: "/music", relativePath }]),
    () => files.removeFolder("/music"),
    () => gone.forget(recordingId, { at: 1_000, isKept: choices.below(2) === 0 }),
    () => gone.restore(recordingId),
    () =>
      corrections.change(
        recordingId,
        (): Corrections => (choices.below(2) === 0 ? {} : { tempo: 90 + choices.below(3) }),
        { at: 2_000, deliveriesOf: () => [] },
      ),
  ];
  await choices.oneOf(kinds)();
}

describe.each(databaseSystems)("Changes of recordings on %s", (system) => {
  const databases = openedDatabases(system);

  /** Applies the changes after a revision to a copy, in small pages, and returns the revision that follows. */
  async function applied(
    changes: SqlRecordingChanges,
    copy: Map<string, ChangedRecording>,
    after: number,
  ): Promise<number> {
    for (let from = after; ;) {
      const page = await changes.find(from, 2);
      for (const { recordingId, known } of page.changes) {
        if (known) copy.set(recordingId, known);
        else copy.delete(recordingId);
      }
      from = page.revision;
      if (from >= page.newest) return from;
    }
  }

  it.each([1, 2, 3])(
    "give a copy all that a new one has, after any history by two processes (seed %d)",
    async (seed) => {
      const url = await databases.createUrl();
      const opened = [await databases.open({ url }), await databases.open({ url })];
      const processes = opened.map(storesOn);
      const changes = new SqlRecordingChanges({ database: opened[0]! });
      const choices = new RandomChoices(seed, 0);
      const copy = new Map<string, ChangedRecording>();
      let revision = 0;

      for (let step = 0; step < 120; step++) {
        await changeAny(choices.oneOf(processes), choices);
        if (choices.below(3) > 0) continue;
        revision = await applied(changes, copy, revision);
        const anew = new Map<string, ChangedRecording>();
        await applied(changes, anew, 0);
        expect(copy).toEqual(anew);
      }

      expect(revision).toBeGreaterThan(0);
    },
  );

  it("tell what is known of a recording, and that it was removed", async () => {
    const database = await databases.open();
    const { analyses, files, gone } = storesOn(database);
    const changes = new SqlRecordingChanges({ database });
    const song: Analysis = { ...analysisOf("Ann", "One"), soundEmbedding: Array(16).fill(7) };
    await analyses.save({ ...song, timeline: sixSeconds, fingerprint });
    const { recordingId, trackKey } = song;
    await files.save([
      fileOf("Ann", "One", { recordingId, relativePath: "b.flac", isrc: "QZOVT2600001" as Isrc }),
      fileOf("Ann", "Uno", { recordingId, relativePath: "a.flac", musicbrainzId: "mb" }),
    ]);

    const { changes: told, revision } = await changes.find(0, 10);
    await files.removeFolder("/music");
    const left = await changes.find(revision, 10);
    await gone.forget(recordingId, { at: 1, isKept: false });
    const removed = await changes.find(left.revision, 10);

    expect(told).toHaveLength(1);
    expect(told[0]?.known).toMatchObject({
      ...{ isrc: "QZOVT2600001", musicbrainzId: "mb", fingerprint },
      analysis: { recordingId, trackName: "Uno", soundEmbedding: Array(16).fill(7) },
    });
    expect(told[0]?.known?.names.map((name) => name.trackName).sort()).toEqual(["One", "Uno"]);
    expect(told[0]?.known?.names).toContainEqual({ trackKey, artist: "Ann", trackName: "One" });
    expect([left.changes, removed.changes].map(([one]) => one?.known)).toEqual([
      undefined,
      undefined,
    ]);
  });

  it("end where there are none", async () => {
    const database = await databases.open();
    const changes = new SqlRecordingChanges({ database });
    await storesOn(database).analyses.save({ ...analysisOf("Ann", "One"), timeline: sixSeconds });

    const { revision, newest } = await changes.find(0, 1);
    const after = await changes.find(newest, 1);

    expect(revision).toBe(newest);
    expect(after).toEqual({ changes: [], revision: newest, newest });
  });
});
