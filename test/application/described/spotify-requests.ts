import { AudioUndecodableError } from "../../../src/domain/errors/analysis-errors.js";
import {
  ProviderRateLimitedError,
  ProviderUnavailableError,
} from "../../../src/domain/errors/provider-errors.js";
import { trackKeyFrom } from "../../../src/domain/track/track-key.js";
import { candidate } from "../../fakes/fake-provider.js";
import type { Measurements } from "../../fakes/measured-audio.js";
import type { DescribedRequest, Stage } from "./described-request.js";

const unknownKey = "0123456789abcdef";

/** Returns the key of a track that `known` adds. */
export const keyOf = (name: string): string => trackKeyFrom("Spot", name);
/** Adds a track whose analysis has this result or failure. */
export const known =
  (name: string, answer: Measurements | Error) =>
  async ({ application, provider, analyzer }: Stage): Promise<void> => {
    provider.replyWith([candidate("Spot", name)]);
    await application.get(`/api/audio/search?track=${encodeURIComponent(name)}`);
    analyzer.answerWith(answer);
  };
/** What is measured on it. */
export const measured = { tempo: 120, beats: [0.5, 1, 1.5] };
/** Adds a track whose analysis ends only after the request. */
export const held =
  (name: string) =>
  async (stage: Stage): Promise<() => void> => {
    await known(name, measured)(stage);
    return stage.analyzer.hold();
  };
/** Lets all directories fail. */
export const unlisted =
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
];
