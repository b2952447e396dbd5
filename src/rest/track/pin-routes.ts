import type { Response, Router } from "express";
import { z } from "zod";
import type { Analysis } from "../../domain/analysis/analysis.js";
import { parseRecordingId } from "../../domain/track/recording-id.js";
import { parseTrackKey } from "../../domain/track/track-key.js";
import { forbidCaching } from "../../http/caching.js";
import { identityOf } from "../../http/request-locals.js";
import { routesFrom } from "../../http/route-table.js";
import type { Services } from "../../services/services.js";
import { readJsonBody } from "../request/json-body.js";
import { objectMessages, shaped } from "../request/shaped.js";
import { toAnsweredRecordingJson } from "../shapes/answered-recording.js";
import { describedAs, type JsonOf } from "../shapes/plain-shapes.js";
import { recordingIdShape } from "../shapes/track-shapes.js";
import type { unpinAnswer } from "./recording-answers.js";

export const pinWishShape = z
  .strictObject(
    { recordingId: z.unknown().meta(describedAs(recordingIdShape)) },
    {
      error: objectMessages('is not a member; send "recordingId"'),
    },
  )
  .describe("The recording that a track key shall answer for.");

/** The routes by which users choose the recording that a name answers for. */
export function pinRoutes({ access, recordings }: Services): Router {
  const requireWriter = (response: Response): void => {
    forbidCaching(response);
    access.requireScope(identityOf(response), "write");
  };
  /** Sends the analysis that the name answers for now. */
  const send = async (response: Response, analysis: Analysis | undefined): Promise<void> => {
    const data = analysis && {
      trackKey: analysis.trackKey,
      ...toAnsweredRecordingJson({ analysis, ...(await recordings.underName(analysis)) }),
    };
    response.json({ success: true, data: data ?? null } satisfies JsonOf<typeof unpinAnswer>);
  };
  return routesFrom({
    "/tracks/:trackKey/recording": {
      put: async (request, response) => {
        requireWriter(response);
        const trackKey = parseTrackKey(request.params.trackKey);
        const { recordingId } = shaped(await readJsonBody(request, response), pinWishShape);
        await send(response, await recordings.pin(trackKey, parseRecordingId(recordingId)));
      },
      delete: async (request, response) => {
        requireWriter(response);
        await send(response, await recordings.unpin(parseTrackKey(request.params.trackKey)));
      },
    },
  });
}
