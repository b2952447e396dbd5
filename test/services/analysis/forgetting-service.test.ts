import { RecentRecordings } from "../../../src/adapters/storage/analyses/recent-recordings.js";
import { SqlAnalysisStore } from "../../../src/adapters/storage/analyses/sql-analysis-store.js";
import { SqlGoneRecordings } from "../../../src/adapters/storage/analyses/sql-gone-recordings.js";
import { openDatabase, type Database } from "../../../src/adapters/storage/database.js";
import { SqlLibraryStore } from "../../../src/adapters/storage/library/sql-library-store.js";
import type { Analysis } from "../../../src/domain/analysis/analysis.js";
import { StorageBusyError } from "../../../src/domain/errors/availability-errors.js";
import { trackKeyFrom } from "../../../src/domain/track/track-key.js";
import type { GoneRecordings } from "../../../src/ports/analysis/gone-recordings.js";
import { ForgettingService } from "../../../src/services/analysis/forgetting-service.js";
import { analysisOf } from "../../contracts/analyses/analysis-store.contract.js";
import { fileOf } from "../../contracts/library-store.contract.js";
import { ManualClock } from "../../fakes/manual-clock.js";
import { recordingOf } from "../../fakes/measured-audio.js";

const DAY = 86_400_000;
const song: Analysis = { ...analysisOf("Ann", "Song"), source: "upload" };
const { recordingId, trackKey, artist, trackName } = song;
const named = { recordingId, trackKey, artist, trackName };

describe("ForgettingService", () => {
  let database: Database;
  let store: SqlAnalysisStore;
  let files: SqlLibraryStore;
  let gone: SqlGoneRecordings;
  let clock: ManualClock;

  beforeEach(async () => {
    database = await openDatabase({ url: "sqlite::memory:" });
    const recent = new RecentRecordings();
    store = new SqlAnalysisStore({ database, recent });
    files = new SqlLibraryStore({ database, recent });
    gone = new SqlGoneRecordings({ database, recent });
    clock = new ManualClock();
    await store.save(song);
  });
  afterEach(() => database.close());

  const serviceWith = (
    keptMilliseconds: number | undefined,
    given: Pick<GoneRecordings, "forget" | "restore"> = gone,
  ): ForgettingService => new ForgettingService({ store, gone: given, clock, keptMilliseconds });

  it("says since when a recording is gone and until when its analysis is kept, also when asked again", async () => {
    const service = serviceWith(90 * DAY);
    const goneAt = clock.now();

    const first = await service.forget(recordingId);
    clock.advance(DAY);
    const second = await service.forget(trackKey);

    expect([first, second]).toEqual(
      [first, second].map(() => ({ ...named, goneAt, keptUntil: goneAt + 90 * DAY })),
    );
  });

  it("keeps analyses forever where that is set", async () => {
    const forgotten = await serviceWith(undefined).forget(recordingId);

    expect(forgotten).toEqual({ ...named, goneAt: clock.now(), keptUntil: null });
  });

  it("removes an analysis at once where it is not to be kept, and knows the recording no more", async () => {
    const service = serviceWith(90 * DAY);

    const removed = await service.forget(recordingId, { isKept: false });

    expect(removed).toEqual({ ...named, goneAt: null, keptUntil: null });
    await expect(service.forget(recordingId)).rejects.toMatchObject({ code: "TRACK_NOT_FOUND" });
  });

  it("forgets of the recordings of a name the preferred one, and leaves the others", async () => {
    const shorter = { ...song, recordingId: recordingOf("shorter"), durationSeconds: 90 };
    await store.save(shorter);

    const forgotten = await serviceWith(DAY).forget(trackKey);

    const found = await store.findMany([recordingId, shorter.recordingId]);
    expect(forgotten.recordingId).toBe(recordingId);
    expect(found.map((one) => one?.goneAt)).toEqual([clock.now(), undefined]);
  });

  it("is refused by the files that hold a recording, with their path", async () => {
    await files.save([
      fileOf("Ann", "Song", { recordingId, relativePath: "a.flac" }),
      fileOf("Ann", "Song", { recordingId, relativePath: "b.flac" }),
    ]);

    await expect(serviceWith(DAY).forget(trackKey)).rejects.toMatchObject({
      code: "FILES_DECIDE",
      facts: { recordingId, path: "/music/a.flac", fileCount: 2 },
      message: `"/music/a.flac" and 1 more of the library's files hold the recording "${recordingId}". Delete them, or remove their folders from the library.`,
    });
  });

  it("lets a recording return, and returns its analysis", async () => {
    const service = serviceWith(DAY);
    await service.forget(recordingId);

    const restored = [await service.restore(trackKey), await service.restore(recordingId)];

    expect(restored).toEqual([song, song]);
  });

  it("lets what left with its last file return with a file only", async () => {
    const file = fileOf("Ann", "Song", { recordingId });
    await store.save({ ...song, source: "library" });
    await files.save([file]);
    await files.remove([file]);

    await expect(serviceWith(DAY).restore(recordingId)).rejects.toMatchObject({
      code: "FILES_DECIDE",
      facts: { recordingId },
    });
  });

  it("refuses recordings and names without an analysis", async () => {
    const service = serviceWith(DAY);
    const [unknown, nobody] = [recordingOf("unknown"), trackKeyFrom("no", "body")];

    for (const ask of ["forget", "restore"] as const) {
      await expect(service[ask](unknown)).rejects.toMatchObject({ code: "TRACK_NOT_FOUND" });
      await expect(service[ask](nobody)).rejects.toMatchObject({ code: "ANALYSIS_NOT_FOUND" });
    }
  });

  it("refuses a recording that another server removes at the same moment", async () => {
    const removing: Pick<GoneRecordings, "forget" | "restore"> = {
      forget: () => Promise.resolve(undefined),
      restore: async (id) => {
        await gone.forget(id, { at: clock.now(), isKept: false });
        return undefined;
      },
    };
    const service = serviceWith(DAY, removing);

    await expect(service.forget(recordingId)).rejects.toMatchObject({ code: "TRACK_NOT_FOUND" });
    await expect(service.restore(recordingId)).rejects.toMatchObject({ code: "TRACK_NOT_FOUND" });
  });

  it("tries again while another process has locked the database", async () => {
    let calls = 0;
    const busyOnce: Pick<GoneRecordings, "forget" | "restore"> = {
      forget: (...given) => {
        calls += 1;
        if (calls === 1) return Promise.reject(new StorageBusyError());
        return gone.forget(...given);
      },
      restore: (...given) => gone.restore(...given),
    };

    const forgotten = await serviceWith(DAY, busyOnce).forget(recordingId);

    expect([calls, forgotten.goneAt]).toEqual([2, clock.now()]);
  });
});
