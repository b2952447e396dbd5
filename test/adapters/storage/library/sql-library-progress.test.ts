import { RecentRecordings } from "../../../../src/adapters/storage/analyses/recent-recordings.js";
import { SqlAnalysisStore } from "../../../../src/adapters/storage/analyses/sql-analysis-store.js";
import { SqlFailureStore } from "../../../../src/adapters/storage/failures/sql-failure-store.js";
import { SqlLibraryProgress } from "../../../../src/adapters/storage/library/sql-library-progress.js";
import { SqlLibraryStore } from "../../../../src/adapters/storage/library/sql-library-store.js";
import { fileIdOf, type LibraryFile } from "../../../../src/domain/library/library-file.js";
import { trackKeyFrom } from "../../../../src/domain/track/track-key.js";
import { type FailedJob } from "../../../../src/ports/analysis/failure-store.js";
import { fileJobName, type JobFile } from "../../../../src/ports/analysis/job-queue.js";
import { analysisOf } from "../../../contracts/analyses/analysis-store.contract.js";
import { fileOf } from "../../../contracts/library-store.contract.js";
import { ManualClock } from "../../../fakes/manual-clock.js";
import { databaseSystems, openedDatabases } from "../opened-databases.js";
import { timeOf } from "../time-of-clock.js";

const failure = { code: "AUDIO_UNDECODABLE", message: "It is damaged.", facts: {} } as const;
const jobOf = (file: LibraryFile): FailedJob => ({
  name: fileJobName(fileIdOf(file)),
  trackKey: file.trackKey,
});
/** The job of a file as it is, which says in which state it is. */
const statedJobOf = (file: LibraryFile): FailedJob & { readonly file: JobFile } => {
  const { folder, relativePath, sizeBytes, modifiedAt, changedAt } = file;
  const state = { sizeBytes, modifiedAt, changedAt };
  return { ...jobOf(file), file: { folder, relativePath, fileId: fileIdOf(file), state } };
};

