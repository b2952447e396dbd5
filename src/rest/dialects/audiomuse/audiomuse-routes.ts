import { type Request, type RequestHandler, type Response, type Router } from "express";
import type { Analysis } from "../../../domain/analysis/analysis.js";
import { parseSimilarityWeights } from "../../../domain/catalogue/similarity.js";
import { AnalysisNotFoundError } from "../../../domain/errors/not-found-errors.js";
import { InvalidInputError } from "../../../domain/errors/request-errors.js";
import { parseLibraryQuery } from "../../../domain/library-search/library-query.js";
import { leadArtistOf } from "../../../domain/track/lead-artist.js";
import { refOf, type TrackRef } from "../../../domain/track/track-ref.js";
import type { WorkBudget } from "../../../domain/work-budget.js";
import { forbidCaching } from "../../../http/caching.js";
import { requestBudget } from "../../../http/request-budget.js";
import { identityOf } from "../../../http/request-locals.js";
import { routesFrom } from "../../../http/route-table.js";
import {
  tracksOnServer,
  type NamedSongs,
} from "../../../services/music-servers/song-id-service.js";
import type { Services } from "../../../services/services.js";
import type { SendProblem } from "../../error-handler.js";
import type { JsonOf } from "../../shapes/plain-shapes.js";
import type { audiomuseSimilarTrackShape, audiomuseTaskShape } from "./audiomuse-answers.js";
import {
  idOf,
  pathWishOf,
  searchWishOf,
  serverOf,
  similarWishOf,
  type NamedSong,
} from "./audiomuse-parameters.js";
import { toEmbeddingRow, toKeyParts, toScoreRow, toTrackRow } from "./audiomuse-rows.js";

/** The most tracks by one artist where an answer is spread, as many as AudioMuse has by default. */
const MAX_OF_ARTIST = 3;

/** So many times the tracks of an answer are compared where it is spread. */
const CHOICE = 5;

/** So many times the tracks of an answer are searched for, because not all of the library are on the music server. */
const FOUND = 4;

const WEIGHTS = parseSimilarityWeights();

/** Answers a request by the body of its response. */
type Answer = (request: Request<object>, asked: Asked) => Promise<unknown>;

/** What the answer to a request is made of. */
interface Asked {
  readonly services: Services;
  readonly budget: WorkBudget;
  /** Whether the caller may see the paths of folders. */
  readonly maySeePaths: boolean;
}

/** The paths that are answered, and those below. */
export const audiomusePaths = [
  ...(["/api/health", "/api/active_tasks"] as const),
  ...(["/api/similar_tracks", "/api/find_path", "/api/search_tracks", "/api/track"] as const),
  "/external",
] as const;

/** The routes of AudioMuse-AI that its plugins and other clients call, as whole paths. */
export function audiomuseRoutes(services: Services): Router {
  const route = (answer: Answer) => ({ get: handlerOf(answer, services) });
  return routesFrom({
    "/api/health": {
      get: (_request, response) => {
        services.access.requireRate(identityOf(response));
        forbidCaching(response);
        response.json({ status: "ok" });
      },
    },
    "/api/active_tasks": route((_request, { services: { libraryStatus } }) =>
      taskOf(libraryStatus),
    ),
    "/api/similar_tracks": route(similarTracks),
    "/api/find_path": route(path),
    "/api/search_tracks": route(foundTracks),
    "/api/track": route(track),
    "/external/search": route(foundTracks),
    "/external/get_score": route(async (request, asked) => {
      const { id, analysis } = await analysedSong(request, asked);
      return toScoreRow(id, analysis);
    }),
    "/external/get_embedding": route(async (request, asked) => {
      const { id, analysis } = await analysedSong(request, asked);
      return toEmbeddingRow(id, analysis);
    }),
  });
}

/** Sends a failure in AudioMuse's format: a text, and our code beside it. */
export const sendAudiomuseProblem: SendProblem = ({ code, message }, _request, response) => {
  response.json({ error: message, code });
};

function handlerOf(answer: Answer, services: Services): RequestHandler<object> {
  return async (request: Request<object>, response: Response) => {
    const identity = identityOf(response);
    services.access.requireScope(identity, "read");
    const maySeePaths = services.access.hasScope(identity, "write");
    const budget = requestBudget(services, response);
    const body = await answer(request, { services, budget, maySeePaths });
    forbidCaching(response);
    response.json(body);
  };
}

async function taskOf(
  libraryStatus: Services["libraryStatus"],
): Promise<JsonOf<typeof audiomuseTaskShape>> {
  const { isAnalysing, tracks, analysed, waiting } = await libraryStatus.get();
  if (!isAnalysing || waiting === 0) return {};
  return {
    ...{ task_id: "library", task_type: "main_analysis", status: "PROGRESS" },
    progress: Math.floor((100 * analysed) / tracks),
    details: { status_message: `${analysed} of ${tracks} tracks are analysed.` },
  };
}

