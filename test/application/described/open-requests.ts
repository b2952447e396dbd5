import { trackKeyFrom } from "../../../src/domain/track/track-key.js";
import { taggedAiff } from "../../adapters/library/tagged-audio.js";
import { recordingOf } from "../../fakes/measured-audio.js";
import type { DescribedRequest, Stage } from "./described-request.js";

const unknownKey = "0123456789abcdef";

/** A library file with a cover and with names, an id and values in its tags. */
const covered = trackKeyFrom("Overtone", "Covered");
const png = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
  "base64",
);
export const coveredFile = taggedAiff(
  {
    ...{ TPE1: "Overtone", TIT2: "Covered", TALB: "Described", TCON: "Descriptive" },
    ...{ TBPM: "128", TKEY: "8A" },
    UFID: "http://musicbrainz.org\0b1a9c0e9-d987-4042-ae91-78d6a3267d69",
  },
  png,
  // Other audio than that of uploads, with which it would be analysed.
  7,
);

/** The recording of that file, once it is analysed. */
const coveredRecording = recordingOf("covered");
const coveredIsAnalysed = async ({ analyzer, application }: Stage): Promise<void> => {
  analyzer.answerWith({ tempo: 128, recordingId: coveredRecording });
  await application.get(`/api/audio/analysis/${covered}`);
};
const recordings = "/api/audio/recordings";

const session = "/api/session";
const json = { "content-type": "application/json" };
const wish = JSON.stringify({ link: null, scopes: ["write"] });

/** Requests for pictures, health, metrics and the description itself. */
export const openRequests: readonly DescribedRequest[] = [
  {
    operationId: "getRecording",
    status: 200,
    path: `${recordings}/${coveredRecording}`,
    given: coveredIsAnalysed,
  },
  {
    operationId: "getRecording",
    status: 304,
    path: `${recordings}/${coveredRecording}`,
    headers: { "if-none-match": "*" },
  },
  { operationId: "getRecording", status: 400, path: `${recordings}/${unknownKey}` },
  { operationId: "getRecording", status: 404, path: `${recordings}/rec:${unknownKey}` },

  { operationId: "getPlaceholder", status: 200, path: "/artwork/placeholder.svg" },
  {
    operationId: "getPlaceholder",
    status: 304,
    path: "/artwork/placeholder.svg",
    headers: { "if-none-match": "*" },
  },
  {
    operationId: "getArtwork",
    status: 200,
    path: `/artwork/${covered}`,
    headers: { "sec-fetch-site": "cross-site" },
  },
  {
    operationId: "getArtwork",
    status: 304,
    path: `/artwork/${covered}`,
    headers: { "if-none-match": "*" },
  },
  { operationId: "getArtwork", status: 400, path: "/artwork/nokey" },
  { operationId: "getArtwork", status: 404, path: `/artwork/${unknownKey}` },

  { operationId: "lookUpTracks", status: 200, path: `/api/audio/tracks/${covered}` },
  { operationId: "getAnalysis", status: 200, path: `/api/audio/analysis/${covered}` },
  { operationId: "getAnalyses", status: 200, path: `/api/audio/analysis?trackKeys=${covered}` },

  {
    operationId: "getTrackAudio",
    status: 200,
    path: `/api/audio/tracks/${covered}/audio`,
    headers: { range: "bytes=4-7", "if-range": '"another"' },
  },
  {
    operationId: "getTrackAudio",
    status: 206,
    path: `/api/audio/tracks/${covered}/audio`,
    headers: { range: "bytes=4-7" },
  },
  {
    operationId: "getTrackAudio",
    status: 304,
    path: `/api/audio/tracks/${covered}/audio`,
    headers: { "if-none-match": "*" },
  },
  { operationId: "getTrackAudio", status: 400, path: "/api/audio/tracks/nokey/audio" },
  { operationId: "getTrackAudio", status: 404, path: `/api/audio/tracks/${unknownKey}/audio` },
  {
    operationId: "getTrackAudio",
    status: 416,
    path: `/api/audio/tracks/${covered}/audio`,
    headers: { range: "bytes=99999999-" },
  },

  { operationId: "getSession", status: 200, path: session },
  { operationId: "openSession", status: 200, path: session, headers: json, body: wish },
  { operationId: "openSession", status: 400, path: session, headers: json, body: '{"link":1}' },
  {
    operationId: "openSession",
    status: 413,
    path: session,
    headers: json,
    body: `"${"x".repeat(70_000)}"`,
  },
  { operationId: "openSession", status: 415, path: session, body: wish },
  { operationId: "endSession", status: 200, path: session },

  { operationId: "getLiveness", status: 200, path: "/health/live" },
  { operationId: "getReadiness", status: 200, path: "/health/ready" },
  { operationId: "getMetrics", status: 200, path: "/metrics" },

  { operationId: "getDescription", status: 200, path: "/openapi.json" },
  {
    operationId: "getDescription",
    status: 304,
    path: "/openapi.json",
    headers: { "if-none-match": "*" },
  },
  { operationId: "getDescriptionAsYaml", status: 200, path: "/openapi.yaml" },
  {
    operationId: "getDescriptionAsYaml",
    status: 304,
    path: "/openapi.yaml",
    headers: { "if-none-match": "*" },
  },
];
