import type { ListedRow, ReadList } from "../../../src/domain/list-import/listed-row.js";
import type { FileId } from "../../../src/domain/library/library-file.js";
import type { IdLink } from "../../../src/domain/track/id-link.js";
import type { RecordingId } from "../../../src/domain/track/recording-id.js";
import { trackKeyFrom } from "../../../src/domain/track/track-key.js";
import { findIsrc } from "../../../src/domain/track/track.js";
import { unlimitedBudget, type WorkBudget } from "../../../src/domain/work-budget.js";
import type { CalledFile, CalledRecording } from "../../../src/ports/library/library-names.js";
import { ListImportService } from "../../../src/services/list-import/list-import-service.js";

const spotifyId = "0vFOzaXqZHahrZp6enQwQb";
const isrc = findIsrc("GBN9Y1100088")!;

function file(number: number, artist: string, trackName: string): CalledFile {
  return {
    fileId: String(number).padStart(16, "0") as FileId,
    path: { folder: "/music", relativePath: `${artist}/${number}.flac` },
    isPart: false,
    trackKey: trackKeyFrom(artist, trackName),
    recordingId: `rec:${String(number).padStart(16, "0")}` as RecordingId,
    ...{ artist, trackName, durationMs: 200_000 },
  };
}

interface Library {
  readonly rows: readonly Partial<ListedRow>[];
  readonly files?: readonly CalledFile[];
  readonly recordings?: readonly CalledRecording[];
  readonly links?: readonly IdLink[];
}

/** Returns the service on a library, and how often it let other work run. */
function serviceOn({ rows, files = [], recordings = [], links = [] }: Library) {
  const list = { number: 1, name: null, rowCount: rows.length };
  const read: ReadList = {
    ...{ format: "csv", list, lists: [list] },
    rows: rows.map((row, index) => ({ raw: "", ...row, position: index + 1 })),
  };
  const seen = { turns: 0 };
  const service = new ListImportService({
    reader: { read: () => Promise.resolve(read) },
    names: {
      filesAfter: (after, limit) =>
        Promise.resolve(files.filter(({ fileId }) => fileId > (after ?? "")).slice(0, limit)),
      findUnheld: () => Promise.resolve(recordings.map(({ recordingId }) => recordingId)),
      recordingsOf: (ids) =>
        Promise.resolve(recordings.filter(({ recordingId }) => ids.includes(recordingId))),
    },
    links: {
      findMany: (ids) =>
        Promise.resolve(ids.map((id) => links.find((link) => link.spotifyId === id))),
    },
    playlists: { keepAnalysed: () => Promise.reject(new Error("Nothing is kept unasked.")) },
    clock: { sleep: () => Promise.resolve(void (seen.turns += 1)) },
  });
  return { service, seen };
}

const nothing = { content: (async function* () {})() };
const anybody = {
  maySeePaths: true,
  budget: unlimitedBudget(new AbortController().signal),
};

describe("The review of a list", () => {
  it("answers each row, in the order of the list, also where rows are the same", async () => {
    const { service } = serviceOn({
      rows: [
        { title: "Two", artist: "Ann" },
        { title: "None", artist: "Ann" },
        { title: "Two", artist: "Ann" },
        {},
      ],
      files: [file(1, "Ann", "One"), file(2, "Ann", "Two")],
    });

    const { rows, counts } = await service.review(nothing, anybody);

    expect(rows.map(({ row, state }) => [row.position, state])).toEqual([
      [1, "sure"],
      [2, "absent"],
      [3, "sure"],
      [4, "absent"],
    ]);
    expect(counts).toEqual({ sure: 2, unsure: 0, absent: 2 });
    expect(rows[2]?.candidates).toEqual(rows[0]?.candidates);
  });

  it("finds the tracks of a library of many slices, and recordings without a file", async () => {
    const files = Array.from({ length: 1_000 }, (_, index) =>
      file(index + 1, "Ann", `No ${index}`),
    );
    const recordingId = "rec:ffffffffffffffff" as RecordingId;
    const { service } = serviceOn({
      rows: [
        { title: "No 999", artist: "Ann" },
        { title: "Uploaded", artist: "Bo" },
      ],
      files,
      recordings: [
        {
          recordingId,
          trackKey: trackKeyFrom("Bo", "Uploaded"),
          artist: "Bo",
          trackName: "Uploaded",
        },
      ],
    });

    const { rows } = await service.review(nothing, anybody);

    expect(rows.map(({ candidates }) => candidates[0]?.trackName)).toEqual(["No 999", "Uploaded"]);
    expect(rows[1]?.candidates[0]).not.toHaveProperty("path");
  });

  it("finds ids of Spotify by the codes of an imported table", async () => {
    const link = { spotifyId, isrc, musicbrainzId: null, trackKey: null };
    const { service } = serviceOn({
      rows: [{ spotifyId }, { spotifyId: "1vFOzaXqZHahrZp6enQwQb" }],
      files: [{ ...file(1, "Ann", "One"), isrc }],
      links: [link],
    });

    const { rows } = await service.review(nothing, anybody);

    expect(rows).toMatchObject([
      { state: "sure", row: { spotifyId }, candidates: [{ ground: "id", trackName: "One" }] },
      { state: "absent" },
    ]);
    expect(rows[0]?.row.isrc).toBeUndefined();
  });

  it("compares paths for those who may see them only", async () => {
    const library = { rows: [{ path: "/music/Ann/1.flac" }], files: [file(1, "Ann", "One")] };

    const seen = await serviceOn(library).service.review(nothing, anybody);
    const unseen = await serviceOn(library).service.review(nothing, {
      ...anybody,
      maySeePaths: false,
    });

    expect(seen.rows[0]?.state).toBe("sure");
    expect(unseen.rows[0]?.state).toBe("absent");
  });

  it("lets other work run after some thousand comparisons of the tracks of one slice", async () => {
    const rows = Array.from({ length: 3_000 }, (_, row) => ({ title: "One", artist: `A ${row}` }));
    const files = Array.from({ length: 10 }, (_, index) => file(index + 1, `A ${index}`, "One"));
    const { service, seen } = serviceOn({ rows, files });

    const { counts } = await service.review(nothing, anybody);

    expect(counts.sure).toBe(10);
    // 30,000 comparisons, and 6,000 rows that are prepared and answered.
    expect(seen.turns).toBe(15 + 60);
  });

  it("charges all of its work, and ends with the budget", async () => {
    const { signal } = new AbortController();
    let open = 0;
    let pieces = 0;
    const counting: WorkBudget = {
      signal,
      begin() {
        if (pieces === 5) throw new Error("used up");
        pieces += 1;
        open += 1;
        let hasEnded = false;
        return () => {
          open -= hasEnded ? 0 : 1;
          hasEnded = true;
        };
      },
      begun: () => counting,
    };
    const files = Array.from({ length: 1_000 }, (_, index) =>
      file(index + 1, "Ann", `No ${index}`),
    );
    const { service } = serviceOn({ rows: [{ title: "One" }], files });

    const reviewing = service.review(nothing, { maySeePaths: true, budget: counting });

    await expect(reviewing).rejects.toThrow("used up");
    expect(open).toBe(0);
  });
});
