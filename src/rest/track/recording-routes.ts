import type { Router } from "express";
import { isVerified } from "../../domain/analysis/analysis.js";
import { analysisDataFrom } from "../../domain/analysis/analysis-data.js";
import { absolutePathOf } from "../../domain/library/library-file.js";
import { parseRecordingId } from "../../domain/track/recording-id.js";
import { identityOf } from "../../http/request-locals.js";
import { routesFrom } from "../../http/route-table.js";
import type { KnownRecording } from "../../services/catalogue/recording-service.js";
import type { Services } from "../../services/services.js";
import type { JsonOf } from "../shapes/plain-shapes.js";
import { sendTaggedJson } from "../tagged-response.js";
import type { recordingShape } from "./recording-answers.js";
import { toReleaseJson } from "./track-json.js";

/** The route `GET /recordings/{id}`: an analysed recording with its names and files. */
export function recordingRoutes({ access, recordings }: Services): Router {
  return routesFrom({
    "/recordings/:id": {
      get: async (request, response) => {
        const identity = identityOf(response);
        access.requireScope(identity, "read");
        const found = await recordings.get(parseRecordingId(request.params.id, "id"));
        const [otherRecordings = 0] = await recordings.countOthers([found.analysis]);
        const maySeePaths = access.hasScope(identity, "write");
        const data = toRecordingJson(found, { otherRecordings, maySeePaths });
        response.set("Cache-Control", "private, no-cache").vary("Authorization");
        sendTaggedJson({ success: true, data }, request, response);
      },
    },
  });
}

/** Converts a recording to JSON; paths of files only for callers who may see them. */
function toRecordingJson(
  { recordingId, analysis, names, files }: KnownRecording,
  options: { readonly otherRecordings: number; readonly maySeePaths: boolean },
): JsonOf<typeof recordingShape> {
  return {
    recordingId,
    isVerified: isVerified(analysis),
    otherRecordings: options.otherRecordings,
    names: names.map(({ trackKey, artist, trackName }) => ({ trackKey, artist, trackName })),
    files: files.map((file) => ({
      path: options.maySeePaths ? absolutePathOf(file) : null,
      isAway: file.isAway,
      trackKey: file.trackKey,
      artist: file.artist,
      trackName: file.trackName,
      ...toReleaseJson(file),
    })),
    analysis: analysisDataFrom(analysis),
  };
}
