import { SqlAnalysisStore } from "../../../src/adapters/storage/analyses/sql-analysis-store.js";
import { databaseTimes } from "../../../src/adapters/storage/database-time.js";
import { openDatabase, type Database } from "../../../src/adapters/storage/database.js";
import { SqlHeldFiles } from "../../../src/adapters/storage/library/sql-held-files.js";
import { SqlLibraryProgress } from "../../../src/adapters/storage/library/sql-library-progress.js";
import { SqlLibraryStore } from "../../../src/adapters/storage/library/sql-library-store.js";
import { parseCursor } from "../../../src/domain/catalogue/catalogue-cursor.js";
import type { DuplicateRequest } from "../../../src/domain/duplicates/duplicate-conditions.js";
import type { DuplicateGroup } from "../../../src/domain/duplicates/duplicate-group.js";
import { AudioUnavailableError } from "../../../src/domain/errors/availability-errors.js";
import { LinkedPairs } from "../../../src/domain/fingerprint/performance-groups.js";
import { absolutePathOf, type LibraryFile } from "../../../src/domain/library/library-file.js";
import type { RecordingId } from "../../../src/domain/track/recording-id.js";
import type { Track } from "../../../src/domain/track/track.js";
import { unlimitedBudget } from "../../../src/domain/work-budget.js";
import { LocatedFiles } from "../../../src/services/export/located-files.js";
import { DuplicateService } from "../../../src/services/duplicates/duplicate-service.js";
import { analysisOf } from "../../contracts/analyses/analysis-store.contract.js";
import { ManualClock } from "../../fakes/manual-clock.js";
import { waitUntil } from "../../wait-until.js";

const MEGABYTE = 1_000_000;
const song = analysisOf("Ann", "Song");
const encoded = analysisOf("Ann", "Song (MP3)");
const cut = { ...analysisOf("Ann", "Song (edit)"), durationSeconds: 90 };
const other = analysisOf("Bob", "Other");
const alone = analysisOf("Cid", "Alone");

/** A file that holds a recording; its inode is its own. */
let inode = 0;
const fileOf = (
  { recordingId, trackKey, artist, trackName }: typeof song,
  relativePath: string,
  megabytes: number,
  tags: Partial<LibraryFile> = {},
): LibraryFile => ({
  ...{ recordingId, trackKey, artist, trackName, relativePath, folder: "/music" },
  ...{ sizeBytes: megabytes * MEGABYTE, modifiedAt: 0, changedAt: 1, inode: (inode += 1) },
  ...{ hasCover: false, fingerprint: "", ...tags },
});

const library = [
  fileOf(song, "b/song.flac", 20),
  fileOf(encoded, "a/song.mp3", 7),
  fileOf(encoded, "b/copy of song.mp3", 7, { album: "Songs" }),
  fileOf(cut, "edit.mp3", 4),
  fileOf(other, "other.mp3", 5),
  fileOf(other, "z/other.mp3", 6, { year: 1999 }),
  fileOf(alone, "alone.mp3", 9),
];

