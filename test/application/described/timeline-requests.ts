import { AudioUndecodableError } from "../../../src/domain/errors/analysis-errors.js";
import { TimedOutError } from "../../../src/domain/errors/availability-errors.js";
import {
  ProviderRateLimitedError,
  ProviderUnavailableError,
} from "../../../src/domain/errors/provider-errors.js";
import { trackKeyFrom } from "../../../src/domain/track/track-key.js";
import { candidate } from "../../fakes/fake-provider.js";
import { recordingOf } from "../../fakes/measured-audio.js";
import { failing, held, known, unheard } from "./analysis-requests.js";
import type { DescribedRequest } from "./described-request.js";

const analysis = "/api/audio/analysis";
const money = trackKeyFrom("Pink Floyd", "Money");
const names = "artist=Pink+Floyd&track=Money";
const unknownKey = "0123456789abcdef";

const timelinePath = (name: string): string =>
  `${analysis}/${trackKeyFrom("A", name)}/timeline?artist=A&track=${name.replace(" ", "+")}`;

/** Requests for timelines. */
export const timelineRequests: readonly DescribedRequest[] = [
  {
    operationId: "getTimeline",
    status: 200,
    path: `${analysis}/${money}/timeline?${names}`,
    headers: { prefer: "wait=9" },
  },
  {
    operationId: "getTimeline",
    status: 200,
    path: timelinePath("Danced"),
    headers: { prefer: "wait=9" },
    given: ({ provider, analyzer }) => {
      provider.replyWith([candidate("A", "Danced")]);
      analyzer.answerWith({ recordingId: recordingOf("Danced"), beats: [0, 0.5, 1, 1.5, 2] });
    },
  },
  {
    operationId: "getTimeline",
    status: 202,
    path: timelinePath("Later again"),
    headers: { prefer: "respond-async" },
    given: (stage) => {
      stage.provider.replyWith([candidate("A", "Later again")]);
      return held(stage);
    },
  },
  {
    operationId: "getTimeline",
    status: 304,
    path: `${analysis}/${money}/timeline?name.artist=Pink%20Floyd&name.track=Money`,
    headers: { "if-none-match": "*" },
    given: known,
  },
  { operationId: "getTimeline", status: 400, path: `${analysis}/nokey/timeline` },
  { operationId: "getTimeline", status: 404, path: `${analysis}/${unknownKey}/timeline` },
  {
    operationId: "getTimeline",
    status: 422,
    path: timelinePath("Broken again"),
    given: unheard("Broken again", new AudioUndecodableError("it is cut short")),
  },
  {
    operationId: "getTimeline",
    status: 502,
    path: timelinePath("Away again"),
    given: failing(new ProviderUnavailableError("library")),
  },
  {
    operationId: "getTimeline",
    status: 503,
    path: timelinePath("Busy again"),
    given: failing(new ProviderRateLimitedError("library", 3)),
  },
  {
    operationId: "getTimeline",
    status: 504,
    path: timelinePath("Slow again"),
    given: unheard("Slow again", new TimedOutError("analysis", 600)),
  },
];
