import type { Router } from "express";
import { parseTrackRef } from "../../domain/track/track-ref.js";
import { identityOf } from "../../http/request-locals.js";
import { routesFrom } from "../../http/route-table.js";
import type { Services } from "../../services/services.js";
import { sendAudio } from "../audio-response.js";

/**
 * The route of the audio of a track, as its library file has it. Its key or the id of its recording alone selects the file: nothing of
 * the request becomes part of a path.
 */
export function audioRoutes({ access, library }: Services): Router {
  return routesFrom({
    "/tracks/:trackKey/audio": {
      produces: "any",
      get: async (request, response) => {
        access.requireScope(identityOf(response), "read");
        const audio = await library.openAudio(parseTrackRef(request.params.trackKey));
        response.set("Cache-Control", "private, no-cache").vary("Authorization");
        await sendAudio(audio, request, response);
      },
    },
  });
}