describe("The service of duplicates", () => {
  let database: Database;
  let files: SqlLibraryStore;
  let needs: ConstructorParameters<typeof DuplicateService>[0];
  let service: DuplicateService;
  let pairs: LinkedPairs;
  /** What lies at the paths where it is not what was measured. */
  let disk: Map<string, AudioUnavailableError | "changed" | "absent">;
  let readings: number;

  beforeEach(async () => {
    database = await openDatabase({ url: "sqlite::memory:" });
    const store = new SqlAnalysisStore({ database });
    files = new SqlLibraryStore({ database });
    for (const analysis of [song, encoded, cut, other, alone]) await store.save(analysis);
    await files.save(library);
    pairs = new LinkedPairs();
    pairs.add(song.recordingId, encoded.recordingId, 0.95);
    pairs.add(encoded.recordingId, cut.recordingId, 0.6);
    disk = new Map();
    readings = 0;
    const held = new SqlHeldFiles({ database });
    const folders: ConstructorParameters<typeof LocatedFiles>[0]["folders"] = {
      findAudioOf: (paths) =>
        Promise.resolve(
          (paths as readonly LibraryFile[]).map((file) => {
            const path = absolutePathOf(file);
            const there = disk.get(path);
            if (there === "absent" || there instanceof AudioUnavailableError) {
              return there === "absent" ? undefined : there;
            }
            const { sizeBytes, modifiedAt } = file;
            const changedAt = there === "changed" ? 2 : file.changedAt;
            return { kind: "file", path, state: { sizeBytes, modifiedAt, changedAt, inode: 0 } };
          }),
        ),
    };
    needs = {
      ...{ store, library: files, clock: new ManualClock() },
      held: { read: (isWanted, signal) => (readings++, held.read(isWanted, signal)) },
      progress: new SqlLibraryProgress({ database, time: databaseTimes.sqlite }),
      links: {
        readGroups: (minScore = 0.5) => Promise.resolve(pairs.groupsFrom(minScore)),
        findLinked: (ids, minScore) =>
          Promise.resolve(ids.map((id) => linkedTo(id).filter(({ score }) => score >= minScore))),
      },
      files: new LocatedFiles({ library: files, folders }),
      tracks: {
        findMany: (ids) =>
          Promise.resolve(ids.map((recordingId) => ({ recordingId }) as unknown as Track)),
      },
    };
    service = new DuplicateService(needs);
  });
  afterEach(() => database.close());

  const linkedTo = (id: RecordingId) => {
    const linked = [
      [song.recordingId, encoded.recordingId, 0.95],
      [encoded.recordingId, cut.recordingId, 0.6],
    ] as const;
    return linked.flatMap(([one, another, score]) => {
      if (one !== id && another !== id) return [];
      const recordingId = one === id ? another : one;
      return [{ recordingId, score, offsetSeconds: 0, share: 1 }];
    });
  };

  const list = (request: Partial<DuplicateRequest> = {}) =>
    service.list({ minScore: 0.5, order: "bytes", ...request });

  /** Returns the files of a group, the one that would be kept in brackets. */
  const shown = ({ kind, bytesToFree, recordings }: DuplicateGroup): string => {
    const paths = recordings.flatMap((recording) =>
      recording.files.map(({ file, isKept, presence }) => {
        const named = presence === "here" ? file.relativePath : `${file.relativePath} ${presence}`;
        return isKept ? `[${named}]` : named;
      }),
    );
    return `${kind} ${bytesToFree / MEGABYTE}: ${paths.join(", ")}`;
  };
  const groups = async (request: Partial<DuplicateRequest> = {}): Promise<readonly string[]> =>
    (await list(request)).items.map(({ group }) => shown(group));

  const performance = "samePerformance 18: [b/song.flac], b/copy of song.mp3, a/song.mp3, edit.mp3";
  const copies = "copies 5: [z/other.mp3], other.mp3";

  it("lists each file once, in groups that would free the most first, or by name", async () => {
    const page = await list();

    expect(page.items.map(({ group }) => shown(group))).toEqual([performance, copies]);
    expect(await groups({ order: "name" })).toEqual([performance, copies]);
    expect(page).toMatchObject({ totalCount: 2, bytesToFree: 23 * MEGABYTE });
    expect(page.items[0]!.group.links).toMatchObject([{ score: 0.95 }, { score: 0.6 }]);
    expect(page.items[1]!.group.links).toEqual([]);
  });

  it("looks for groups on while anybody waits for them, and begins anew where all have left", async () => {
    const begun: AbortSignal[] = [];
    let goOn = (): void => undefined;
    const paused = new Promise<void>((resolve) => (goOn = resolve));
    const read: typeof needs.held.read = async (isWanted, signal) => {
      begun.push(signal);
      await paused;
      return needs.held.read(isWanted, signal);
    };
    const shared = new DuplicateService({ ...needs, held: { read } });
    const clients = [new AbortController(), new AbortController()] as const;
    const request = { minScore: 0.5, order: "bytes" } as const;

    const asked = clients.map(({ signal }) => shared.list(request, unlimitedBudget(signal)));
    await waitUntil(() => begun.length > 0);
    clients[0].abort(new Error("left"));
    await expect(asked[0]).rejects.toThrow("left");
    const wasAbandoned = begun[0]?.aborted;
    clients[1].abort(new Error("left"));
    await expect(asked[1]).rejects.toThrow("left");

    expect([begun.length, wasAbandoned, begun[0]?.aborted]).toEqual([1, false, true]);
    goOn();
    expect(await shared.list(request)).toMatchObject({ totalCount: 2 });
    expect(begun).toHaveLength(2);
  });

  it("lists one kind, where copies stand alone", async () => {
    expect(await groups({ kind: "copies" })).toEqual([
      "copies 7: [b/copy of song.mp3], a/song.mp3",
      copies,
    ]);
    expect(await groups({ kind: "samePerformance" })).toEqual([performance]);
  });

  it("joins recordings only by links of the least score, and lists the rest as copies", async () => {
    expect(await groups({ minScore: 0.9 })).toEqual([
      "samePerformance 14: [b/song.flac], b/copy of song.mp3, a/song.mp3",
      copies,
    ]);
    expect(await groups({ minScore: 0.99 })).toEqual([
      "copies 7: [b/copy of song.mp3], a/song.mp3",
      copies,
    ]);
  });

  it("lists groups with a file in a folder, as a whole", async () => {
    expect(await groups({ folder: "/music/a" })).toEqual([performance]);
    expect(await groups({ folder: "/music/z" })).toEqual([copies]);
    expect(await groups({ folder: "/musi" })).toEqual([]);
    expect(await groups({ folder: "/" })).toHaveLength(2);
  });

  it.each(["bytes", "name"] as const)("pages by cursors in the order of %s", async (order) => {
    const all = await list({ order });
    const cursors = all.items.map(({ cursor }) => parseCursor(cursor, { field: order }, "cursor")!);

    const first = await list({ order, first: 1 });
    const second = await list({ order, first: 1, after: cursors[0]! });
    const back = await list({ order, last: 1, before: cursors[1]! });

    expect(first).toMatchObject({ items: [all.items[0]], hasNextPage: true, totalCount: 2 });
    expect(second).toMatchObject({ items: [all.items[1]], hasNextPage: false });
    expect(back.items).toEqual(first.items);
    await expect(list({ first: 101 })).rejects.toThrow('"first"');
  });

  it("leaves out files that have changed since they were measured, and counts them", async () => {
    disk.set("/music/b/song.flac", "changed");
    disk.set("/music/z/other.mp3", "changed");

    const { items } = await list();

    expect(items.map(({ group }) => [shown(group), group.changedFiles])).toEqual([
      ["samePerformance 11: [b/copy of song.mp3], a/song.mp3, edit.mp3", 1],
      ["copies 0: [other.mp3]", 1],
    ]);
  });

  it("keeps a file that can be read before one of a disk that is away, and says which those are", async () => {
    disk.set("/music/b/song.flac", new AudioUnavailableError());
    disk.set("/music/other.mp3", "absent");

    expect(await groups()).toEqual([
      "samePerformance 31: [b/copy of song.mp3], a/song.mp3, edit.mp3, b/song.flac away",
      "copies 5: [z/other.mp3], other.mp3 elsewhere",
    ]);
  });

  it("does not list what a scan has found changed, nor files of an unverified analysis", async () => {
    const { recordingId, ...unread } = library[4]!;
    await files.save([{ ...unread, formerRecordingId: recordingId! }]);
    await database.kysely
      .updateTable("analyses")
      .set({ isVerified: 0 })
      .where("recordingId", "=", encoded.recordingId)
      .execute();

    expect(await groups()).toEqual(["samePerformance 4: [b/song.flac], edit.mp3"]);
  });

  it("reads the library once until it changes, also for others at the same time", async () => {
    await Promise.all([list(), list({ kind: "copies" })]);
    await list({ order: "name", folder: "/music/a" });
    const before = readings;

    await files.remove([library[5]!]);
    const after = await groups();

    expect(before).toBe(1);
    expect(readings).toBe(2);
    expect(after).toEqual([performance]);
  });

  it("fails where the library cannot be read, and reads it again the next time", async () => {
    const failing = new DuplicateService({
      ...needs,
      held: {
        read: () =>
          readings++ === 0 ? Promise.reject(new Error("no table")) : Promise.resolve(new Map()),
      },
    });
    const request = { minScore: 0.5, order: "bytes" } as const;

    await expect(failing.list(request)).rejects.toThrow("no table");
    const page = await failing.list(request);

    expect(page.items).toEqual([]);
  });
});
