import type { RequestHandler, Router } from "express";
import type { Analysis } from "../../../domain/analysis/analysis.js";
import { AnalysisNotFoundError } from "../../../domain/errors/not-found-errors.js";
import { parseLibraryQuery } from "../../../domain/library-search/library-query.js";
import type { TrackRef } from "../../../domain/track/track-ref.js";
import { forbidCaching } from "../../../http/caching.js";
import { requestBudget } from "../../../http/request-budget.js";
import { identityOf } from "../../../http/request-locals.js";
import { routesFrom } from "../../../http/route-table.js";
import type { Services } from "../../../services/services.js";
import type { SendProblem } from "../../error-handler.js";
import type { JsonOf } from "../../shapes/plain-shapes.js";
import type { audiomuseTaskShape, audiomuseTrackShape } from "./audiomuse-answers.js";
import { idOf, searchWishOf } from "./audiomuse-parameters.js";
import { toEmbeddingRow, toScoreRow, toTrackRow } from "./audiomuse-rows.js";
import { similarArtistRows, similarTrackRows, songPath } from "./audiomuse-similar.js";
import { songsNamed, type Asked } from "./audiomuse-songs.js";

/** So many times the tracks of an answer are searched for, because not all of the library are on the music server. */
const FOUND = 4;

/** The paths that are answered, and those below. */
export const audiomusePaths = [
  ...(["/api/health", "/api/active_tasks"] as const),
  ...(["/api/similar_tracks", "/api/find_path", "/api/similar_artists"] as const),
  ...(["/api/search_tracks", "/api/track"] as const),
  "/external",
] as const;

/** The routes of AudioMuse-AI that its plugins and other clients call, as whole paths. */
export function audiomuseRoutes(services: Services): Router {
  const route = (answer: (asked: Asked) => Promise<unknown>) => ({
    get: handlerOf(answer, services),
  });
  return routesFrom({
    "/api/health": {
      get: (_request, response) => {
        services.access.requireRate(identityOf(response));
        forbidCaching(response);
        response.json({ status: "ok" });
      },
    },
    "/api/active_tasks": route(libraryTask),
    "/api/similar_tracks": route(similarTrackRows),
    "/api/find_path": route(songPath),
    "/api/similar_artists": route(similarArtistRows),
    "/api/search_tracks": route(foundTracks),
    "/api/track": route(track),
    "/external/search": route(foundTracks),
    "/external/get_score": route((asked) => ofAnalysis(asked, toScoreRow)),
    "/external/get_embedding": route((asked) => ofAnalysis(asked, toEmbeddingRow)),
  });
}

/** Sends a failure in AudioMuse's format: a text, and our code beside it. */
export const sendAudiomuseProblem: SendProblem = ({ code, message }, _request, response) => {
  response.json({ error: message, code });
};

/** Handles a request by the body of its response. */
function handlerOf(
  answer: (asked: Asked) => Promise<unknown>,
  services: Services,
): RequestHandler<object> {
  return async ({ originalUrl: url }, response) => {
    const identity = identityOf(response);
    services.access.requireScope(identity, "read");
    const maySeePaths = services.access.hasScope(identity, "write");
    const budget = requestBudget(services, response);
    const body = await answer({ url, services, budget, maySeePaths });
    forbidCaching(response);
    response.json(body);
  };
}

async function libraryTask({ services }: Asked): Promise<JsonOf<typeof audiomuseTaskShape>> {
  const { isAnalysing, tracks, analysed, waiting } = await services.libraryStatus.get();
  if (!isAnalysing || waiting === 0) return {};
  return {
    ...{ task_id: "library", task_type: "main_analysis", status: "PROGRESS" },
    progress: Math.floor((100 * analysed) / tracks),
    details: { status_message: `${analysed} of ${tracks} tracks are analysed.` },
  };
}

type TrackRow = JsonOf<typeof audiomuseTrackShape>;

async function foundTracks(asked: Asked): Promise<readonly TrackRow[]> {
  const { url, services, budget, maySeePaths } = asked;
  const wish = searchWishOf(url);
  if (wish === undefined) return [];
  const { server } = await songsNamed([], asked);
  const query = parseLibraryQuery(wish.words, "search_query");
  const found = await services.librarySearch.find(
    { query, first: FOUND * wish.end, names: 0 },
    { maySeePaths, budget },
  );
  const refs = found.tracks.map(({ ref }) => ref);
  const labels = await services.songIds.idsOf(refs, server);
  const shown = refs.filter((ref) => labels.has(ref)).slice(wish.start, wish.end);
  const tracks = await services.tracks.findMany(shown);
  return tracks.flatMap((one, index) => {
    const label = labels.get(shown[index] as TrackRef);
    return one && label ? [toTrackRow(label.songId, one)] : [];
  });
}

async function track(asked: Asked): Promise<TrackRow> {
  const id = idOf(asked.url, "item_id");
  const { refs } = await songsNamed([id], asked);
  const [found] = await asked.services.tracks.findMany(refs);
  if (found === undefined) throw new AnalysisNotFoundError(id);
  return toTrackRow(id, found);
}

/** Answers with something of the analysis of the song that a request asks for. */
async function ofAnalysis<Row>(
  asked: Asked,
  toRow: (id: string, analysis: Analysis) => Row,
): Promise<Row> {
  const id = idOf(asked.url, "id");
  const { refs } = await songsNamed([id], asked);
  const [state] = await asked.services.analyses.findMany(refs);
  if (state?.state !== "ready") throw new AnalysisNotFoundError(id);
  return toRow(id, state.analysis);
}
