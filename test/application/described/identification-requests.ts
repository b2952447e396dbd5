import { Readable } from "node:stream";
import { ProviderUnavailableError } from "../../../src/domain/errors/provider-errors.js";
import { packFingerprint } from "../../../src/domain/fingerprint/fingerprint-text.js";
import { trackKeyFrom } from "../../../src/domain/track/track-key.js";
import { randomWords } from "../../domain/fingerprint/random-words.js";
import { taggedAiff } from "../../adapters/library/tagged-audio.js";
import { audio } from "./analysis-requests.js";
import { candidate } from "../../fakes/fake-provider.js";
import { recordingOf } from "../../fakes/measured-audio.js";
import type { DescribedRequest, Stage } from "./described-request.js";
import { linked } from "./performance-requests.js";

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

const suggestionsOf = (id: string): string => `/api/audio/recordings/${id}/suggestions`;
const suggestions = suggestionsOf(recordingOf("Encoded 0"));
const soundMatch = { soundId: "9ff43b6a-4f16-427c-93c2-92307ca505e0", score: 0.97 };

/** Requests that identify files by their sound, and suggest names of recordings. */
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
  {
    operationId: "getSuggestions",
    status: 200,
    path: suggestions,
    given: async (stage) => {
      await linked(stage);
      stage.soundDirectory.answerWith(new ProviderUnavailableError("acoustid"));
    },
  },
  {
    operationId: "getSuggestions",
    status: 200,
    path: suggestions,
    given: async (stage) => {
      await linked(stage);
      stage.soundDirectory.answerWith([{ ...candidate("Enno", "Encoded"), soundMatch }]);
    },
  },
  { operationId: "getSuggestions", status: 400, path: suggestionsOf("1") },
  { operationId: "getSuggestions", status: 404, path: suggestionsOf(recordingOf("unknown")) },
  {
    operationId: "getSuggestions",
    status: 502,
    path: suggestionsOf(recordingOf("Unlinked")),
    given: async ({ application, provider, analyzer, soundDirectory }) => {
      const fingerprint = packFingerprint(randomWords(60));
      provider.replyWith([candidate("Uma", "Unlinked")]);
      analyzer.answerWith({ recordingId: recordingOf("Unlinked"), fingerprint });
      const trackKey = trackKeyFrom("Uma", "Unlinked");
      await application.get(`/api/audio/analysis/${trackKey}?artist=Uma&track=Unlinked`);
      soundDirectory.answerWith(new ProviderUnavailableError("acoustid"));
    },
  },
];
