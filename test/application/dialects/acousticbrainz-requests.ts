import { AudioUndecodableError } from "../../../src/domain/errors/analysis-errors.js";
import {
  ProviderRateLimitedError,
  ProviderUnavailableError,
} from "../../../src/domain/errors/provider-errors.js";
import { candidate } from "../../fakes/fake-provider.js";
import type { Measurements } from "../../fakes/measured-audio.js";
import type { DescribedRequest, Stage } from "../described/described-request.js";
import { unlisted } from "../described/spotify-requests.js";

/** Ids of recordings, all different, because what directories answer is kept. */
const mbidOf = (operation: number, number: number): string =>
  `0d52e35a-5b1c-4c3a-9f6e-3c9f1b8e${operation}${String(number).padStart(3, "0")}`;

/** What is measured, so that every described field has a value. */
const measured: Measurements = {
  ...{ tempo: 120, beats: [0.5, 1], key: 9, mode: 0, tuning: 4, loudness: -9, loudnessRange: 6 },
  ...{ danceability: 0.7, acousticness: 0.3, aggressive: 0.2, happy: 0.6, relaxed: 0.4, sad: 0.1 },
  instrumentalness: 0.3,
};

/** Lets a directory know a recording, whose analysis has this result or failure, or is held. */
const known =
  (mbid: string, answer: Measurements | Error = measured, isHeld = false) =>
  ({ directory, analyzer }: Stage): (() => void) | undefined => {
    directory.learn(mbid, [candidate("Brainz", mbid)]);
    analyzer.answerWith(answer);
    return isHeld ? analyzer.hold() : undefined;
  };

/** A request while all directories fail, and one, of another recording, while they ask for a pause. */
const refusals = (operationId: string, path: string): readonly DescribedRequest[] => [
  { operationId, status: 502, path, given: unlistedFor(new ProviderUnavailableError("library")) },
  {
    operationId,
    status: 503,
    path: path.replace("1b8e", "1b8f"),
    given: unlistedFor(new ProviderRateLimitedError("library", 3)),
  },
];

/** Lets all directories fail, and know nothing after the request. */
const unlistedFor =
  (error: Error) =>
  (stage: Stage): (() => void) => {
    unlisted(error)(stage);
    return () => {
      stage.directory.answerWith([]);
      stage.otherDirectory.answerWith([]);
    };
  };

const requestsForOne = (
  operationId: string,
  document: string,
  digit: number,
): readonly DescribedRequest[] => {
  const path = (number: number): string => `/api/v1/${mbidOf(digit, number)}/${document}`;
  const headers = { prefer: "wait=5" };
  return [
    { operationId, status: 200, path: path(1), headers, given: known(mbidOf(digit, 1)) },
    {
      ...{ operationId, status: 304, path: `${path(1)}?n=0` },
      ...{ headers: { "if-none-match": "*" }, given: known(mbidOf(digit, 1)) },
    },
    { operationId, status: 400, path: `/api/v1/nonsense/${document}` },
    { operationId, status: 404, path: path(2) },
    {
      ...{ operationId, status: 503, path: path(3), headers: { prefer: "wait=0" } },
      given: known(mbidOf(digit, 3), measured, true),
    },
    {
      ...{ operationId, status: 422, path: path(4), headers },
      given: known(mbidOf(digit, 4), new AudioUndecodableError("no audio in it")),
    },
    ...refusals(operationId, path(5)),
  ];
};

const requestsForMany = (
  operationId: string,
  document: string,
  digit: number,
): readonly DescribedRequest[] => {
  const path = (number: number): string =>
    `/api/v1/${document}?recording_ids=${mbidOf(digit, number)}`;
  return [
    {
      ...{ operationId, status: 200, path: `${path(1)};${mbidOf(digit, 1)}:1` },
      ...{ headers: { prefer: "wait=5" }, given: known(mbidOf(digit, 1)) },
    },
    {
      ...{ operationId, status: 200, path: path(2), headers: { prefer: "wait=0" } },
      given: known(mbidOf(digit, 2), measured, true),
    },
    {
      ...{ operationId, status: 304, path: path(1), headers: { "if-none-match": "*" } },
      given: known(mbidOf(digit, 1)),
    },
    { operationId, status: 400, path: `/api/v1/${document}?recording_ids=` },
  ];
};

/** Requests in AcousticBrainz's format. */
export const acousticbrainzRequests: readonly DescribedRequest[] = [
  ...requestsForOne("getAcousticBrainzLowLevel", "low-level", 1),
  ...requestsForOne("getAcousticBrainzHighLevel", "high-level", 2),
  ...requestsForMany("getAcousticBrainzLowLevelOfMany", "low-level", 3),
  ...requestsForMany("getAcousticBrainzHighLevelOfMany", "high-level", 4),
  {
    ...{ operationId: "getAcousticBrainzCount", status: 200 },
    path: `/api/v1/${mbidOf(1, 1)}/count`,
  },
  {
    ...{ operationId: "getAcousticBrainzCount", status: 304, headers: { "if-none-match": "*" } },
    path: `/api/v1/${mbidOf(1, 1)}/count`,
  },
  { operationId: "getAcousticBrainzCount", status: 400, path: "/api/v1/nonsense/count" },
  ...refusals("getAcousticBrainzCount", `/api/v1/${mbidOf(5, 5)}/count`),
  {
    ...{ operationId: "getAcousticBrainzCountOfMany", status: 200 },
    path: `/api/v1/count?recording_ids=${mbidOf(1, 1)}`,
  },
  {
    ...{ operationId: "getAcousticBrainzCountOfMany", status: 304 },
    path: `/api/v1/count?recording_ids=${mbidOf(1, 1)}`,
    headers: { "if-none-match": "*" },
  },
  { operationId: "getAcousticBrainzCountOfMany", status: 400, path: "/api/v1/count" },
  ...refusals("getAcousticBrainzCountOfMany", `/api/v1/count?recording_ids=${mbidOf(6, 5)}`),
];
