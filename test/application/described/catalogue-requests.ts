import { estimateFields } from "../../../src/domain/analysis/descriptors.js";
import { weightNames } from "../../../src/domain/catalogue/similarity.js";
import {
  ProviderRateLimitedError,
  ProviderUnavailableError,
} from "../../../src/domain/errors/provider-errors.js";
import { trackKeyFrom } from "../../../src/domain/track/track-key.js";
import { candidate } from "../../fakes/fake-provider.js";
import { recordingOf } from "../../fakes/measured-audio.js";
import type { DescribedRequest, Stage } from "./described-request.js";
import { everyCondition } from "./browsing-requests.js";

const money = trackKeyFrom("Pink Floyd", "Money");
const slow = trackKeyFrom("Ann", "Slow");
const fast = trackKeyFrom("Ann", "Fast");
const unknownKey = "0123456789abcdef";

const known = async ({ application }: Stage): Promise<void> => {
  await application.get(`/api/audio/analysis/${money}?artist=Pink+Floyd&track=Money`);
};
/** Analyses a track of Ann's with this value, in [0, 1], in every field. */
const analysed = async (stage: Stage, track: string, intensity: number): Promise<void> => {
  const { application, provider, analyzer } = stage;
  const descriptors = Object.fromEntries(estimateFields.map((field) => [field, intensity]));
  provider.replyWith([candidate("Ann", track)]);
  const rhythm = { tempo: 60 + 100 * intensity, timeSignature: 4 };
  const recordingId = recordingOf(track);
  analyzer.answerWith({ recordingId, ...descriptors, ...rhythm, key: 9, mode: 0 });
  const trackKey = trackKeyFrom("Ann", track);
  await application.get(`/api/audio/analysis/${trackKey}?artist=Ann&track=${track}`);
};
const several = async (stage: Stage): Promise<void> => {
  await analysed(stage, "Slow", 0.1);
  await analysed(stage, "Slower", 0.05);
  await analysed(stage, "Fast", 0.9);
};
const unlisted =
  (error: Error) =>
  ({ directory, otherDirectory }: Stage): void => {
    directory.answerWith(error);
    otherDirectory.answerWith(error);
  };

const similar = (trackKey: string, query: string): string =>
  `/api/audio/tracks/${trackKey}/similar?${query}`;
const rules = `collapse=none&bom=false&comment=%7Bkey%7D&exclude=${unknownKey}&maxTempoChangePercent=1&artistSpacing=1&compatibleKeysOnly=true`;
const mix = (query: string): string => `/api/audio/mix-path?${query}`;

const next = (query: string): string => `/api/audio/continuation?${query}`;

/** Requests for tracks that are known. */
export const catalogueRequests: readonly DescribedRequest[] = [
  { operationId: "lookUpTracks", status: 200, path: `/api/audio/tracks/${money}`, given: known },
  {
    operationId: "lookUpTracks",
    status: 200,
    path: "/api/audio/tracks/isrc:GBN9Y1100088",
    headers: { "cache-control": "no-cache" },
    given: ({ directory, otherDirectory }) => {
      directory.answerWith([candidate("Pink Floyd", "Money")]);
      otherDirectory.answerWith(new ProviderUnavailableError("other"));
    },
  },
  { operationId: "lookUpTracks", status: 400, path: "/api/audio/tracks/isrc:1" },
  { operationId: "lookUpTracks", status: 404, path: `/api/audio/tracks/${unknownKey}` },

  {
    operationId: "lookUpTracks",
    status: 502,
    path: "/api/audio/tracks/deezer:8",
    given: unlisted(new ProviderUnavailableError("library")),
  },
  {
    operationId: "lookUpTracks",
    status: 503,
    path: "/api/audio/tracks/deezer:9",
    given: unlisted(new ProviderRateLimitedError("library", 3)),
  },

  {
    operationId: "findTracks",
    status: 200,
    path: "/api/audio/find?limit=5&text=very+calm+with+rain,+slower+than+Fast,+4/4,+not+house",
    given: several,
  },
  {
    operationId: "findTracks",
    status: 200,
    path: "/api/audio/find?text=wie+Slow,+aber+schneller",
    given: several,
  },
  {
    operationId: "findTracks",
    status: 304,
    path: "/api/audio/find?text=calm",
    headers: { "if-none-match": "*" },
    given: several,
  },
  { operationId: "findTracks", status: 400, path: "/api/audio/find" },

  {
    operationId: "getSimilarTracks",
    status: 200,
    path: similar(slow, ["limit=5", ...weightNames.map((name) => `weights.${name}=1`)].join("&")),
    given: several,
  },
  {
    operationId: "getSimilarTracks",
    status: 200,
    path: similar(
      slow,
      `collapse=none&bom=false&comment=%7Bkey%7D&analysed=true&${everyCondition}`,
    ),
    given: several,
  },
  {
    operationId: "getSimilarTracks",
    status: 304,
    path: similar(slow, "limit=5"),
    headers: { "if-none-match": "*" },
    given: several,
  },
  { operationId: "getSimilarTracks", status: 400, path: similar(slow, "limit=0") },
  { operationId: "getSimilarTracks", status: 404, path: similar(unknownKey, "") },

  {
    operationId: "getMixPath",
    status: 200,
    path: mix(`from=${slow}&to=${fast}&length=2`),
    given: several,
  },
  {
    operationId: "getMixPath",
    status: 200,
    path: mix(`from=${slow}&to=${fast}&${rules}&analysed=true&${everyCondition}`),
    given: several,
  },
  {
    operationId: "getMixPath",
    status: 304,
    path: mix(`from=${slow}&to=${fast}&length=2`),
    headers: { "if-none-match": "*" },
    given: several,
  },
  {
    operationId: "continueFrom",
    status: 200,
    path: next(
      `seeds=${slow}&from=favourites,plays&unlike=${fast}&heard=${slow}&limit=5&exploration=0.5&chance=1&artistSpacing=0&albumSpacing=0`,
    ),
    given: several,
  },
  {
    operationId: "continueFrom",
    status: 200,
    path: next(
      `seeds=${slow}&maxTempoChangePercent=1&compatibleKeysOnly=true&collapse=none&analysed=true&${everyCondition}&${weightNames.map((name) => `weights.${name}=1`).join("&")}`,
    ),
    given: several,
  },
  {
    operationId: "continueFrom",
    status: 304,
    path: next(`seeds=${slow}`),
    headers: { "if-none-match": "*" },
    given: several,
  },
  { operationId: "continueFrom", status: 400, path: next("from=likes") },
  { operationId: "continueFrom", status: 404, path: next("from=favourites,plays") },
  { operationId: "getMixPath", status: 400, path: mix(`from=${slow}`) },
  { operationId: "getMixPath", status: 404, path: mix(`from=${slow}&to=${unknownKey}`) },
];
