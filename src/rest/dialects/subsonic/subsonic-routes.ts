import { type Request, type RequestHandler, type Response, Router } from "express";
import { MAX_MIX_PATH_LENGTH } from "../../../domain/catalogue/mix-path.js";
import { MAX_SIMILAR_COUNT, parseSimilarityWeights } from "../../../domain/catalogue/similarity.js";
import { DomainError } from "../../../domain/errors/domain-error.js";
import type { ErrorCode } from "../../../domain/errors/error-code.js";
import { InvalidInputError } from "../../../domain/errors/request-errors.js";
import { requestBudget } from "../../../http/request-budget.js";
import { identityOf, localsOf } from "../../../http/request-locals.js";
import { routesFrom } from "../../../http/route-table.js";
import type { Services } from "../../../services/services.js";
import { queryParametersOf } from "../../request/query-parameters.js";
import { formatOf, type Members, sendEnvelope } from "./subsonic-envelope.js";
import { refusalCodeOf, refusedKeyOf } from "./subsonic-key.js";
import { UnknownTrackIdError } from "../../../domain/errors/not-found-errors.js";
import { parseOptionalName } from "../../../domain/track/name-text.js";
import { parseTrackId } from "../../../domain/track/track-id.js";
import { trackKeyFrom } from "../../../domain/track/track-key.js";
import { refOf, type TrackRef } from "../../../domain/track/track-ref.js";
import type { Track } from "../../../domain/track/track.js";

const EXTENSIONS = ["apiKeyAuthentication", "sonicSimilarity"];

const DEFAULT_SIMILAR = 10;
const DEFAULT_PATH = 25;

/** The similarity of songs that cannot be compared. */
const NOT_COMPARABLE = -1;

const WEIGHTS = parseSimilarityWeights();

/** Answers a request by the members of its response. */
type Answer = (request: Request<object>, response: Response) => Promise<Members>;

/**
 * The routes of OpenSubsonic's extension `sonicSimilarity`, and what its clients ask before. What is wrong with a request is
 * a response with the status 200, as clients of Subsonic expect; what is wrong with the server is an error of HTTP.
 *
 * @param version the version of this program
 */
export function subsonicRoutes(services: Services, version: string): Router {
  const route = (answer: Answer, isPublic = false) => ({
    produces: "any" as const,
    get: handlerOf(answer, { services, version, isPublic }),
  });
  const routes = routesFrom({
    "/ping": route(() => Promise.resolve({})),
    "/getOpenSubsonicExtensions": route(() => Promise.resolve({ openSubsonicExtensions }), true),
    "/getSonicSimilarTracks": route(similarTracks(services)),
    "/findSonicPath": route(sonicPath(services)),
  });
  return Router().use(withoutSuffix, routes);
}

const openSubsonicExtensions = EXTENSIONS.map((name) => ({ name, versions: [1] }));

/** Clients may add ".view" to the name of a path. */
const withoutSuffix: RequestHandler = (request, _response, next) => {
  request.url = request.url.replace(/^(\/\w+)\.view(?=\?|$)/, "$1");
  next();
};

function handlerOf(
  answer: Answer,
  needs: { readonly services: Services; readonly version: string; readonly isPublic: boolean },
): RequestHandler<object> {
  const { services, version, isPublic } = needs;
  return async (request, response) => {
    const identity = identityOf(response);
    if (isPublic) services.access.requireRate(identity);
    const format = formatOf(request);
    const members = await membersOf(request, response, services, () => {
      if (format === undefined) throw new InvalidInputError("f", 'must be "json" or "xml"');
      if (!isPublic) services.access.requireScope(identity, "read");
      return answer(request, response);
    });
    sendEnvelope(members, { response, format: format ?? "xml", version });
  };
}

/** Returns the members of the response: those of `answer`, or the error where the request is wrong. */
async function membersOf(
  request: Request<object>,
  response: Response,
  { failures }: Services,
  answer: () => Promise<Members>,
): Promise<Members> {
  try {
    const refused = refusedKeyOf(request);
    return refused ? { error: { ...refused } } : await answer();
  } catch (error) {
    const code = error instanceof DomainError ? codeOf(error, request) : undefined;
    if (code === undefined) throw error;
    failures.record(error, { requestId: localsOf(response).requestId });
    return { error: { code, message: (error as DomainError).message } };
  }
}

/** The numbers of failures that are the client's, by our codes; others are errors of HTTP. */
const NUMBERS: Partial<Readonly<Record<ErrorCode, number>>> = {
  INVALID_INPUT: 0,
  FORBIDDEN: 50,
  NOT_FOUND: 70,
  TRACK_NOT_FOUND: 70,
  ANALYSIS_NOT_FOUND: 70,
};

function codeOf({ code, message }: DomainError, request: Request<object>): number | undefined {
  if (code === "UNAUTHENTICATED") return refusalCodeOf(request);
  return code === "INVALID_INPUT" && message.includes("is required") ? 10 : NUMBERS[code];
}

