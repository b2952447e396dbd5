import { trackKeyFrom } from "../../../src/domain/track/track-key.js";
import { candidate } from "../../fakes/fake-provider.js";
import { recordingOf } from "../../fakes/measured-audio.js";
import type { DescribedRequest, Stage } from "./described-request.js";

const headers = { "content-type": "application/json" };
const recordingId = recordingOf("Pinned");
const pathOf = (trackKey: string): string => `/api/audio/tracks/${trackKey}/recording`;
const path = pathOf(trackKeyFrom("Pia", "Pinned"));
const body = JSON.stringify({ recordingId });

const analysed = async ({ application, provider, analyzer }: Stage): Promise<void> => {
  provider.replyWith([candidate("Pia", "Pinned")]);
  analyzer.answerWith({ recordingId });
  const names = "artist=Pia&track=Pinned";
  await application.get(`/api/audio/analysis/${trackKeyFrom("Pia", "Pinned")}?${names}`);
};

/** Requests that choose the recording of a name. */
export const pinRequests: readonly DescribedRequest[] = [
  { operationId: "pinRecording", status: 200, path, headers, body, given: analysed },
  { operationId: "pinRecording", status: 400, path, headers, body: "{}" },
  {
    operationId: "pinRecording",
    status: 404,
    path: pathOf("0123456789abcdef"),
    ...{ headers, body },
  },
  {
    operationId: "pinRecording",
    status: 413,
    path,
    headers,
    body: JSON.stringify({ recordingId: "x".repeat(70_000) }),
  },
  { operationId: "pinRecording", status: 415, path, body },
  { operationId: "unpinRecording", status: 200, path, given: analysed },
  { operationId: "unpinRecording", status: 400, path: pathOf("1") },
];
