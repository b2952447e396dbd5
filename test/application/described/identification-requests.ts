import { Readable } from "node:stream";
import { taggedAiff } from "../../adapters/library/tagged-audio.js";
import { audio } from "./analysis-requests.js";
import type { DescribedRequest, Stage } from "./described-request.js";

const path = "/api/audio/identify";
const sound = new Uint8Array(taggedAiff({}, undefined, 11));

const formOfSound = (): FormData => {
  const form = new FormData();
  form.append("file", new Blob([sound], { type: "audio/aiff" }), "unnamed");
  return form;
};

const analysed = async ({ application }: Stage): Promise<void> => {
  const bytes = Readable.from([sound]);
  const names = () => ({ artist: "Ida", track: "Identified" });
  const { signal } = new AbortController();
  await application.services.uploads.analyze({ bytes, names }, { waitSeconds: undefined, signal });
};

/** Requests that identify files by their sound. */
export const identificationRequests: readonly DescribedRequest[] = [
  { operationId: "identifyUpload", status: 200, path, body: formOfSound, given: analysed },
  { operationId: "identifyUpload", status: 200, path, headers: audio, body: () => sound },
  {
    operationId: "identifyUpload",
    status: 200,
    path,
    headers: { "content-type": "application/ogg" },
    body: () => sound,
  },
  {
    operationId: "identifyUpload",
    status: 200,
    path,
    headers: { "content-type": "application/octet-stream" },
    body: () => sound,
  },
  { operationId: "identifyUpload", status: 400, path, body: () => new FormData() },
  {
    operationId: "identifyUpload",
    status: 413,
    path,
    headers: audio,
    body: "la".repeat(1_000_000),
  },
  {
    operationId: "identifyUpload",
    status: 415,
    path,
    headers: { "content-type": "text/plain" },
    body: "la",
  },
  { operationId: "identifyUpload", status: 422, path, headers: audio, body: "la" },
];
