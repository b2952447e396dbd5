import type { Request, Response, Router } from "express";
import { analysisDataFrom } from "../../domain/analysis/analysis-data.js";
import { shownRangeOf } from "../../domain/audio-range.js";
import { absolutePathOf } from "../../domain/library/library-file.js";
import { parseRecordingId } from "../../domain/track/recording-id.js";
import { identityOf, localsOf } from "../../http/request-locals.js";
import { routesFrom } from "../../http/route-table.js";
import type {
  KnownRecording,
  RecordingUnderName,
} from "../../services/catalogue/recording-service.js";
import type { SamePerformance } from "../../services/performances/performance-service.js";
import type { Services } from "../../services/services.js";
import { toAnsweredRecordingJson } from "../shapes/answered-recording.js";
import type { JsonOf } from "../shapes/plain-shapes.js";
import { sendTaggedJson } from "../tagged-response.js";
import type { recordingShape, samePerformanceShape } from "./recording-answers.js";
import { toReleaseJson, toTrackJson } from "./track-json.js";

/**
 * The routes `GET /recordings/{id}`, an analysed recording with its names and files, and `GET
 * /recordings/{id}/same`, the other recordings of its performance.
 */
export function recordingRoutes({ access, performances, recordings }: Services): Router {
  return routesFrom({
    "/recordings/:id": {
      get: async (request, response) => {
        const identity = identityOf(response);
        access.requireScope(identity, "read");
        const found = await recordings.get(parseRecordingId(request.params.id, "id"));
        const under = await recordings.underName(found.analysis);
        const maySeePaths = access.hasScope(identity, "write");
        sendData(toRecordingJson(found, { ...under, maySeePaths }), request, response);
      },
    },
    "/recordings/:id/same": {
      get: async (request, response) => {
        access.requireScope(identityOf(response), "read");
        const same = await performances.getSame(parseRecordingId(request.params.id, "id"));
        const { baseUrl } = localsOf(response);
        const data = same.map((one) => toSamePerformanceJson(one, baseUrl));
        sendData(data, request, response);
      },
    },
  });
}

function sendData(data: object, request: Request<object>, response: Response): void {
  response.set("Cache-Control", "private, no-cache").vary("Authorization");
  sendTaggedJson({ success: true, data }, request, response);
}

/** Converts a recording of the same performance to JSON. */
function toSamePerformanceJson(
  { track, ...link }: SamePerformance,
  baseUrl: string,
): JsonOf<typeof samePerformanceShape> {
  return { track: toTrackJson(track, baseUrl), ...link };
}

/** Converts a recording to JSON; paths of files only for callers who may see them. */
function toRecordingJson(
  { analysis, names, files }: KnownRecording,
  { maySeePaths, ...under }: RecordingUnderName & { readonly maySeePaths: boolean },
): JsonOf<typeof recordingShape> {
  return {
    ...toAnsweredRecordingJson({ analysis, ...under }),
    names: [...names],
    files: files.map((file) => ({
      path: maySeePaths ? absolutePathOf(file) : null,
      isAway: file.isAway,
      ...shownRangeOf(file),
      trackKey: file.trackKey,
      artist: file.artist,
      trackName: file.trackName,
      ...toReleaseJson(file),
    })),
    analysis: analysisDataFrom(analysis),
  };
}
