import {
  AudioUndecodableError,
  ProviderRateLimitedError,
  ProviderUnavailableError,
} from "../../../src/domain/errors.js";
import { trackKeyFrom } from "../../../src/domain/track-key.js";
import type { DescribedRequest, Stage } from "./described-request.js";

const money = trackKeyFrom("Pink Floyd", "Money");
const cymbaline = trackKeyFrom("Pink Floyd", "06 - Cymbaline");
const stranger = "0123456789abcdef";

const analysed = async ({ application }: Stage): Promise<void> => {
  await application.get(`/api/audio/analysis/${money}?artist=Pink+Floyd&track=Money`);
};
/** Holds the analysis of a track that is known, and lets it end afterwards. */
const held = async ({ application, analyzer }: Stage): Promise<() => void> => {
  await application.get("/api/audio/search?track=Cymbaline");
  return analyzer.hold();
};
const damaged = async ({ application, analyzer }: Stage): Promise<void> => {
  await application.get("/api/audio/search?track=Cymbaline");
  analyzer.answerWith(new AudioUndecodableError("no audio in it"));
};
const unlisted =
  (error: Error) =>
  ({ directory, otherDirectory }: Stage): void => {
    directory.answerWith(error);
    otherDirectory.answerWith(error);
  };

const asksForOne = (asks: string, path: string, isbn: number): readonly DescribedRequest[] => [
  { asks, status: 200, path: `${path}/${money}`, headers: { prefer: "wait=5" }, given: analysed },
  { asks, status: 400, path: `${path}/nonsense` },
  { asks, status: 404, path: `${path}/${stranger}` },
  {
    asks,
    status: 503,
    path: `${path}/${cymbaline}`,
    headers: { prefer: "wait=0" },
    given: held,
  },
  { asks, status: 422, path: `${path}/${cymbaline}`, given: damaged },
  {
    asks,
    status: 502,
    path: `${path}/isrc:GBN9Y110001${isbn}`,
    given: unlisted(new ProviderUnavailableError("library")),
  },
  {
    asks,
    status: 503,
    path: `${path}/isrc:GBN9Y110002${isbn}`,
    given: unlisted(new ProviderRateLimitedError("library", 3)),
  },
];

/** Spotify's shapes. */
export const spotifyRequests: readonly DescribedRequest[] = [
  {
    asks: "getSpotifyAudioFeaturesOfMany",
    status: 200,
    path: `/v1/audio-features?ids=${money},${stranger}`,
    headers: { prefer: "wait=5" },
    given: analysed,
  },
  {
    asks: "getSpotifyAudioFeaturesOfMany",
    status: 200,
    path: `/v1/audio-features?ids=${cymbaline}`,
    headers: { prefer: "wait=0" },
    given: held,
  },
  { asks: "getSpotifyAudioFeaturesOfMany", status: 400, path: "/v1/audio-features?ids=" },
  ...asksForOne("getSpotifyAudioFeatures", "/v1/audio-features", 1),
  ...asksForOne("getSpotifyAudioAnalysis", "/v1/audio-analysis", 2),
];
