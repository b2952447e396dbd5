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

const money = trackKeyFrom("Pink Floyd", "Money");
const cymbaline = trackKeyFrom("Pink Floyd", "06 - Cymbaline");
const names = "artist=Pink+Floyd&track=Money";
const unknownKey = "0123456789abcdef";
const wav = "RIFF\0\0\0\0WAVE";
const jsonBody = { "content-type": "application/json" };
const audio = { "content-type": "audio/wav" };

const analysis = "/api/audio/analysis";

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
const form = (): FormData => {
  const fields = new FormData();
  fields.append("artist", "A");
  fields.append("track", "Form");
  fields.append("file", new Blob([wav], { type: "audio/wav" }), "A - Form.wav");
  return fields;
};

/** Search and analysis. */
export const analysisRequests: readonly DescribedRequest[] = [
  {
    asks: "searchTracks",
    status: 200,
    path: "/api/audio/search?track=Money&artist=Pink+Floyd&limit=5",
    headers: { "cache-control": "no-cache" },
  },
  {
    asks: "searchTracks",
    status: 200,
    path: "/api/audio/search?track=Money",
    given: ({ otherProvider }) => otherProvider.replyWith(new ProviderUnavailableError("other")),
  },
  { asks: "searchTracks", status: 400, path: "/api/audio/search?track=" },
  {
    asks: "searchTracks",
    status: 502,
    path: "/api/audio/search?track=Money",
    given: failing(new ProviderUnavailableError("library")),
  },
  {
    asks: "searchTracks",
    status: 503,
    path: "/api/audio/search?track=Money",
    given: failing(new ProviderRateLimitedError("library", 3)),
  },

  {
    asks: "getAnalyses",
    status: 200,
    path: `${analysis}?trackKeys=${money},${unknownKey}&compute=true`,
    headers: { prefer: "wait=1" },
    given: known,
  },
  {
    asks: "getAnalyses",
    status: 200,
    path: `${analysis}?trackKeys=${cymbaline}`,
    given: async (stage) => {
      await stage.application.get("/api/audio/search?track=Cymbaline");
      return held(stage);
    },
  },
  { asks: "getAnalyses", status: 400, path: `${analysis}?trackKeys=none` },

  {
    asks: "analyzeUpload",
    status: 200,
    path: `${analysis}?artist=A&track=File`,
    headers: { ...audio, prefer: "wait=9" },
    body: wav,
  },
  { asks: "analyzeUpload", status: 200, path: analysis, body: form },
  {
    asks: "analyzeUpload",
    status: 200,
    path: `${analysis}?artist=A&track=Ogg`,
    headers: { "content-type": "application/ogg" },
    body: wav,
  },
  {
    asks: "analyzeUpload",
    status: 200,
    path: `${analysis}?artist=A&track=Octets`,
    headers: { "content-type": "application/octet-stream" },
    body: wav,
  },
  {
    asks: "analyzeUpload",
    status: 202,
    path: `${analysis}?artist=A&track=Later`,
    headers: { ...audio, prefer: "respond-async" },
    body: wav,
    given: held,
  },
  { asks: "analyzeUpload", status: 400, path: analysis, headers: audio, body: wav },
  {
    asks: "analyzeUpload",
    status: 413,
    path: `${analysis}?artist=A&track=Large`,
    headers: audio,
    body: "la".repeat(1_000_000),
  },
  {
    asks: "analyzeUpload",
    status: 415,
    path: `${analysis}?artist=A&track=Text`,
    headers: { "content-type": "text/plain" },
    body: "la",
  },
  {
    asks: "analyzeUpload",
    status: 422,
    path: `${analysis}?artist=A&track=Noise`,
    headers: audio,
    body: "la",
  },
  {
    asks: "analyzeUpload",
    status: 504,
    path: `${analysis}?artist=A&track=Slow`,
    headers: audio,
    body: wav,
    given: ({ analyzer }) => analyzer.answerWith(new TimedOutError("analysis", 600)),
  },
  {
    asks: "analyzeUpload",
    status: 503,
    path: `${analysis}?artist=A&track=Crowded`,
    headers: audio,
    body: wav,
    given: ({ analyzer }) => analyzer.answerWith(new AnalyzerBusyError(8)),
  },

  {
    asks: "getAnalysesOfBatch",
    status: 200,
    path: `${analysis}/batch`,
    headers: { ...jsonBody, prefer: "wait=1" },
    body: JSON.stringify({ trackKeys: [money, unknownKey], compute: false }),
    given: known,
  },
  {
    asks: "getAnalysesOfBatch",
    status: 400,
    path: `${analysis}/batch`,
    headers: jsonBody,
    body: "{}",
  },
  {
    asks: "getAnalysesOfBatch",
    status: 413,
    path: `${analysis}/batch`,
    headers: jsonBody,
    body: JSON.stringify({ trackKeys: "x".repeat(70_000) }),
  },
  {
    asks: "getAnalysesOfBatch",
    status: 415,
    path: `${analysis}/batch`,
    headers: { "content-type": "text/plain" },
    body: "la",
  },

  {
    asks: "getAnalysis",
    status: 200,
    path: `${analysis}/${money}?${names}`,
    headers: { prefer: "wait=9" },
  },
  {
    asks: "getAnalysis",
    status: 202,
    path: `${analysis}/${trackKeyFrom("A", "Later still")}?artist=A&track=Later+still`,
    headers: { prefer: "respond-async" },
    given: (stage) => {
      stage.provider.replyWith([candidate("A", "Later still")]);
      return held(stage);
    },
  },
  {
    asks: "getAnalysis",
    status: 304,
    path: `${analysis}/${money}`,
    headers: { "if-none-match": "*" },
    given: known,
  },
  { asks: "getAnalysis", status: 400, path: `${analysis}/nokey` },
  { asks: "getAnalysis", status: 404, path: `${analysis}/${unknownKey}` },
  {
    asks: "getAnalysis",
    status: 422,
    path: unheardPath("Broken"),
    given: unheard("Broken", new AudioUndecodableError("it is cut short")),
  },
  {
    asks: "getAnalysis",
    status: 502,
    path: unheardPath("Away"),
    given: failing(new ProviderUnavailableError("library")),
  },
  {
    asks: "getAnalysis",
    status: 503,
    path: unheardPath("Busy"),
    given: failing(new ProviderRateLimitedError("library", 3)),
  },
  {
    asks: "getAnalysis",
    status: 504,
    path: unheardPath("Slow"),
    given: unheard("Slow", new TimedOutError("analysis", 600)),
  },
];
