import { AudioUndecodableError } from "../../../src/domain/errors/analysis-errors.js";
import {
  ProviderRateLimitedError,
  ProviderUnavailableError,
} from "../../../src/domain/errors/provider-errors.js";
import { findIsrc } from "../../../src/domain/track/track.js";
import { trackKeyFrom } from "../../../src/domain/track/track-key.js";
import { candidate } from "../../fakes/fake-provider.js";
import type { Measurements } from "../../fakes/measured-audio.js";
import type { DescribedRequest, Stage } from "./described-request.js";

const unknownKey = "0123456789abcdef";

const keyOf = (name: string): string => trackKeyFrom("Spot", name);
/** Adds a track whose analysis has this result or failure. */
const known =
  (name: string, answer: Measurements | Error) =>
  async ({ application, provider, analyzer }: Stage): Promise<void> => {
    provider.replyWith([candidate("Spot", name)]);
    await application.get(`/api/audio/search?track=${encodeURIComponent(name)}`);
    analyzer.answerWith(answer);
  };
const measured = { tempo: 120, beats: [0.5, 1, 1.5] };
/** Adds a track whose analysis ends only after the request. */
const held =
  (name: string) =>
  async (stage: Stage): Promise<() => void> => {
    await known(name, measured)(stage);
    return stage.analyzer.hold();
  };
const unlisted =
  (error: Error) =>
  ({ directory, otherDirectory }: Stage): void => {
    directory.answerWith(error);
    otherDirectory.answerWith(error);
  };

const requestsForOne = (
  operationId: string,
  path: string,
  digit: number,
): readonly DescribedRequest[] => [
  {
    operationId,
    status: 200,
    path: `${path}/${keyOf(operationId)}`,
    headers: { prefer: "wait=5" },
    given: known(operationId, measured),
  },
  {
    operationId,
    status: 304,
    path: `${path}/${keyOf(operationId)}`,
    headers: { "if-none-match": "*" },
    given: known(operationId, measured),
  },
  { operationId, status: 400, path: `${path}/nonsense` },
  { operationId, status: 404, path: `${path}/${unknownKey}` },
  {
    operationId,
    status: 503,
    path: `${path}/${keyOf(`${operationId} held`)}`,
    headers: { prefer: "wait=0" },
    given: held(`${operationId} held`),
  },
  {
    operationId,
    status: 422,
    path: `${path}/${keyOf(`${operationId} damaged`)}`,
    given: known(`${operationId} damaged`, new AudioUndecodableError("no audio in it")),
  },
  {
    operationId,
    status: 502,
    path: `${path}/isrc:GBN9Y110001${digit}`,
    given: unlisted(new ProviderUnavailableError("library")),
  },
  {
    operationId,
    status: 503,
    path: `${path}/isrc:GBN9Y110002${digit}`,
    given: unlisted(new ProviderRateLimitedError("library", 3)),
  },
];

const found = trackKeyFrom("Pink Floyd", "Money");
/** Searches, so that the track of that key is known. */
const searched = async ({ application }: Stage): Promise<void> => {
  await application.get("/api/audio/search?track=Money");
};
const searchPath = "/v1/search?q=Money&type=track,artist";

const requestsForTracks: readonly DescribedRequest[] = [
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

/** Requests in Spotify's format. */
export const spotifyRequests: readonly DescribedRequest[] = [
  {
    operationId: "getSpotifyAudioFeaturesOfMany",
    status: 200,
    path: `/v1/audio-features?ids=${keyOf("Many")},${unknownKey}`,
    headers: { prefer: "wait=5" },
    given: known("Many", measured),
  },
  {
    operationId: "getSpotifyAudioFeaturesOfMany",
    status: 200,
    path: `/v1/audio-features?ids=${keyOf("Many held")}`,
    headers: { prefer: "wait=0" },
    given: held("Many held"),
  },
  {
    operationId: "getSpotifyAudioFeaturesOfMany",
    status: 304,
    path: `/v1/audio-features?ids=${keyOf("Many")}`,
    headers: { "if-none-match": "*" },
    given: known("Many", measured),
  },
  { operationId: "getSpotifyAudioFeaturesOfMany", status: 400, path: "/v1/audio-features?ids=" },
  ...requestsForOne("getSpotifyAudioFeatures", "/v1/audio-features", 1),
  ...requestsForOne("getSpotifyAudioAnalysis", "/v1/audio-analysis", 2),
  ...requestsForTracks,
];