describe.each(databaseSystems)("On %s, SqlLibraryProgress", (system) => {
  const databases = openedDatabases(system);

  const open = async () => {
    const database = await databases.open();
    const clock = new ManualClock();
    const time = timeOf(clock);
    const recent = new RecentRecordings();
    return {
      clock,
      files: new SqlLibraryStore({ database, recent }),
      analyses: new SqlAnalysisStore({ database, recent }),
      failures: new SqlFailureStore({ database, kind: "track", time }),
      progress: new SqlLibraryProgress({ database, time }),
    };
  };

  it("finds each file once, in the order of the ids, behind an id", async () => {
    const { files, progress } = await open();
    const all = Array.from({ length: 25 }, (_, index) => [
      fileOf("Ann", `Song ${index}`),
      fileOf("Ann", `Song ${index}`, { folder: "/copies" }),
    ]).flat();
    await files.save(all);

    const first = await progress.findAfter(undefined, { limit: 40 });
    const second = await progress.findAfter(first.at(-1)?.fileId, { limit: 40 });

    expect([...first, ...second].map(({ fileId }) => fileId)).toEqual(all.map(fileIdOf).sort());
    expect(second).toHaveLength(10);
  });

  it("finds the files of a name, as among all others", async () => {
    const { files, failures, progress } = await open();
    const [one, copy] = [fileOf("Ann", "One"), fileOf("Ann", "One", { folder: "/copies" })];
    await files.save([one, copy, fileOf("Ann", "Two")]);
    await failures.remember(jobOf(copy), failure, 1_000);

    const all = await progress.findAfter(undefined, { limit: 10 });

    const ofOne = all.filter(({ trackKey }) => trackKey === one.trackKey);
    expect(ofOne).toHaveLength(2);
    expect(await progress.findNamed(one.trackKey)).toEqual(ofOne);
    expect(await progress.findNamed(trackKeyFrom("Ann", "Three"))).toEqual([]);
  });

  it("has another revision after each change of files, analyses and failures, and only then", async () => {
    const { clock, files, analyses, failures, progress } = await open();
    const [one, two, three] = ["One", "Two", "Three"].map((title) => fileOf("Ann", title));
    const analysis = analysisOf("Ann", "One");
    const changes = [
      () => files.save([one!]),
      () => files.saveRecording(one!, analysis.recordingId),
      () => analyses.save(analysis),
      () => failures.remember(jobOf(two!), failure, 1_000),
      () => failures.remember(jobOf(three!), failure, 1_000),
      () => failures.forget([jobOf(two!).name]),
      () => analyses.verify(analysis.recordingId, analysisOf("Ann", "Two").recordingId),
      () => files.remove([one!]),
    ];
    const seen = [await progress.revision()];
    for (const change of changes) {
      clock.advance(1);
      await change();
      seen.push(await progress.revision());
    }

    expect(new Set(seen).size).toBe(changes.length + 1);
    expect(await progress.revision()).toBe(seen.at(-1));
  });

  it("finds the recording that each file holds, and its analysis, of any version", async () => {
    const { files, analyses, progress } = await open();
    const measured = { ...analysisOf("Bea", "Other"), version: 7, analyzedAt: 70 };
    const { recordingId } = measured;
    await analyses.save({ ...measured, isUnverified: true });
    const unmeasured = analysisOf("Ann", "Unmeasured").recordingId;
    const holding = [
      fileOf("Ann", "Measured", { recordingId }),
      fileOf("Ann", "Unmeasured", { recordingId: unmeasured }),
      fileOf("Ann", "Unread", { formerRecordingId: recordingId }),
    ];
    await files.save(holding);

    const found = await progress.findAfter(undefined, { limit: 10 });

    const byId = new Map(found.map((file) => [file.fileId, file]));
    const [ofMeasured, ofUnmeasured, ofUnread] = holding.map((file) => byId.get(fileIdOf(file)));
    const analysis = { version: 7, analyzedAt: 70, isUnverified: true };
    expect(ofMeasured).toMatchObject({ recordingId, analysis });
    expect(ofUnmeasured).toMatchObject({ recordingId: unmeasured });
    expect(ofUnmeasured).not.toHaveProperty("analysis");
    expect(ofUnread).not.toHaveProperty("recordingId");
    expect(ofUnread).not.toHaveProperty("analysis");
  });

  it("finds the last failure of a file, also after requests no longer get it", async () => {
    const { files, failures, progress, clock } = await open();
    const broken = fileOf("Ann", "Broken");
    await files.save([broken]);
    await failures.remember(jobOf(broken), failure, 60_000);

    const before = await progress.findAfter(undefined, { limit: 10 });
    clock.advance(3_600_000);
    const after = await progress.findAfter(undefined, { limit: 10 });

    const file = { fileId: fileIdOf(broken), trackKey: broken.trackKey, isPaused: false };
    expect(before).toEqual([{ ...file, failure: { ...failure, secondsLeft: 60 } }]);
    expect(after).toEqual([{ ...file, failure: { ...failure, secondsLeft: 0 } }]);
  });

  it("has no failure of other bytes, whether it or the file was stored first", async () => {
    const { files, failures, progress } = await open();
    const half = fileOf("Ann", "Growing");
    const whole = { ...half, sizeBytes: half.sizeBytes + 1 };
    const findCodes = async () =>
      (await progress.findNamed(half.trackKey)).map((file) => file.failure?.code);
    const remember = (file: LibraryFile) => failures.remember(statedJobOf(file), failure, 60_000);
    const codes = [];

    await files.save([half]);
    await remember(half);
    codes.push(await findCodes());
    await files.save([whole]);
    codes.push(await findCodes());
    await remember(half);
    codes.push(await findCodes());
    await remember(whole);
    codes.push(await findCodes());
    await files.remove([whole]);
    await remember(whole);

    expect(codes.flat()).toEqual([failure.code, undefined, undefined, failure.code]);
    expect(await failures.findMany([half.trackKey])).toMatchObject([{ failure }]);
  });

  it("finds only the files in the given folders", async () => {
    const { files, progress } = await open();
    const here = fileOf("Ann", "Here");
    await files.save([here, fileOf("Ann", "There", { folder: "/other" })]);

    const found = await progress.findAfter(undefined, { limit: 10, folders: ["/music", "/away"] });
    const nowhere = await progress.findAfter(undefined, { limit: 10, folders: [] });

    expect(found.map(({ fileId }) => fileId)).toEqual([fileIdOf(here)]);
    expect(nowhere).toEqual([]);
  });
});
