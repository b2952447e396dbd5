import type { Request, Response, Router } from "express";
import { analysisDataFrom } from "../../domain/analysis/analysis-data.js";
import { shownRangeOf } from "../../domain/audio-range.js";
import { absolutePathOf } from "../../domain/library/library-file.js";
import { parseRecordingId, type RecordingId } from "../../domain/track/recording-id.js";
import { isoTimeOrNull } from "../../http/iso-time.js";
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
export function recordingRoutes(services: Services): Router {
  const { access, performances } = services;
  return routesFrom({
    "/recordings/:id": {
      get: async (request, response) => {
        access.requireScope(identityOf(response), "read");
        const id = parseRecordingId(request.params.id, "id");
        sendData(await recordingJsonFor(id, services, response), request, response);
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

/**
 * Reads an analysed recording as JSON; paths of files only where the caller may see them.
 *
 * @throws {UnknownTrackIdError} none has the id
 */
export async function recordingJsonFor(
  recordingId: RecordingId,
  { access, recordings }: Services,
  response: Response,
): Promise<JsonOf<typeof recordingShape>> {
  const found = await recordings.get(recordingId);
  const under = await recordings.underName(found.analysis);
  const maySeePaths = access.hasScope(identityOf(response), "write");
  return toRecordingJson(found, { ...under, maySeePaths });
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
    goneAt: isoTimeOrNull(analysis.goneAt ?? null),
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
