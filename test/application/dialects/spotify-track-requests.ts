import { AudioUndecodableError } from "../../../src/domain/errors/analysis-errors.js";
import {
  ProviderRateLimitedError,
  ProviderUnavailableError,
} from "../../../src/domain/errors/provider-errors.js";
import { findIsrc } from "../../../src/domain/track/track.js";
import { trackKeyFrom } from "../../../src/domain/track/track-key.js";
import { candidate } from "../../fakes/fake-provider.js";
import type { DescribedRequest, Stage } from "../described/described-request.js";
import { held, keyOf, known, measured, unlisted } from "../described/spotify-requests.js";

const unknownKey = "0123456789abcdef";
const found = trackKeyFrom("Pink Floyd", "Money");
/** Searches, so that the track of that key is known. */
const searched = async ({ application }: Stage): Promise<void> => {
  await application.get("/api/audio/search?track=Money");
};
const searchPath = "/v1/search?q=Money&type=track,artist";

/** Requests for tracks, the search and the caller in Spotify's format. */
export const spotifyTrackRequests: readonly DescribedRequest[] = [
  {
    operationId: "getSpotifyTracks",
    status: 200,
    path: `/v1/tracks?ids=${found},${unknownKey}`,
    given: searched,
  },
  {
    operationId: "getSpotifyTracks",
    status: 304,
    path: `/v1/tracks?ids=${found}`,
    headers: { "if-none-match": "*" },
  },
  { operationId: "getSpotifyTracks", status: 400, path: "/v1/tracks" },
  { operationId: "getSpotifyTrack", status: 200, path: `/v1/tracks/${found}`, given: searched },
  {
    operationId: "getSpotifyTrack",
    status: 304,
    path: `/v1/tracks/${found}`,
    headers: { "if-none-match": "*" },
    given: searched,
  },
  { operationId: "getSpotifyTrack", status: 400, path: "/v1/tracks/nonsense" },
  { operationId: "getSpotifyTrack", status: 404, path: `/v1/tracks/${unknownKey}` },
  {
    operationId: "getSpotifyTrack",
    status: 502,
    path: "/v1/tracks/isrc:GBN9Y1100103",
    given: unlisted(new ProviderUnavailableError("library")),
  },
  {
    operationId: "getSpotifyTrack",
    status: 503,
    path: "/v1/tracks/isrc:GBN9Y1100203",
    given: unlisted(new ProviderRateLimitedError("library", 3)),
  },
  {
    operationId: "searchSpotify",
    status: 200,
    path: `${searchPath}&limit=1&offset=0`,
    given: ({ provider }) =>
      provider.replyWith([
        { ...candidate("Pink Floyd", "Money"), isrc: findIsrc("GBN9Y1100088")! },
      ]),
  },
  {
    operationId: "searchSpotify",
    status: 200,
    path: "/v1/search?q=Money&type=album,playlist,show,episode,audiobook,track",
    given: ({ otherProvider }) => otherProvider.replyWith(new ProviderUnavailableError("other")),
  },
  {
    operationId: "searchSpotify",
    status: 304,
    path: searchPath,
    headers: { "if-none-match": "*" },
  },
  { operationId: "searchSpotify", status: 400, path: "/v1/search?q=Money" },
  {
    operationId: "searchSpotify",
    status: 502,
    path: searchPath,
    given: ({ provider, otherProvider }) => {
      provider.replyWith(new ProviderUnavailableError("library"));
      otherProvider.replyWith(new ProviderUnavailableError("other"));
    },
  },
  {
    operationId: "searchSpotify",
    status: 503,
    path: searchPath,
    given: ({ provider, otherProvider }) => {
      provider.replyWith(new ProviderRateLimitedError("library", 3));
      otherProvider.replyWith(new ProviderRateLimitedError("other", 3));
    },
  },
  { operationId: "getSpotifyUser", status: 200, path: "/v1/me" },
];

const recommended = (id: string): string => `/v1/recommendations?seed_tracks=${id}`;
const tunable = {
  acousticness: [0, 1],
  danceability: [0, 1],
  duration_ms: [0, 900_000],
  energy: [0, 1],
  instrumentalness: [0, 1],
  key: [0, 11],
  liveness: [0, 1],
  loudness: [-60, 0],
  mode: [0, 1],
  speechiness: [0, 1],
  tempo: [0, 300],
  time_signature: [3, 7],
  valence: [0, 1],
} as const;
const everyBound = Object.entries(tunable)
  .map(([name, [min, max]]) => `min_${name}=${min}&max_${name}=${max}&target_${name}=${max}`)
  .join("&");

/** Requests for recommendations in Spotify's format. */
export const spotifyRecommendationRequests: readonly DescribedRequest[] = [
  {
    operationId: "getSpotifyRecommendations",
    status: 200,
    path: `${recommended(keyOf("Seed"))}&limit=3`,
    headers: { prefer: "wait=5" },
    given: async (stage) => {
      await known("Neighbour", measured)(stage);
      await stage.application.get(`/v1/audio-features/${keyOf("Neighbour")}`);
      await known("Seed", measured)(stage);
    },
  },
  {
    operationId: "getSpotifyRecommendations",
    status: 200,
    path: `${recommended(keyOf("Seed"))}&${everyBound}`,
    headers: { prefer: "wait=5" },
    given: known("Seed", measured),
  },
  {
    operationId: "getSpotifyRecommendations",
    status: 304,
    path: recommended(keyOf("Seed")),
    headers: { "if-none-match": "*" },
    given: known("Seed", measured),
  },
  {
    operationId: "getSpotifyRecommendations",
    status: 400,
    path: `${recommended(keyOf("Seed"))}&target_popularity=50`,
  },
  { operationId: "getSpotifyRecommendations", status: 404, path: recommended(unknownKey) },
  {
    operationId: "getSpotifyRecommendations",
    status: 422,
    path: recommended(keyOf("Damaged seed")),
    given: known("Damaged seed", new AudioUndecodableError("no audio in it")),
  },
  {
    operationId: "getSpotifyRecommendations",
    status: 502,
    path: recommended("isrc:GBN9Y1100104"),
    given: unlisted(new ProviderUnavailableError("library")),
  },
  {
    operationId: "getSpotifyRecommendations",
    status: 503,
    path: recommended(keyOf("Held seed")),
    headers: { prefer: "wait=0" },
    given: held("Held seed"),
  },
];

const idsPath = "/api/audio/library/ids";
const csv = { "content-type": "text/csv" };
const oneId = "id,isrc\n0vFOzaXqZHahrZp6enQwQb,GBN9Y1100088\n";

/** Requests that import ids of Spotify. */
export const idImportRequests: readonly DescribedRequest[] = [
  {
    operationId: "importSpotifyIds",
    status: 200,
    path: idsPath,
    headers: csv,
    body: `${oneId}nonsense,\n`,
  },
  {
    operationId: "importSpotifyIds",
    status: 200,
    path: idsPath,
    headers: { "content-type": "application/x-ndjson" },
    body: '{"id":"0vFOzaXqZHahrZp6enQwQb","isrc":"GBN9Y1100088"}',
  },
  { operationId: "importSpotifyIds", status: 400, path: idsPath, headers: csv, body: "title\n" },
  {
    operationId: "importSpotifyIds",
    status: 413,
    path: idsPath,
    headers: csv,
    body: "x".repeat(10_000_001),
  },
  { operationId: "importSpotifyIds", status: 415, path: idsPath, body: oneId },
];
