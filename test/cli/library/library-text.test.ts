import {
  durationText,
  failureLines,
  paceText,
  statusTable,
} from "../../../src/cli/library/library-text.js";
import type {
  FailedLibraryTrack,
  LibraryStatus,
} from "../../../src/domain/library/library-status.js";
import type { PageWindow } from "../../../src/domain/catalogue/catalogue-query.js";
import type { FileId } from "../../../src/domain/library/library-file.js";
import type { TrackKey } from "../../../src/domain/track/track-key.js";
import { fileOf } from "../../contracts/library-store.contract.js";

const status: LibraryStatus = {
  ...{ isAnalysing: true, files: 3_028, tracks: 3_000, analysed: 1_200, outdated: 0 },
  ...{ waiting: 1_798, paused: 0, failed: 2, tracksPerHour: 1_499.6, secondsLeft: 4_320 },
  failures: [{ code: "AUDIO_UNDECODABLE", count: 2 }],
  ...{ scans: [], lastScan: null, lastCheck: null, running: [] },
};

describe("The text on the library", () => {
  it("has a line for each count, the reasons of failures, the rate and the time left", () => {
    expect(statusTable(status)).toEqual([
      "files                      3,028",
      "tracks                     3,000",
      "analysed                   1,200",
      "waiting                    1,798",
      "failed                         2",
      "  AUDIO_UNDECODABLE            2",
      "tracks an hour             1,500",
      "time left                 1 h 12 min",
    ]);
  });

  it("shows how many wait in paused folders, where some do", () => {
    const lines = statusTable({ ...status, paused: 40 });

    expect(lines[4]).toBe("in paused folders             40");
  });

  it("shows analyses of an older version, and no rate or time where there is none", () => {
    const done = { ...status, ...{ waiting: 0, failed: 0, failures: [], analysed: 3_000 } };
    const lines = statusTable({ ...done, outdated: 4, tracksPerHour: null, secondsLeft: null });

    expect(lines.slice(2)).toEqual([
      "analysed                   3,000",
      "  of an older version          4",
      "waiting                        0",
      "failed                         0",
    ]);
  });

  it("shows the scans that run, and how the last one ended", () => {
    const startedAt = Date.UTC(2026, 0, 1, 12);
    const counts = { added: 3, changed: 0, moved: 0, deleted: 1, unchanged: 9 };
    const lines = statusTable({
      ...status,
      scans: [
        { startedAt, folder: "/music", filesSeen: 1_234, filesLeft: 56 },
        { startedAt, filesSeen: 0, filesLeft: 0 },
      ],
      lastScan: {
        ...{ startedAt, endedAt: startedAt + 5_000, result: "completed" },
        counts: { ...counts, failed: 2, unreachable: 0 },
      },
    });

    expect(lines.slice(-3)).toEqual([
      "being scanned             1,234 files seen, 56 of them to be read, in /music, since 2026-01-01T12:00:00Z",
      "being scanned             0 files seen, 0 of them to be read, since 2026-01-01T12:00:00Z",
      "last scan                 completed 2026-01-01T12:00:05Z: 3 new, 0 changed, 0 moved, 1 deleted, 9 unchanged, 2 unreadable",
    ]);
  });

  it("names each failed track, its file and the reason, on all pages", async () => {
    const failure = { code: "AUDIO_UNDECODABLE", message: "It is damaged.", facts: {} } as const;
    const keys = Array.from({ length: 150 }, (_, index) => `${1_000 + index}` as TrackKey);
    const file = fileOf("Ann", "Broken");
    const tracks: FailedLibraryTrack[] = keys.map((trackKey) => {
      return { fileId: `${trackKey}` as FileId, trackKey, failure };
    });
    tracks[0] = { ...tracks[0]!, file, path: "/music/broken.mp3" };
    const listFailed = ({ after }: PageWindow) => {
      const from = after ? keys.indexOf(after.id as TrackKey) + 1 : 0;
      const items = tracks.slice(from, from + 100);
      const hasNextPage = from + 100 < tracks.length;
      return Promise.resolve({ items, hasNextPage, hasPreviousPage: false, totalCount: 150 });
    };

    const lines: string[] = [];
    for await (const line of failureLines({ listFailed })) lines.push(line);

    expect(lines).toHaveLength(150);
    expect(lines[0]).toBe(
      "1000  1000  AUDIO_UNDECODABLE     Ann - Broken  (/music/broken.mp3): It is damaged.",
    );
    expect(lines[149]).toBe("1149  1149  AUDIO_UNDECODABLE     removed: It is damaged.");
  });

  it("writes the pace only where it is known", () => {
    expect(paceText(status)).toBe(", 1,500 an hour, 1 h 12 min left");
    expect(paceText({ ...status, tracksPerHour: null, secondsLeft: null })).toBe("");
  });

  it.each([
    [0, "0 s"],
    [59, "59 s"],
    [90, "2 min"],
    [3_599, "1 h 0 min"],
    [36_000, "10 h 0 min"],
    [600_000, "6 d 22 h"],
  ])("writes %d seconds as %s", (seconds, text) => {
    expect(durationText(seconds)).toBe(text);
  });
});
