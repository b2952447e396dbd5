import type { Router } from "express";
import { parseRecordingId } from "../../domain/track/recording-id.js";
import { forbidCaching } from "../../http/caching.js";
import { clientSignal } from "../../http/client-signal.js";
import { sendContinue } from "../../http/expect-continue.js";
import { identityOf, localsOf } from "../../http/request-locals.js";
import { routesFrom } from "../../http/route-table.js";
import type { IdentifiedAudio } from "../../services/identification/identification-service.js";
import type { NameSuggestions } from "../../services/identification/suggestion-service.js";
import type { Services } from "../../services/services.js";
import { uploadOf } from "../analysis/upload-body.js";
import type { JsonOf } from "../shapes/plain-shapes.js";
import { nameUnavailable } from "../track/search-routes.js";
import { toTrackJson } from "../track/track-json.js";
import type { identificationAnswer } from "./identification-answers.js";
import type { suggestionsAnswer } from "./suggestion-answers.js";

/**
 * The routes `POST /identify`, the analysed recordings that a file which the client uploads is, or is an excerpt of, and
 * `GET /recordings/{id}/suggestions`, the names that a recording may have.
 */
export function identificationRoutes({ access, identification, suggestions }: Services): Router {
  return routesFrom({
    "/identify": {
      post: async (request, response) => {
        access.requireScope(identityOf(response), "read");
        const upload = uploadOf(request, () => sendContinue(request, response));
        const identified = await identification.identifyUpload(upload, clientSignal(response));
        forbidCaching(response);
        response.json(toIdentificationJson(identified, localsOf(response).baseUrl));
      },
    },
    "/recordings/:id/suggestions": {
      get: async (request, response) => {
        access.requireScope(identityOf(response), "read");
        const recordingId = parseRecordingId(request.params.id, "id");
        const suggested = await suggestions.suggest(recordingId, clientSignal(response));
        nameUnavailable(suggested.unavailableProviders, response);
        forbidCaching(response);
        response.json(toSuggestionsJson(suggested, localsOf(response).baseUrl));
      },
    },
  });
}

function toIdentificationJson(
  { matches, ...heard }: IdentifiedAudio,
  baseUrl: string,
): JsonOf<typeof identificationAnswer> {
  const data = {
    ...heard,
    matches: matches.map(({ track, ...match }) => ({
      ...match,
      track: toTrackJson(track, baseUrl),
    })),
  };
  return { success: true, data };
}

function toSuggestionsJson(
  { suggestions, sources }: NameSuggestions,
  baseUrl: string,
): JsonOf<typeof suggestionsAnswer> {
  const data = {
    suggestions: suggestions.map(({ source, score, soundId, track }) => ({
      ...{ source, score, acoustId: soundId ?? null },
      track: toTrackJson(track, baseUrl),
    })),
    sources,
  };
  return { success: true, data };
}