async function similarTracks(
  { originalUrl: url }: Request<object>,
  { services, budget }: Asked,
): Promise<readonly JsonOf<typeof audiomuseSimilarTrackShape>[]> {
  const { song, count, isSpread } = similarWishOf(url);
  const { ref, server } = await songNamed(song, url, { services });
  const near = await services.similarity.findNearest(
    ref,
    (isSpread ? CHOICE : 1) * count,
    WEIGHTS,
    {
      filter: tracksOnServer(server),
      budget,
    },
  );
  const ids = await services.songIds.idsOf(
    near.map(({ recordingId }) => recordingId),
    server,
  );
  const named = near.filter(({ recordingId }) => ids.has(recordingId));
  const rows: JsonOf<typeof audiomuseSimilarTrackShape>[] = [];
  const perArtist = new Map<string, number>();
  // Names are read as far as they are needed: nearly always, the first ones are enough.
  for (let from = 0; from < named.length && rows.length < count; from += count) {
    const some = named.slice(from, from + count);
    const tracks = await services.tracks.findMany(some.map(({ recordingId }) => recordingId));
    for (const [index, { recordingId, similarity }] of some.entries()) {
      const [found, id] = [tracks[index], ids.get(recordingId)];
      if (found === undefined || id === undefined || rows.length === count) continue;
      const artist = leadArtistOf(found.artist);
      const before = perArtist.get(artist) ?? 0;
      if (isSpread && before === MAX_OF_ARTIST) continue;
      perArtist.set(artist, before + 1);
      rows.push({ ...toTrackRow(id, found), distance: distanceOf(similarity) });
    }
  }
  return rows;
}

async function path({ originalUrl: url }: Request<object>, { services, budget }: Asked) {
  const { ends, length } = pathWishOf(url);
  const { refs, server } = await songsNamed(ends, url, { services });
  const [from, to] = refs as [TrackRef, TrackRef];
  if (from === to) {
    throw new InvalidInputError("end_song_id", 'must be another recording than "start_song_id"');
  }
  const filter = tracksOnServer(server);
  const { steps } = await services.mixPaths.create(from, to, length, { filter, budget });
  const along = steps.map(({ track }) => refOf(track));
  const ids = await services.songIds.idsOf(along, server);
  const similarities = await services.similarity.similaritiesAlong(along, WEIGHTS, budget);
  return {
    path: steps.flatMap(({ track: one, tempo, key, energy }, index) => {
      const id = ids.get(along[index] as TrackRef);
      return id === undefined ? [] : { ...toTrackRow(id, one), tempo, ...toKeyParts(key), energy };
    }),
    total_distance: sumOf(similarities.map((similarity = 1) => distanceOf(similarity))),
  };
}

async function foundTracks({ originalUrl: url }: Request<object>, asked: Asked) {
  const wish = searchWishOf(url);
  if (wish === undefined) return [];
  const { services, budget, maySeePaths } = asked;
  const { server } = await songsNamed([], url, asked);
  const found = await services.librarySearch.find(
    { query: parseLibraryQuery(wish.words, "search_query"), first: FOUND * wish.end, names: 0 },
    { maySeePaths, budget },
  );
  const refs = found.tracks.map(({ ref }) => ref);
  const ids = await services.songIds.idsOf(refs, server);
  const shown = refs.filter((ref) => ids.has(ref)).slice(wish.start, wish.end);
  const tracks = await services.tracks.findMany(shown);
  return tracks.flatMap((one, index) => {
    const id = ids.get(shown[index] as TrackRef);
    return one === undefined || id === undefined ? [] : toTrackRow(id, one);
  });
}

async function track(request: Request<object>, asked: Asked) {
  const id = idOf(request.originalUrl, "item_id");
  const { refs } = await songsNamed([id], request.originalUrl, asked);
  const [found] = await asked.services.tracks.findMany(refs);
  if (found === undefined) throw new AnalysisNotFoundError(id);
  return toTrackRow(id, found);
}

/** Returns the analysis of the song that a request asks for, and what it calls it. */
async function analysedSong(
  request: Request<object>,
  asked: Asked,
): Promise<{ readonly id: string; readonly analysis: Analysis }> {
  const id = idOf(request.originalUrl, "id");
  const { refs } = await songsNamed([id], request.originalUrl, asked);
  const [state] = await asked.services.analyses.findMany(refs);
  if (state?.state !== "ready") throw new AnalysisNotFoundError(id);
  return { id, analysis: state.analysis };
}

async function songNamed(
  song: NamedSong,
  url: string,
  asked: Pick<Asked, "services">,
): Promise<{ readonly ref: TrackRef; readonly server: NamedSongs["server"] }> {
  const { refs, server } = await songsNamed("id" in song ? [song.id] : [], url, asked);
  return { ref: "id" in song ? (refs[0] as TrackRef) : song.trackKey, server };
}

/** Returns what ids in a request lead to, and the server that it is about. */
const songsNamed = (
  ids: readonly string[],
  url: string,
  { services }: Pick<Asked, "services">,
): Promise<NamedSongs> => services.songIds.find(ids, { server: serverOf(url) });

/** Converts a similarity in [0, 1] to a distance of four decimals. */
const distanceOf = (similarity: number): number => Math.round(1e4 * (1 - similarity)) / 1e4;

const sumOf = (distances: readonly number[]): number =>
  Math.round(1e4 * distances.reduce((sum, distance) => sum + distance, 0)) / 1e4;
