import {
  AnalyzerBusyError,
  AudioUndecodableError,
} from "../../../src/domain/errors/analysis-errors.js";
import { TimedOutError } from "../../../src/domain/errors/availability-errors.js";
import {
  ProviderRateLimitedError,
  ProviderUnavailableError,
} from "../../../src/domain/errors/provider-errors.js";
import { trackKeyFrom } from "../../../src/domain/track/track-key.js";
import { candidate } from "../../fakes/fake-provider.js";
import type { DescribedRequest, Stage } from "./described-request.js";

export const money = trackKeyFrom("Pink Floyd", "Money");
const cymbaline = trackKeyFrom("Pink Floyd", "06 - Cymbaline");
const names = "artist=Pink+Floyd&track=Money";
const literalNames = "name.artist=Pink%20Floyd&name.track=Money";
export const unknownKey = "0123456789abcdef";
export const wav = "RIFF\0\0\0\0WAVE";
export const jsonBody = { "content-type": "application/json" };
export const audio = { "content-type": "audio/wav" };

export const analysis = "/api/audio/analysis";

export const known = async ({ application }: Stage): Promise<void> => {
  await application.get(`${analysis}/${money}?${names}`);
};
export const held = ({ analyzer }: Stage): (() => void) => analyzer.hold();
export const failing =
  (error: Error) =>
  ({ provider, otherProvider }: Stage): void => {
    provider.replyWith(error);
    otherProvider.replyWith(error);
  };
export const unheard =
  (name: string, error: Error) =>
  ({ provider, analyzer }: Stage): void => {
    provider.replyWith([candidate("A", name)]);
    analyzer.answerWith(error);
  };
const unheardPath = (name: string): string =>
  `${analysis}/${trackKeyFrom("A", name)}?artist=A&track=${name}`;
export const form = (): FormData => {
  const fields = new FormData();
  fields.append("artist", "A");
  fields.append("track", "Form");
  fields.append("file", new Blob([wav], { type: "audio/wav" }), "A - Form.wav");
  return fields;
};

