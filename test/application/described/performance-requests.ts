import { packFingerprint } from "../../../src/domain/fingerprint/fingerprint-text.js";
import { trackKeyFrom } from "../../../src/domain/track/track-key.js";
import { randomWords, withWrongBits } from "../../domain/fingerprint/random-words.js";
import { candidate } from "../../fakes/fake-provider.js";
import { recordingOf } from "../../fakes/measured-audio.js";
import type { DescribedRequest, Stage } from "./described-request.js";

const song = randomWords(900);
const pathOf = (id: string): string => `/api/audio/recordings/${id}/same`;
const path = pathOf(recordingOf("Encoded 0"));

/** Analyses two encodings of one performance, "Encoded 0" and "Encoded 1", and compares them. */
export const linked = async ({ application, provider, analyzer }: Stage): Promise<void> => {
  for (const [index, words] of [song, withWrongBits(song, 0.005)].entries()) {
    const title = `Encoded ${index}`;
    provider.replyWith([candidate("Enno", title)]);
    analyzer.answerWith({ recordingId: recordingOf(title), fingerprint: packFingerprint(words) });
    const names = `artist=Enno&track=Encoded+${index}`;
    await application.get(`/api/audio/analysis/${trackKeyFrom("Enno", title)}?${names}`);
  }
  const { performanceLinking } = application.services;
  await performanceLinking.finish(new AbortController().signal, () => undefined);
};

/** Requests for recordings of one performance. */
export const performanceRequests: readonly DescribedRequest[] = [
  { operationId: "getSamePerformance", status: 200, path, given: linked },
  {
    operationId: "getSamePerformance",
    status: 304,
    path,
    headers: { "if-none-match": "*" },
    given: linked,
  },
  { operationId: "getSamePerformance", status: 400, path: pathOf("1") },
  { operationId: "getSamePerformance", status: 404, path: pathOf(recordingOf("unknown")) },
];
