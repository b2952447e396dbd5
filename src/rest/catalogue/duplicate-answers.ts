import { z } from "zod";
import { scoreBounds } from "../../domain/duplicates/duplicate-conditions.js";
import { duplicateKinds } from "../../domain/duplicates/duplicate-sets.js";
import { unchangedPresences } from "../../domain/library/file-presence.js";
import { pageOf, serverPath, share } from "../shapes/plain-shapes.js";
import { recordingIdShape, trackShape } from "../shapes/track-shapes.js";

const bytes = z.int().min(0);

const duplicateFileShape = z.object({
  path: serverPath,
  presence: z
    .enum(unchangedPresences)
    .describe(
      "`here`: this server can read it, and it is as it was measured; `away`: its folder or disk cannot be read now; `elsewhere`: this server has no such file, because another machine has it, or it was removed since the last scan.",
    ),
  isKept: z
    .boolean()
    .describe("Whether it would be kept: a suggestion by a rule. Nothing is ever removed."),
  format: z.string().describe("The format that the extension of its name says."),
  isLossless: z
    .boolean()
    .nullable()
    .describe("Whether the format is lossless; `null` where files of it may be either."),
  sizeBytes: bytes,
  tagCount: z
    .int()
    .min(0)
    .describe(
      "How much its tags say beside artist and title: album, cover, ISRC and the like, each counted once.",
    ),
});

const duplicateRecordingShape = z.object({
  recordingId: recordingIdShape,
  track: trackShape,
  durationSeconds: z.number().min(0).describe("Length of its audio."),
  isExcerpt: z.boolean(),
  bitRate: z
    .int()
    .min(0)
    .nullable()
    .describe(
      "Mean bit rate, bits per second: the size of its smallest file, tags and pictures included, over the length. `null` of an excerpt, or without a length.",
    ),
  files: z
    .array(duplicateFileShape)
    .min(1)
    .describe("The files that hold it, in the order in which they would be kept."),
});

const performanceLinkShape = z.object({
  firstId: recordingIdShape,
  secondId: recordingIdShape,
  score: z.number().min(scoreBounds.min).max(1).describe("How sure it is."),
  offsetSeconds: z
    .number()
    .describe(
      "Where the second begins in the first, to within 0.13 s; below 0 where it begins before.",
    ),
  share: share.describe("How much of the shorter of both was found in the other."),
});

export const duplicateGroupShape = z
  .object({
    kind: z
      .enum(duplicateKinds)
      .describe(
        "`copies`: files of one recording, the same encoded audio. `samePerformance`: recordings of one performance, by their sound.",
      ),
    bytesToFree: bytes.describe(
      "The bytes that would be freed if all its files but the one that would be kept were removed. Hard links to one file count once.",
    ),
    changedFiles: z
      .int()
      .min(0)
      .describe(
        "How many files are left out, because they have changed since they were measured, or were removed.",
      ),
    recordings: z
      .array(duplicateRecordingShape)
      .describe("That of the file that would be kept first; empty where all files have changed."),
    links: z
      .array(performanceLinkShape)
      .describe(
        "The links that join the recordings, the surest first; none of `copies`. Two recordings may be joined by a third one only, also by one without a file.",
      ),
  })
  .describe("Files that are duplicates of each other.");

export const duplicatesAnswer = z.object({
  success: z.literal(true),
  data: z.array(duplicateGroupShape).max(100),
  page: pageOf("Number of groups that meet the conditions, on all pages.").extend({
    bytesToFree: bytes.describe(
      "The bytes that would be freed by all of these groups, as the last scans found their files.",
    ),
  }),
});
