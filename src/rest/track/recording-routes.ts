import type { Router } from "express";
import { analysisDataFrom } from "../../domain/analysis/analysis-data.js";
import { absolutePathOf } from "../../domain/library/library-file.js";
import { parseRecordingId } from "../../domain/track/recording-id.js";
import { identityOf } from "../../http/request-locals.js";
import { routesFrom } from "../../http/route-table.js";
import type {
  KnownRecording,
  RecordingUnderName,
} from "../../services/catalogue/recording-service.js";
import type { Services } from "../../services/services.js";
import { toAnsweredRecordingJson } from "../shapes/answered-recording.js";
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
        const under = await recordings.underName(found.analysis);
        const maySeePaths = access.hasScope(identity, "write");
        const data = toRecordingJson(found, { ...under, maySeePaths });
        response.set("Cache-Control", "private, no-cache").vary("Authorization");
        sendTaggedJson({ success: true, data }, request, response);
      },
    },
  });
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
      trackKey: file.trackKey,
      artist: file.artist,
      trackName: file.trackName,
      ...toReleaseJson(file),
    })),
    analysis: analysisDataFrom(analysis),
  };
}
