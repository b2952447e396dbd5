import { z } from "zod";
import * as analysisAnswers from "../analysis/analysis-answers.js";
import { batchParameters, batchRequestShape } from "../analysis/batch-request.js";
import { viewParameters } from "../analysis/analysis-view.js";
import { trackNameParameters } from "../shapes/name-parameters.js";
import * as timelineAnswers from "../analysis/timeline-answers.js";
import * as catalogueAnswers from "../catalogue/catalogue-answers.js";
import {
  catalogueParameters,
  facetParameters,
  moodParameters,
} from "../catalogue/catalogue-parameters.js";
import * as changeAnswers from "../catalogue/change-answers.js";
import { changeParameters } from "../catalogue/change-routes.js";
import * as duplicateAnswers from "../catalogue/duplicate-answers.js";
import { duplicateParameters } from "../catalogue/duplicate-routes.js";
import * as exportAnswers from "../catalogue/export-answers.js";
import { playlistTracksParameters } from "../catalogue/export-parameters.js";
import { weightShape } from "../catalogue/filter-parameters.js";
import * as sentenceAnswers from "../catalogue/sentence-answers.js";
import { findParameters } from "../catalogue/sentence-routes.js";
import * as similarityAnswers from "../catalogue/similarity-answers.js";
import {
  continuationParameters,
  mixParameters,
  similarParameters,
} from "../catalogue/similarity-parameters.js";
import * as acousticbrainzAnswers from "../dialects/acousticbrainz/acousticbrainz-answers.js";
import * as audiomuseAnswers from "../dialects/audiomuse/audiomuse-answers.js";
import * as audioAnalysisAnswers from "../dialects/spotify/audio-analysis-answers.js";
import * as spotifyAnswers from "../dialects/spotify/spotify-answers.js";
import * as subsonicAnswers from "../dialects/subsonic/subsonic-answers.js";
import * as identificationAnswers from "../identification/identification-answers.js";
import * as suggestionAnswers from "../identification/suggestion-answers.js";
import { addedFolderShape, folderChangeShape, folderParameters } from "../library/folder-routes.js";
import * as libraryAnswers from "../library/library-answers.js";
import { failureParameters, libraryRetryShape } from "../library/library-routes.js";
import * as healthAnswers from "../operations/health-answers.js";
import * as musicServerAnswers from "../music-servers/music-server-answers.js";
import {
  musicServerKindShape,
  musicServerWishShape,
} from "../music-servers/music-server-requests.js";
import * as listReviewAnswers from "../playlists/list-review-answers.js";
import { listImportParameters } from "../playlists/list-import-routes.js";
import * as playlistAnswers from "../playlists/playlist-answers.js";
import * as playlistRequests from "../playlists/playlist-requests.js";
import { playlistRowsParameters } from "../playlists/playlist-routes.js";
import * as sessionAnswers from "../session/session-answers.js";
import { sessionWishShape } from "../session/session-routes.js";
import {
  confidenceShape,
  analysisShape,
  descriptorShape,
  moodShape,
} from "../shapes/analysis-shapes.js";
import { answeredRecordingShape } from "../shapes/answered-recording.js";
import { correctionFieldShape, correctionShape } from "../shapes/correction-shapes.js";
import * as failureShapes from "../shapes/failure-shapes.js";
import * as trackShapes from "../shapes/track-shapes.js";
import { searchParameters } from "../track/search-routes.js";
import { forgetParameters } from "../track/forgetting-routes.js";
import { correctionWishShape } from "../track/correction-routes.js";
import { pinWishShape } from "../track/pin-routes.js";
import * as recordingAnswers from "../track/recording-answers.js";
import * as trackAnswers from "../track/track-answers.js";
import * as webhookAnswers from "../webhooks/webhook-answers.js";
import {
  deliveryParameters,
  deliveryStateShape,
  webhookEventShape,
  webhookWishShape,
} from "../webhooks/webhook-requests.js";
import { workerResultShape } from "../worker/result-shape.js";
import * as workerAnswers from "../worker/worker-answers.js";
import * as workerRequests from "../worker/worker-requests.js";
import { graphqlOperationShape, graphqlResultShape } from "./graphql-shapes.js";

/** The shapes of bodies that clients send. */
const requests = shapesOf({
  graphqlOperationShape,
  batchRequestShape,
  ...playlistRequests,
  pinWishShape,
  correctionWishShape,
  ...{ deliveryStateShape, webhookEventShape, webhookWishShape },
  ...workerRequests,
  libraryRetryShape,
  ...{ addedFolderShape, folderChangeShape },
  ...{ musicServerKindShape, musicServerWishShape },
  sessionWishShape,
  workerResultShape,
});

/** The shapes of what the server answers, and of their parts. */
const answers = shapesOf({
  ...trackShapes,
  ...failureShapes,
  ...{ analysisShape, confidenceShape, descriptorShape, moodShape },
  ...{ answeredRecordingShape, correctionFieldShape, correctionShape },
  ...trackAnswers,
  ...recordingAnswers,
  ...analysisAnswers,
  ...timelineAnswers,
  ...identificationAnswers,
  ...suggestionAnswers,
  ...catalogueAnswers,
  ...changeAnswers,
  ...duplicateAnswers,
  ...sentenceAnswers,
  ...similarityAnswers,
  ...exportAnswers,
  ...libraryAnswers,
  ...musicServerAnswers,
  ...playlistAnswers,
  ...listReviewAnswers,
  ...webhookAnswers,
  ...workerAnswers,
  ...sessionAnswers,
  ...healthAnswers,
  ...spotifyAnswers,
  ...audioAnalysisAnswers,
  ...acousticbrainzAnswers,
  ...subsonicAnswers,
  ...audiomuseAnswers,
  graphqlResultShape,
  weightShape,
});

/** All shapes that have a name in the description. */
export const describedShapes = { requests, answers };

/** The parameters in URLs, by the names of their sets. */
export const parameterSets: Readonly<Record<string, Readonly<Record<string, z.ZodType>>>> = {
  searchParameters: searchParameters.shape,
  forgetParameters: forgetParameters.shape,
  trackNameParameters: trackNameParameters.shape,
  viewParameters,
  batchParameters: batchParameters.shape,
  catalogueParameters: catalogueParameters.shape,
  moodParameters: moodParameters.shape,
  findParameters: findParameters.shape,
  facetParameters: facetParameters.shape,
  similarParameters: similarParameters.shape,
  changeParameters: changeParameters.shape,
  duplicateParameters: duplicateParameters.shape,
  mixParameters: mixParameters.shape,
  continuationParameters: continuationParameters.shape,
  playlistTracksParameters: playlistTracksParameters.shape,
  playlistRowsParameters: playlistRowsParameters.shape,
  listImportParameters: listImportParameters.shape,
  folderParameters: folderParameters.shape,
  failureParameters: failureParameters.shape,
  deliveryParameters: deliveryParameters.shape,
};

/** Returns the shapes among exports, by their names in the description: "Analysis" of `analysisShape`. */
function shapesOf(exports: Readonly<Record<string, unknown>>): ReadonlyMap<string, z.ZodType> {
  return new Map(
    Object.entries(exports).flatMap(([name, shape]) =>
      shape instanceof z.ZodType && /(?:Shape|Answer)$/.test(name)
        ? [[describedNameOf(name), shape] as const]
        : [],
    ),
  );
}

function describedNameOf(name: string): string {
  return name.charAt(0).toUpperCase() + name.slice(1).replace(/Shape$/, "");
}