/** Search and analysis. */
export const analysisRequests: readonly DescribedRequest[] = [
  {
    operationId: "searchTracks",
    status: 200,
    path: "/api/audio/search?track=Money&artist=Pink+Floyd&limit=5",
    headers: { "cache-control": "no-cache" },
  },
  {
    operationId: "searchTracks",
    status: 200,
    path: `/api/audio/search?${literalNames}`,
    given: ({ otherProvider }) => otherProvider.replyWith(new ProviderUnavailableError("other")),
  },
  { operationId: "searchTracks", status: 400, path: "/api/audio/search?track=" },
  {
    operationId: "searchTracks",
    status: 502,
    path: "/api/audio/search?track=Money",
    given: failing(new ProviderUnavailableError("library")),
  },
  {
    operationId: "searchTracks",
    status: 503,
    path: "/api/audio/search?track=Money",
    given: failing(new ProviderRateLimitedError("library", 3)),
  },

  {
    operationId: "getAnalyses",
    status: 200,
    path: `${analysis}?trackKeys=${money},${unknownKey}&compute=true&bom=true&comment=%7Bkey%7D&include=confidence`,
    headers: { prefer: "wait=1" },
    given: known,
  },
  {
    operationId: "getAnalyses",
    status: 200,
    path: `${analysis}?trackKeys=${cymbaline}`,
    given: async (stage) => {
      await stage.application.get("/api/audio/search?track=Cymbaline");
      return held(stage);
    },
  },
  { operationId: "getAnalyses", status: 400, path: `${analysis}?trackKeys=none` },

  {
    operationId: "analyzeUpload",
    status: 200,
    path: `${analysis}?artist=A&track=File&include=confidence`,
    headers: { ...audio, prefer: "wait=9" },
    body: wav,
  },
  { operationId: "analyzeUpload", status: 200, path: analysis, body: form },
  {
    operationId: "analyzeUpload",
    status: 200,
    path: `${analysis}?name.artist=A&name.track=Ogg`,
    headers: { "content-type": "application/ogg" },
    body: wav,
  },
  {
    operationId: "analyzeUpload",
    status: 200,
    path: `${analysis}?artist=A&track=Octets`,
    headers: { "content-type": "application/octet-stream" },
    body: wav,
  },
  {
    operationId: "analyzeUpload",
    status: 202,
    path: `${analysis}?artist=A&track=Later`,
    headers: { ...audio, prefer: "respond-async" },
    body: wav,
    given: held,
  },
  { operationId: "analyzeUpload", status: 400, path: analysis, headers: audio, body: wav },
  {
    operationId: "analyzeUpload",
    status: 413,
    path: `${analysis}?artist=A&track=Large`,
    headers: audio,
    body: "la".repeat(1_000_000),
  },
  {
    operationId: "analyzeUpload",
    status: 415,
    path: `${analysis}?artist=A&track=Text`,
    headers: { "content-type": "text/plain" },
    body: "la",
  },
  {
    operationId: "analyzeUpload",
    status: 422,
    path: `${analysis}?artist=A&track=Noise`,
    headers: audio,
    body: "la",
  },
  {
    operationId: "analyzeUpload",
    status: 504,
    path: `${analysis}?artist=A&track=Slow`,
    headers: audio,
    body: wav,
    given: ({ analyzer }) => analyzer.answerWith(new TimedOutError("analysis", 600)),
  },
  {
    operationId: "analyzeUpload",
    status: 503,
    path: `${analysis}?artist=A&track=Crowded`,
    headers: audio,
    body: wav,
    given: ({ analyzer }) => analyzer.answerWith(new AnalyzerBusyError(8)),
  },

  {
    operationId: "getAnalysesOfBatch",
    status: 200,
    path: `${analysis}/batch`,
    headers: { ...jsonBody, prefer: "wait=1" },
    body: JSON.stringify({ trackKeys: [money, unknownKey], compute: false }),
    given: known,
  },
  {
    operationId: "getAnalysesOfBatch",
    status: 200,
    path: `${analysis}/batch`,
    headers: { ...jsonBody, prefer: "wait=1" },
    body: JSON.stringify({ trackKeys: [money] }),
    given: known,
  },
  {
    operationId: "getAnalysesOfBatch",
    status: 400,
    path: `${analysis}/batch`,
    headers: jsonBody,
    body: "{}",
  },
  {
    operationId: "getAnalysesOfBatch",
    status: 413,
    path: `${analysis}/batch`,
    headers: jsonBody,
    body: JSON.stringify({ trackKeys: "x".repeat(70_000) }),
  },
  {
    operationId: "getAnalysesOfBatch",
    status: 415,
    path: `${analysis}/batch`,
    headers: { "content-type": "text/plain" },
    body: "la",
  },

  {
    operationId: "getAnalysis",
    status: 200,
    path: `${analysis}/${money}?${names}&include=confidence`,
    headers: { prefer: "wait=9" },
  },
  {
    operationId: "getAnalysis",
    status: 202,
    path: `${analysis}/${trackKeyFrom("A", "Later still")}?artist=A&track=Later+still`,
    headers: { prefer: "respond-async" },
    given: (stage) => {
      stage.provider.replyWith([candidate("A", "Later still")]);
      return held(stage);
    },
  },
  {
    operationId: "getAnalysis",
    status: 304,
    path: `${analysis}/${money}?${literalNames}`,
    headers: { "if-none-match": "*" },
    given: known,
  },
  { operationId: "getAnalysis", status: 400, path: `${analysis}/nokey` },
  { operationId: "getAnalysis", status: 404, path: `${analysis}/${unknownKey}` },
  {
    operationId: "getAnalysis",
    status: 422,
    path: unheardPath("Broken"),
    given: unheard("Broken", new AudioUndecodableError("it is cut short")),
  },
  {
    operationId: "getAnalysis",
    status: 502,
    path: unheardPath("Away"),
    given: failing(new ProviderUnavailableError("library")),
  },
  {
    operationId: "getAnalysis",
    status: 503,
    path: unheardPath("Busy"),
    given: failing(new ProviderRateLimitedError("library", 3)),
  },
  {
    operationId: "getAnalysis",
    status: 504,
    path: unheardPath("Slow"),
    given: unheard("Slow", new TimedOutError("analysis", 600)),
  },
];
