import type { Request, RequestHandler, Response, Router } from "express";
import type { PageWindow } from "../../domain/catalogue/catalogue-query.js";
import { valueOf, type Analysis } from "../../domain/analysis/analysis.js";
import { requestBudget } from "../../http/request-budget.js";
import { identityOf, localsOf } from "../../http/request-locals.js";
import { routesFrom } from "../../http/route-table.js";
import { DEFAULT_PAGE_SIZE } from "../../services/catalogue/catalogue-service.js";
import type { Services } from "../../services/services.js";
import { linkPages } from "../request/page-links.js";
import { sendTaggedJson } from "../tagged-response.js";
import { keyPageInfoOf } from "../request/key-window.js";
import { toUnanalysedJson } from "../library/library-json.js";
import {
  catalogueRequestOf,
  exportedTracksOf,
  facetsRequestOf,
  moodQueryOf,
  unanalysedWindowOf,
} from "./catalogue-parameters.js";
import { exportableTypes, requestedFormat, sendExport } from "./export-response.js";
import type { MoodHolders } from "../../domain/catalogue/mood-query.js";
import { scopeOfFields } from "../../domain/catalogue/text-tags.js";
import { artworkUrlFrom } from "../../domain/track/artwork-url.js";
import type { RecordingId } from "../../domain/track/recording-id.js";
import type { Track } from "../../domain/track/track.js";
import type { JsonOf } from "../shapes/plain-shapes.js";
import type { analysedTrackShape, moodHoldersShape } from "./catalogue-answers.js";
import { toListedAnalysisJson } from "./listed-analysis-json.js";

/** The routes `/tracks`, `/moods` and `/facets` of analysed tracks. */
export function catalogueRoutes(services: Services): Router {
  return routesFrom({
    "/tracks": { produces: exportableTypes, get: tracksHandler(services) },
    "/moods": { get: moodsHandler(services) },
    "/facets": { get: facetsHandler(services) },
  });
}

/**
 * Handles `GET /tracks`: a page of the tracks that meet a filter, or all of them in a format of
 * exports.
 */
function tracksHandler(services: Services): RequestHandler {
  return async (request, response) => {
    services.access.requireScope(identityOf(response), "read");
    const format = requestedFormat(request, response);
    if (format !== undefined) {
      const selection = exportedTracksOf(request.url);
      await sendExport(services, { selection, format, title: "Tracks" }, request, response);
      return;
    }
    const unanalysed = unanalysedWindowOf(request.url);
    if (unanalysed) return sendUnanalysed(unanalysed, services, request, response);
    const pageRequest = catalogueRequestOf(request.url, DEFAULT_PAGE_SIZE);
    // Cursors contain values.
    services.access.requireScope(identityOf(response), scopeOfFields([pageRequest.order.field]));
    const budget = requestBudget(services, response);
    const page = await services.catalogue.browse(pageRequest, "limit", budget);
    const tracks = await tracksOf(page.items, services);
    const { baseUrl } = localsOf(response);
    const { nextCursor, previousCursor, totalCount } = page;
    response.set("Cache-Control", "private, no-cache").vary("Authorization");
    linkPages(page, request, response);
    const data = page.items.map((analysis): JsonOf<typeof analysedTrackShape> => ({
      ...toListedAnalysisJson(analysis, tracks.get(analysis.recordingId)),
      thumbnailUrl: thumbnailUrlOf(analysis, tracks, baseUrl),
    }));
    const pageInfo = { nextCursor, previousCursor, totalCount };
    sendTaggedJson({ success: true, data, page: pageInfo }, request, response);
  };
}

/** Sends a page of the library's tracks without an analysis. */
async function sendUnanalysed(
  window: PageWindow,
  { libraryStatus, tracks }: Services,
  request: Request,
  response: Response,
): Promise<void> {
  const page = await libraryStatus.listUnanalysed(window);
  const found = await tracks.findMany(page.items.map(({ trackKey }) => trackKey));
  const { baseUrl } = localsOf(response);
  const data = page.items.flatMap((item, index) => {
    const track = found[index];
    return track ? [toUnanalysedJson(item, track, baseUrl)] : [];
  });
  const pageInfo = keyPageInfoOf(page);
  response.set("Cache-Control", "private, no-cache").vary("Authorization");
  linkPages(pageInfo, request, response);
  sendTaggedJson({ success: true, data, page: pageInfo }, request, response);
}

/** Handles `GET /moods`: how many tracks have each mood, and those with the highest values. */
function moodsHandler(services: Services): RequestHandler {
  return async (request, response) => {
    services.access.requireScope(identityOf(response), "read");
    const moods = await services.catalogue.listMoods(
      moodQueryOf(request.url),
      "limit",
      requestBudget(services, response),
    );
    const strongest = moods.flatMap((holders) => holders.strongest);
    const tracks = await tracksOf(strongest, services);
    const { baseUrl } = localsOf(response);
    response.set("Cache-Control", "private, no-cache").vary("Authorization");
    const data = moods.map((holders) => toMoodHoldersJson(holders, tracks, baseUrl));
    sendTaggedJson({ success: true, data }, request, response);
  };
}

/** Handles `GET /facets`: the values that tracks have, and how many have each. */
function facetsHandler(services: Services): RequestHandler {
  return async (request, response) => {
    services.access.requireScope(identityOf(response), "read");
    const facets = facetsRequestOf(request.url);
    services.access.requireScope(identityOf(response), scopeOfFields(facets.fields));
    const data = await services.catalogue.countFacets(facets, requestBudget(services, response));
    response.set("Cache-Control", "private, no-cache").vary("Authorization");
    sendTaggedJson({ success: true, data }, request, response);
  };
}

async function tracksOf(
  analyses: readonly Analysis[],
  { tracks }: Services,
): Promise<TracksOfRecordings> {
  const known = new Map(analyses.map((analysis) => [analysis.recordingId, analysis]));
  const ids = [...known.keys()];
  const found = await tracks.findMany(ids, known);
  return new Map(ids.map((recordingId, index) => [recordingId, found[index]]));
}

/** Tracks by the ids of their recordings; some may be missing. */
type TracksOfRecordings = ReadonlyMap<RecordingId, Track | undefined>;

/** Converts the tracks that have a mood to JSON. */
function toMoodHoldersJson(
  { mood, count, strongest }: MoodHolders,
  tracks: TracksOfRecordings,
  baseUrl: string,
): JsonOf<typeof moodHoldersShape> {
  return {
    mood,
    count,
    strongest: strongest.map((analysis) => ({
      trackKey: analysis.trackKey,
      recordingId: analysis.recordingId,
      trackName: analysis.trackName,
      artist: analysis.artist,
      thumbnailUrl: thumbnailUrlOf(analysis, tracks, baseUrl),
      // It is not null: the value is above the threshold.
      value: valueOf(analysis, mood) ?? 0,
    })),
  };
}

function thumbnailUrlOf(
  { trackKey, recordingId }: Analysis,
  tracks: TracksOfRecordings,
  baseUrl: string,
): string {
  const artwork = tracks.get(recordingId)?.artwork ?? { kind: "none" };
  return artworkUrlFrom(baseUrl, { trackKey, recordingId, artwork });
}
