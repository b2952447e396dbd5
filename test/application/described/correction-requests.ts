import { trackKeyFrom } from "../../../src/domain/track/track-key.js";
import { candidate } from "../../fakes/fake-provider.js";
import { recordingOf } from "../../fakes/measured-audio.js";
import type { DescribedRequest, Stage } from "./described-request.js";

const headers = { "content-type": "application/json" };
const recordingId = recordingOf("Corrected");
const pathOf = (id: string): string => `/api/audio/recordings/${id}/corrections`;
const path = pathOf(recordingId);
const unknown = pathOf(recordingOf("unknown"));
const body = JSON.stringify({ tempo: 120, key: "8A", valence: 0.8, artist: "Cora" });

const analysed = async ({ application, provider, analyzer }: Stage): Promise<void> => {
  provider.replyWith([candidate("Cor", "Corrected")]);
  analyzer.answerWith({ recordingId });
  const names = "artist=Cor&track=Corrected";
  await application.get(`/api/audio/analysis/${trackKeyFrom("Cor", "Corrected")}?${names}`);
};

const corrected = async (stage: Stage): Promise<void> => {
  await analysed(stage);
  const { corrections } = stage.application.services;
  await corrections.correct(recordingId, { tempo: 120, trackName: "Corrected" });
};

/** Requests that state what is true of a recording. */
export const correctionRequests: readonly DescribedRequest[] = [
  { operationId: "getCorrections", status: 200, path, given: analysed },
  { operationId: "getCorrections", status: 400, path: pathOf("1") },
  { operationId: "getCorrections", status: 404, path: unknown },
  { operationId: "correctRecording", status: 200, path, headers, body, given: analysed },
  { operationId: "correctRecording", status: 400, path, headers, body: "{}" },
  { operationId: "correctRecording", status: 404, path: unknown, headers, body },
  {
    operationId: "correctRecording",
    status: 413,
    path,
    headers,
    body: JSON.stringify({ artist: "x".repeat(70_000) }),
  },
  { operationId: "correctRecording", status: 415, path, body },
  {
    operationId: "getAnalysis",
    status: 200,
    path: `/api/audio/analysis/${recordingId}`,
    given: corrected,
  },
  {
    operationId: "getRecording",
    status: 200,
    path: `/api/audio/recordings/${recordingId}`,
    given: corrected,
  },
  {
    operationId: "pinRecording",
    status: 200,
    path: `/api/audio/tracks/${trackKeyFrom("Cor", "Corrected")}/recording`,
    ...{ headers, body: JSON.stringify({ recordingId }), given: corrected },
  },
  { operationId: "takeBackCorrections", status: 200, path, given: corrected },
  { operationId: "takeBackCorrections", status: 400, path: pathOf("1") },
  { operationId: "takeBackCorrections", status: 404, path: unknown },
];
