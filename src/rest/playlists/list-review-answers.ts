import { z } from "zod";
import { listFormats } from "../../domain/list-import/listed-row.js";
import {
  matchGrounds,
  MAX_ROW_CANDIDATES,
  rowStates,
} from "../../domain/list-import/list-review.js";
import { playlistShape } from "./playlist-answers.js";
import { answerOf, serverPath } from "../shapes/plain-shapes.js";
import { recordingIdShape, trackKeyShape } from "../shapes/track-shapes.js";

const listSummaryShape = z.object({
  number: z.int().min(1).describe("Its place in the file."),
  name: z.string().nullable().describe("With the folders that it lies in, separated by `/`."),
  rowCount: z.int().min(0),
});

const durationShape = z.number().gt(0).nullable().describe("Milliseconds.");

export const rowCandidateShape = z
  .object({
    trackKey: trackKeyShape,
    recordingId: recordingIdShape
      .nullable()
      .describe("`null` where its file has not been read whole."),
    artist: z.string(),
    trackName: z.string(),
    album: z.string().nullable(),
    duration_ms: durationShape,
    path: serverPath,
    score: z
      .number()
      .min(0.5)
      .max(1)
      .describe(
        "How sure it is: 1 for an id or the path of its file that nothing contradicts, at most 0.96 for names. It is no probability.",
      ),
    ground: z
      .enum(matchGrounds)
      .describe("What led to it: an id, the path of its file, or artist and title."),
  })
  .describe("A track of the library that a row may mean.");

export const reviewedRowShape = z
  .object({
    position: z.int().min(1),
    title: z.string().nullable(),
    artist: z.string().nullable().describe("All artists, as the file separates them."),
    album: z.string().nullable(),
    duration_ms: durationShape,
    isrc: z.string().nullable(),
    musicbrainzId: z.string().nullable().describe("The id of a recording of MusicBrainz."),
    spotifyId: z.string().nullable(),
    path: z.string().nullable().describe("The path of a file, as the list names it."),
    raw: z.string().max(500).describe("What the file says, as it stands there."),
    state: z
      .enum(rowStates)
      .describe(
        "`sure`: one track of the library. `unsure`: each of the candidates may be it. `absent`: the library has no such track.",
      ),
    candidates: z
      .array(rowCandidateShape)
      .max(MAX_ROW_CANDIDATES)
      .describe(
        "One where it is sure, the best first where it is unsure, and none where it is absent.",
      ),
  })
  .describe("A row of a list: what the file says, and what the library has of it.");

export const listReviewShape = z.object({
  format: z.enum(listFormats),
  lists: z.array(listSummaryShape).describe("All lists in the file."),
  list: listSummaryShape.describe("The one that was read."),
  counts: z
    .object({ sure: z.int().min(0), unsure: z.int().min(0), absent: z.int().min(0) })
    .describe("How many rows of each state there are."),
  playlist: playlistShape
    .nullable()
    .describe(
      "What was kept of it; `null` where `keepAs` is absent, and where the library has no analysed track of a sure row.",
    ),
  leftOut: z
    .array(z.int().min(1))
    .describe(
      "The positions of sure rows that the playlist lacks, because their tracks have not been analysed.",
    ),
  rows: z.array(reviewedRowShape).describe("In the order of the list."),
});

export const listReviewAnswer = answerOf(listReviewShape);