function similarTracks(services: Services): Answer {
  return async (request, response) => {
    const names = ["id", "artist", "title", "count"] as const;
    const { count, ...song } = queryParametersOf(request.originalUrl, names);
    const first = countOf(count, { byDefault: DEFAULT_SIMILAR, min: 1, max: MAX_SIMILAR_COUNT });
    const named = { parameter: "id", id: song.id, artist: song.artist, title: song.title };
    const budget = requestBudget(services, response);
    const ref = await trackRefOf(named, services, budget.signal);
    const found = await services.similarity.findSimilar(ref, first, WEIGHTS, { budget });
    return { sonicMatch: found.map(({ track, similarity }) => toSonicMatch(track, similarity)) };
  };
}

function sonicPath(services: Services): Answer {
  return async (request, response) => {
    const { count } = queryParametersOf(request.originalUrl, ["count"]);
    const length = countOf(count, { byDefault: DEFAULT_PATH, min: 2, max: MAX_MIX_PATH_LENGTH });
    const budget = requestBudget(services, response);
    const [from, to] = await Promise.all([
      trackRefOf(endIn(request, "start"), services, budget.signal),
      trackRefOf(endIn(request, "end"), services, budget.signal),
    ]);
    const { steps } = await services.mixPaths.create(from, to, length, { budget });
    const tracks = steps.map(({ track }) => track);
    const refs = tracks.map(refOf);
    const similarities = await services.similarity.similaritiesTo(from, refs, WEIGHTS, budget);
    return { sonicMatch: tracks.map((track, n) => toSonicMatch(track, similarities[n])) };
  };
}

/** Returns how a request names the first or the last song of a path. */
function endIn(request: Request<object>, end: "start" | "end"): NamedSong {
  const [parameter, artist, title] = [`${end}SongId`, `${end}Artist`, `${end}Title`] as const;
  const given = queryParametersOf(request.originalUrl, [parameter, artist, title]);
  return { parameter, id: given[parameter], artist: given[artist], title: given[title] };
}

/** Parses a maximum number of songs; more than the server finds at once are as many as it does. */
function countOf(
  text: string | undefined,
  { byDefault, min, max }: { byDefault: number; min: number; max: number },
): number {
  if (text === undefined) return byDefault;
  const count = /^[0-9]{1,9}$/.test(text) ? Number(text) : NaN;
  if (count >= min) return Math.min(count, max);
  throw new InvalidInputError("count", `must be a whole number >= ${min}`);
}

/** How a request names a song: by an id, or by its artist and its title. */
interface NamedSong {
  /** The name of the parameter of the id, for messages. */
  readonly parameter: string;
  readonly id: string | undefined;
  readonly artist: string | undefined;
  readonly title: string | undefined;
}

/**
 * Returns what leads to a song. An id is that of a recording, a track key, `isrc:` or `mbid:` and the id there, as `parseTrackId` reads it.
 *
 * @throws {InvalidInputError} the song is not named, or its id is malformed
 * @throws {UnknownTrackIdError} no track has the id
 * @throws {ProviderError} a directory failed, and no other knows the id
 */
async function trackRefOf(
  { parameter, id, artist, title }: NamedSong,
  { lookup }: Pick<Services, "lookup">,
  signal: AbortSignal,
): Promise<TrackRef> {
  const names = [parseOptionalName(artist, "artist"), parseOptionalName(title, "title")] as const;
  if (id === undefined && names[0] !== undefined && names[1] !== undefined) {
    return trackKeyFrom(names[0], names[1]);
  }
  if (id === undefined) {
    throw new InvalidInputError(parameter, "is required, or an artist and a title in its place");
  }
  const parsed = parseTrackId(id, parameter);
  if (parsed.kind === "trackKey") return parsed.trackKey;
  const [found] = (await lookup.get(parsed, signal)).tracks;
  if (found === undefined) throw new UnknownTrackIdError(id);
  return refOf(found);
}

/**
 * Converts a track to a match of OpenSubsonic; unknown members are absent. Its id is that of its recording, or its track key.
 *
 * Source: OpenSubsonic API, "sonicMatch" and "Child", 2026.
 */
function toSonicMatch(track: Track, similarity: number | undefined): Members {
  const { trackName, artist, durationSeconds, isrc, musicbrainzId } = track;
  const { album, albumArtist, composer, genre, year, trackNumber, discNumber } = track;
  return {
    entry: {
      ...{ id: refOf(track), title: trackName, artist, isDir: false, isVideo: false },
      ...{ type: "music", mediaType: "song" },
      ...(album !== undefined && { album }),
      ...(albumArtist !== undefined && { displayAlbumArtist: albumArtist }),
      ...(composer !== undefined && { displayComposer: composer }),
      ...(genre !== undefined && { genre }),
      ...(year !== undefined && { year }),
      ...(trackNumber !== undefined && { track: trackNumber }),
      ...(discNumber !== undefined && { discNumber }),
      ...(durationSeconds !== undefined && { duration: Math.round(durationSeconds) }),
      ...(isrc !== undefined && { isrc: [isrc] }),
      ...(musicbrainzId !== undefined && { musicBrainzId: musicbrainzId }),
    },
    similarity: similarity ?? NOT_COMPARABLE,
  };
}
