import type {
  ListReview,
  ReviewedRow,
  RowCandidate,
} from "../../domain/list-import/list-review.js";
import { absolutePathOf } from "../../domain/library/library-file.js";
import type { KeptReview } from "../../services/list-import/list-import-service.js";
import { toPlaylistJson } from "./playlist-json.js";
import type { JsonOf } from "../shapes/plain-shapes.js";
import type {
  listReviewShape,
  reviewedRowShape,
  rowCandidateShape,
} from "./list-review-answers.js";

/** Rows that are written before other work may run: a few milliseconds. */
const ROWS_PER_PART = 200;

/** A review, and what was kept of it. */
interface AnsweredReview extends ListReview {
  readonly kept: KeptReview | undefined;
}

/** Returns the answer with a review as JSON, in parts. */
export function* listReviewParts(
  { rows, format, lists, list, counts, kept }: AnsweredReview,
  maySeePaths: boolean,
): Generator<string> {
  const head: Omit<JsonOf<typeof listReviewShape>, "rows"> = {
    ...{ format, lists, list, counts },
    playlist: kept?.playlist ? toPlaylistJson(kept.playlist) : null,
    leftOut: kept?.leftOut ?? [],
  };
  yield `{"success":true,"data":${JSON.stringify(head).slice(0, -1)},"rows":[`;
  for (let start = 0; start < rows.length; start += ROWS_PER_PART) {
    const part = rows
      .slice(start, start + ROWS_PER_PART)
      .map((row) => JSON.stringify(toRowJson(row, maySeePaths)));
    yield `${start === 0 ? "" : ","}${part.join(",")}`;
  }
  yield "]}}";
}

function toRowJson(
  { row, state, candidates }: ReviewedRow,
  maySeePaths: boolean,
): JsonOf<typeof reviewedRowShape> {
  return {
    position: row.position,
    title: row.title ?? null,
    artist: row.artist ?? null,
    album: row.album ?? null,
    duration_ms: row.durationMs ?? null,
    isrc: row.isrc ?? null,
    musicbrainzId: row.musicbrainzId ?? null,
    spotifyId: row.spotifyId ?? null,
    path: row.path ?? null,
    raw: row.raw,
    state,
    candidates: candidates.map((candidate) => toCandidateJson(candidate, maySeePaths)),
  };
}

function toCandidateJson(
  { path, ...candidate }: RowCandidate,
  maySeePaths: boolean,
): JsonOf<typeof rowCandidateShape> {
  const { trackKey, recordingId, artist, trackName, album, durationMs, score, ground } = candidate;
  return {
    ...{ trackKey, recordingId: recordingId ?? null, artist, trackName, album: album ?? null },
    duration_ms: durationMs ?? null,
    path: path && maySeePaths ? absolutePathOf(path) : null,
    ...{ score, ground },
  };
}
