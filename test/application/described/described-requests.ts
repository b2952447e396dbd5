import { acousticbrainzRequests } from "../dialects/acousticbrainz-requests.js";
import { audiomuseRequests } from "../dialects/audiomuse-requests.js";
import { analysisRequests } from "./analysis-requests.js";
import { browsingRequests } from "./browsing-requests.js";
import { catalogueRequests } from "./catalogue-requests.js";
import type { DescribedOperation } from "../../rest/description/interface-description.js";
import type { DescribedRequest } from "./described-request.js";
import { correctionRequests } from "./correction-requests.js";
import { forgetRequests } from "./forget-requests.js";
import { changeRequests } from "./change-requests.js";
import { duplicateRequests } from "./duplicate-requests.js";
import { performanceRequests } from "./performance-requests.js";
import { identificationRequests } from "./identification-requests.js";
import { folderRequests, musicServerRequests } from "./music-server-exchanges.js";
import { pinRequests } from "./pin-requests.js";
import { playlistRequests } from "./playlist-exchanges.js";
import { idempotentRequests } from "../http/idempotent-requests.js";
import { graphqlRequests } from "../subscriptions/graphql-requests.js";
import { openRequests } from "./open-requests.js";
import { spotifyRequests } from "./spotify-requests.js";
import {
  idImportRequests,
  spotifyRecommendationRequests,
  spotifyTrackRequests,
} from "../dialects/spotify-track-requests.js";
import { subsonicRequests } from "../dialects/subsonic-requests.js";
import { timelineRequests } from "./timeline-requests.js";
import { workerExchanges } from "./worker-exchanges.js";
import { webhookRequests } from "./webhook-exchanges.js";

/**
 * The requests for every operation. The first request of an operation that succeeds is also sent
 * without a key, with one of another scope, too often, by another method and to a server whose
 * database is broken, so that 401, 403, 405, 429 and 500 need no entries.
 */
export const describedRequests: readonly DescribedRequest[] = [
  ...analysisRequests,
  ...idempotentRequests,
  ...identificationRequests,
  ...pinRequests,
  ...performanceRequests,
  ...duplicateRequests,
  ...changeRequests,
  ...correctionRequests,
  ...forgetRequests,
  ...browsingRequests,
  ...spotifyRequests,
  ...spotifyTrackRequests,
  ...spotifyRecommendationRequests,
  ...idImportRequests,
  ...acousticbrainzRequests,
  ...subsonicRequests,
  ...audiomuseRequests,
  ...timelineRequests,
  ...webhookRequests,
  ...catalogueRequests,
  ...playlistRequests,
  ...folderRequests,
  ...musicServerRequests,
  ...graphqlRequests,
  ...openRequests,
  ...workerExchanges,
];

/** Whether an operation is also answered to `HEAD`; those of GraphQL are not. */
export const answersHead = ({ method, template }: DescribedOperation): boolean =>
  method === "GET" && !template.startsWith("/graphql");

const AWAY_DISK = "needs a disk that is away: away-files.test.ts, real-mounts.test.ts";

const RUNNING_SCAN = "needs a scan that runs: running-scans.test.ts";
const CUE_SHEET = "needs a file with a cue sheet: cue-sheets.test.ts";

const RUNNING_ANALYSIS = "needs an analysis of the library that runs: audiomuse.test.ts";

const SERVED_SONGS = "needs analysed songs of a music server: audiomuse.test.ts";

const DAMAGE = "needs something that is damaged: stored-verify.test.ts";

const TRACK_AUDIO = "~1api~1audio~1tracks~1{trackKey}~1audio/get/responses";
const JOB_AUDIO = "~1api~1worker~1jobs~1{id}~1audio~1{source}/get/responses";
const AUDIO_ANSWERS = [
  ...["200", "206", "304"].map((status) => `${TRACK_AUDIO}/${status}`),
  ...["200", "206"].map((status) => `${JOB_AUDIO}/${status}`),
];

/** Described parts that are not exercised, with the reason. */
export const notExercised: Readonly<Record<string, string>> = {
  "/components/schemas/LibraryFolder/properties/away/items path": AWAY_DISK,
  "/components/schemas/LibraryFolder/properties/away/items reason": AWAY_DISK,
  "/components/schemas/LibraryFolder/properties/away/items fileCount": AWAY_DISK,
  ...Object.fromEntries(
    ["details", "progress", "status", "task_id", "task_type"].map((name) => [
      `/components/schemas/AudiomuseTask ${name}`,
      RUNNING_ANALYSIS,
    ]),
  ),
  "/components/schemas/AudiomuseTask/properties/details status_message": RUNNING_ANALYSIS,
  "/components/schemas/RunningAnalysis artist": RUNNING_ANALYSIS,
  "/components/schemas/RunningAnalysis trackKey": RUNNING_ANALYSIS,
  "/components/schemas/RunningAnalysis trackName": RUNNING_ANALYSIS,
  "/components/schemas/RunningScan path": RUNNING_SCAN,
  "/components/schemas/RunningScan startedAt": RUNNING_SCAN,
  "/components/schemas/RunningScan filesSeen": RUNNING_SCAN,
  "/components/schemas/RunningScan filesLeft": RUNNING_SCAN,
  "/components/schemas/OfferedAudio range": CUE_SHEET,
  "/components/schemas/OfferedAudio/properties/range endFrame": CUE_SHEET,
  "/components/schemas/OfferedAudio/properties/range startFrame": CUE_SHEET,
  ...Object.fromEntries(
    AUDIO_ANSWERS.map((answer) => [`/paths/${answer} header overtone-track-frames`, CUE_SHEET]),
  ),
  "/components/schemas/StoredCheck/properties/damage/items kind": DAMAGE,
  "/components/schemas/StoredCheck/properties/damage/items name": DAMAGE,
  "/components/schemas/OfferedJob traceParent": "needs a receiver of traces: traced-jobs.test.ts",
  "getAudiomuseSimilarArtists takes query server": SERVED_SONGS,
  "openSession 403 application/json": "needs a key without the scope: sessions.test.ts",
  "openSession 403 application/problem+json": "as above",
  "replayDelivery 400 application/json": "needs an address that is gone: webhooks.test.ts",
  "replayDelivery 400 application/problem+json": "as above",
};
