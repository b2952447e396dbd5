import { join } from "node:path";
import { AudioUndecodableError } from "../../../src/domain/errors/analysis-errors.js";
import { ProviderUnavailableError } from "../../../src/domain/errors/provider-errors.js";
import { EMPTY_FINGERPRINT } from "../../../src/domain/fingerprint/fingerprint-text.js";
import { trackKeyFrom } from "../../../src/domain/track/track-key.js";
import type { AudioSource } from "../../../src/ports/analysis/audio-source.js";
import { candidate } from "../../fakes/fake-provider.js";
import { measuredAudio } from "../../fakes/measured-audio.js";
import { sixSeconds } from "../../fakes/timelines.js";
import type { DescribedRequest, Stage } from "./described-request.js";

/** A source that has a file of a folder for every track, and one of excerpts. */
export const sourcesIn = (folder: string, excerpts: Stage["excerpts"]): readonly AudioSource[] => [
  {
    name: "library",
    find: () => Promise.resolve({ kind: "file", path: join(folder, "of-a-source.aiff") }),
  },
  {
    name: "deezer",
    coverage: "excerpt",
    find: () => (excerpts.error ? Promise.reject(excerpts.error) : Promise.resolve(undefined)),
  },
];

const jsonBody = { "content-type": "application/json" };
const claims = "/api/worker/claims";
const claim = { name: "desktop", version: "0.1.0", analysisVersion: 1, waitSeconds: 0 };
const result = JSON.stringify({
  source: "library",
  analysis: {
    ...measuredAudio({ tempo: 120, beats: [0.5, 1] }),
    timeline: sixSeconds,
    fingerprint: EMPTY_FINGERPRINT,
  },
});
const failure = { code: "INTERNAL", message: "An internal error occurred.", facts: { at: "a" } };
const lost = { "overtone-claim": "lost" };

const job =
  (what: string) =>
  ({ work }: Stage): string =>
    `/api/worker/jobs/${work.id}/${what}`;
const claimed =
  (others: Readonly<Record<string, string>> = {}) =>
  ({ work }: Stage) => ({ "overtone-claim": work.token, ...others });

/** Requests one analysis more than the server runs at once; returns the function that ends them. */
async function crowded(stage: Stage): Promise<() => void> {
  const { application, provider, analyzer, work } = stage;
  const release = analyzer.hold();
  for (let count = 0; count < 3; count++) {
    const title = `Remote ${++work.sequence}`;
    provider.replyWith([candidate("Ann", title)]);
    const query = `artist=Ann&track=${encodeURIComponent(title)}`;
    await application.get(`/api/audio/analysis/${trackKeyFrom("Ann", title)}?${query}`, {
      prefer: "respond-async",
    });
  }
  return release;
}

/** Claims a job for a worker. */
async function working(stage: Stage): Promise<() => void> {
  const release = await crowded(stage);
  const { workers } = stage.application.services;
  const { signal } = new AbortController();
  const asked = { ...claim, waitSeconds: 5, keyLookup: stage.owner };
  const offer = await workers.claim(asked, signal);
  Object.assign(stage.work, { id: offer?.id, token: offer?.token });
  return release;
}

const failing =
  (error: Error) =>
  async (stage: Stage): Promise<() => void> => {
    const release = await working(stage);
    stage.excerpts.error = error;
    return () => {
      delete stage.excerpts.error;
      release();
    };
  };

/** What every request with a body is refused for, where `sent` has what comes before that. */
const refusals = (
  sent: Pick<DescribedRequest, "operationId" | "path" | "given">,
  tooLarge: string,
  headersOf: typeof claimed = (others) => () => ({ ...lost, ...others }),
): readonly DescribedRequest[] => [
  { ...sent, status: 400, headers: headersOf(jsonBody), body: "{}" },
  { ...sent, status: 413, headers: headersOf(jsonBody), body: tooLarge },
  { ...sent, status: 415, headers: headersOf({ "content-type": "text/plain" }), body: "la" },
];

/** A change of a claim that has no body: of a valid claim, without a claim, and of a lost one. */
const claimChanges = (operationId: string, action: string): readonly DescribedRequest[] => {
  const path = `/api/worker/jobs/0/${action}`;
  return [
    { operationId, status: 200, path: job(action), headers: claimed(), given: working },
    { operationId, status: 400, path },
    { operationId, status: 409, path, headers: lost },
  ];
};

const large = (bytes: number): string => JSON.stringify({ name: "x".repeat(bytes) });

/** Requests of workers on other machines. The last one leaves a valid claim. */
export const workerExchanges: readonly DescribedRequest[] = [
  {
    operationId: "claimJob",
    status: 200,
    path: claims,
    headers: jsonBody,
    body: JSON.stringify(claim),
    given: crowded,
  },
  {
    operationId: "claimJob",
    status: 204,
    path: claims,
    headers: jsonBody,
    body: JSON.stringify(claim),
  },
  {
    operationId: "claimJob",
    status: 409,
    path: claims,
    headers: jsonBody,
    body: JSON.stringify({ ...claim, analysisVersion: 2 }),
  },
  ...refusals({ operationId: "claimJob", path: claims }, large(70_000)),

  {
    operationId: "putJobResult",
    status: 200,
    path: job("result"),
    headers: claimed(jsonBody),
    body: result,
    given: working,
  },
  {
    operationId: "putJobResult",
    status: 409,
    path: "/api/worker/jobs/0/result",
    headers: { ...jsonBody, ...lost },
    body: result,
  },
  // Nothing of a result is read before its claim is known.
  ...refusals(
    { operationId: "putJobResult", path: job("result"), given: working },
    large(8_400_000),
    claimed,
  ),

  {
    operationId: "reportJobFailure",
    status: 200,
    path: job("failure"),
    headers: claimed(jsonBody),
    body: JSON.stringify(failure),
    given: working,
  },
  {
    operationId: "reportJobFailure",
    status: 409,
    path: "/api/worker/jobs/0/failure",
    headers: { ...jsonBody, ...lost },
    body: JSON.stringify(failure),
  },
  ...refusals(
    { operationId: "reportJobFailure", path: "/api/worker/jobs/0/failure" },
    large(70_000),
  ),

  ...claimChanges("releaseJob", "release"),
  ...claimChanges("extendJobLease", "lease"),

  {
    operationId: "getJobAudio",
    status: 200,
    path: job("audio/library"),
    headers: claimed({ range: "bytes=5-", "if-range": '"another"' }),
    given: working,
  },
  {
    operationId: "getJobAudio",
    status: 206,
    path: job("audio/library"),
    headers: claimed({ range: "bytes=5-" }),
    given: working,
  },
  {
    operationId: "getJobAudio",
    status: 416,
    path: job("audio/library"),
    headers: claimed({ range: "bytes=99999999-" }),
    given: working,
  },
  { operationId: "getJobAudio", status: 400, path: "/api/worker/jobs/0/audio/library" },
  {
    operationId: "getJobAudio",
    status: 409,
    path: "/api/worker/jobs/0/audio/library",
    headers: lost,
  },
  {
    operationId: "getJobAudio",
    status: 422,
    path: job("audio/deezer"),
    headers: claimed(),
    given: failing(new AudioUndecodableError("there is no such file")),
  },
  {
    operationId: "getJobAudio",
    status: 502,
    path: job("audio/deezer"),
    headers: claimed(),
    given: failing(new ProviderUnavailableError("deezer")),
  },
  {
    operationId: "getJobAudio",
    status: 404,
    path: job("audio/deezer"),
    headers: claimed(),
    given: working,
  },
];
