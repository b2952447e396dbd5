import { z } from "zod";
import { storedKinds } from "../../domain/library/stored-check.js";
import { answerOf, pageOf, serverPath } from "../shapes/plain-shapes.js";
import { trackKeyShape } from "../shapes/track-shapes.js";

const fileCount = z.int().min(0);

export const runningScanShape = z
  .object({
    path: z
      .string()
      .nullable()
      .describe(
        "The folder that is scanned; `null` for keys without the scope `write`, and before the first one.",
      ),
    startedAt: z.iso.datetime(),
    filesSeen: fileCount.describe("Audio files that were found so far."),
    filesLeft: fileCount.describe(
      "Of those, the new and changed ones that are still to be read: searches do not find them yet.",
    ),
  })
  .describe("A scan that runs.");

export const endedScanShape = z
  .object({
    startedAt: z.iso.datetime(),
    endedAt: z.iso.datetime(),
    result: z
      .enum(["completed", "failed", "aborted"])
      .describe("`aborted` also where its server was killed."),
    counts: z
      .object({
        added: fileCount,
        changed: fileCount,
        moved: fileCount,
        deleted: fileCount,
        unchanged: fileCount,
        failed: fileCount.describe("Files that look like audio and could not be read."),
        unreachable: fileCount.describe(
          "Files and folders that could not be reached; what is stored of them is kept.",
        ),
      })
      .nullable()
      .describe("What it found, as numbers of files; `null` unless it was completed."),
  })
  .describe("A scan that has ended.");

const storedCounts = z.object({
  row: z.int().min(0).describe("Rows of the database."),
  audio: z.int().min(0).describe("Audio files of the library."),
  playlist: z.int().min(0).describe("Files of playlists that were written."),
});

export const storedCheckShape = z
  .object({
    endedAt: z.iso.datetime(),
    checked: storedCounts.describe("How many things it compared with what was stored."),
    damaged: storedCounts.describe(
      "How many of them differ, although nobody has changed them; of playlists also those that somebody has changed, until the next scan.",
    ),
    damage: z
      .array(
        z.object({
          kind: z.enum(storedKinds),
          name: z.string().describe("The table and the key of a row, or the path of a file."),
        }),
      )
      .describe("The first hundred of them; empty for keys without the scope `write`."),
  })
  .describe(
    "A check of what is stored, by the command `overtone verify` or of a share each night.",
  );

export const runningAnalysisShape = z
  .object({ trackKey: trackKeyShape, artist: z.string(), trackName: z.string() })
  .describe("A track that is analysed now.");

export const libraryFolderShape = z
  .object({
    path: serverPath,
    fileCount: z.int().min(0),
    isConfigured: z.boolean().describe("Whether this server scans it."),
    isAdded: z.boolean().describe("Whether it was added to those of `LIBRARY_DIRS`."),
    isPaused: z
      .boolean()
      .describe("Whether it is neither scanned nor analysed until it is resumed."),
    problem: z
      .string()
      .nullable()
      .describe("Why it cannot be used at the moment; `null` where it can."),
    away: z
      .array(
        z.object({
          path: serverPath,
          reason: z.string().describe("Why, in words that follow the path."),
          fileCount: z.int().min(1).describe("How many files of the library it had."),
        }),
      )
      .describe(
        "Directories in it whose files are away, as where a disk is not mounted. The library keeps the files until they are back, or are removed with `overtone library remove`.",
      ),
  })
  .describe("A folder of the library.");

export const libraryFolderAnswer = answerOf(libraryFolderShape);

export const libraryStatusShape = z.object({
  isAnalysing: z
    .boolean()
    .describe("Whether this server analyses its library by itself (`LIBRARY_ANALYSIS`)."),
  files: z.int().min(0).describe("Files that scans have found."),
  tracks: z.int().min(0).describe("Files with one artist and title count as one track."),
  analysed: z.int().min(0).describe("Tracks with an analysis, also one of an older version."),
  outdated: z
    .int()
    .min(0)
    .describe(
      "Of those analysed, the ones whose analysis will be repeated because its version is older.",
    ),
  waiting: z
    .int()
    .min(0)
    .describe("Tracks that are neither analysed nor have failed, in folders that are not paused."),
  paused: z
    .int()
    .min(0)
    .describe("The same in folders that are paused: they are analysed on request only."),
  failed: z.int().min(0).describe("Tracks without an analysis, because the last attempt failed."),
  failures: z
    .array(z.object({ code: z.string(), count: z.int().min(1) }))
    .describe("The reasons of failures, the most frequent first."),
  tracksPerHour: z
    .number()
    .nullable()
    .describe(
      "Analyses an hour during the last ten minutes; `null` where there were fewer than two.",
    ),
  secondsLeft: z
    .int()
    .min(0)
    .nullable()
    .describe(
      "Estimated time until all but the paused ones are analysed; `null` where it is unknown.",
    ),
  scans: z
    .array(runningScanShape)
    .describe("The scans that run, of all servers on the database; the earliest first."),
  lastScan: endedScanShape
    .nullable()
    .describe(
      "The scan that ended last, of all servers; `null` where none has. With no file and no scan that runs, it tells an empty library from one that was never scanned.",
    ),
  running: z
    .array(runningAnalysisShape)
    .describe(
      "The tracks that are analysed now, on any server or worker, without uploads; those that were begun first are first.",
    ),
  lastCheck: storedCheckShape
    .nullable()
    .describe("The check of what is stored that ended last, of any server; `null` where none has."),
  folders: z
    .array(libraryFolderShape)
    .describe("The folders with files in the library, and those that this server scans."),
});

export const libraryAnswer = answerOf(libraryStatusShape);

export const libraryFailureShape = z.object({
  fileId: z
    .string()
    .regex(/^[0-9a-f]{16}$/)
    .describe("Identifies the file, by its path: two files of one name are two failures."),
  trackKey: trackKeyShape,
  artist: z.string().nullable().describe("Of its newest file; `null` where that was removed."),
  trackName: z.string().nullable().describe("The title of its newest file."),
  code: z.string(),
  message: z.string().describe("The reason, for people."),
  path: z
    .string()
    .nullable()
    .describe(
      "The path of its newest file on the server; `null` for keys without the scope `write`.",
    ),
});

export const libraryFailuresAnswer = z.object({
  success: z.literal(true),
  data: z.array(libraryFailureShape).max(100),
  page: pageOf("Number of failed tracks on all pages."),
});

export const libraryRetryAnswer = answerOf(
  z.object({ retried: z.int().min(0).describe("Number of tracks that wait again.") }),
);

export const idImportAnswer = answerOf(
  z.object({
    importedCount: z.int().min(0),
    badCount: z.int().min(0),
    badLines: z
      .array(z.object({ line: z.int().min(1), problem: z.string() }))
      .max(100)
      .describe("The first hundred lines that were left out."),
  }),
);

export const unanalysedTrackShape = z
  .object({
    trackKey: trackKeyShape,
    trackName: z.string(),
    artist: z.string(),
    thumbnailUrl: z.url(),
    status: z.enum(["waiting", "failed"]),
    error: z
      .object({ code: z.string(), message: z.string() })
      .nullable()
      .describe("Why its last analysis failed; `null` where it waits."),
  })
  .describe("A track of the library that is not analysed.");
