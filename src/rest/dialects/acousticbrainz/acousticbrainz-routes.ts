import { type Request, type RequestHandler, type Response, Router } from "express";
import type { Analysis } from "../../../domain/analysis/analysis.js";
import { UnknownTrackIdError } from "../../../domain/errors/not-found-errors.js";
import { clientSignal } from "../../../http/client-signal.js";
import { identityOf } from "../../../http/request-locals.js";
import { routesFrom } from "../../../http/route-table.js";
import type { Services } from "../../../services/services.js";
import { type RequestedId, readyAnalyses, readyAnalysis } from "../ready-analyses.js";
import type { SendProblem } from "../../error-handler.js";
import { queryParametersOf } from "../../request/query-parameters.js";
import { sendTaggedJson } from "../../tagged-response.js";
import { toHighLevelJson, toLowLevelJson } from "./acousticbrainz-documents.js";
import { InvalidInputError } from "../../../domain/errors/request-errors.js";
import { parseTrackId } from "../../../domain/track/track-id.js";

/** Maximum number of recordings in one request, the same as at AcousticBrainz. */
const MAX_RECORDINGS = 25;

/** Converts an analysis to one of AcousticBrainz's documents. */
type ToDocument = (analysis: Analysis, mbid: string) => object;

type MbidRequest = Request<{ mbid: string }>;

/** The routes of documents by MusicBrainz recording id in AcousticBrainz's format. */
export function acousticbrainzRoutes(services: Services): Router {
  const routes = routesFrom({
    "/low-level": { get: documents(services, toLowLevelJson) },
    "/high-level": { get: documents(services, toHighLevelJson) },
    "/count": { get: counts(services) },
    "/:mbid/low-level": { get: documentOfOne(services, toLowLevelJson) },
    "/:mbid/high-level": { get: documentOfOne(services, toHighLevelJson) },
    "/:mbid/count": { get: countOfOne(services) },
  });
  return Router().use((request, response, next) => {
    if (request.method !== "OPTIONS") services.access.requireScope(identityOf(response), "read");
    next();
  }, routes);
}

/** Sends a failure in AcousticBrainz's format: only a message. */
export const sendAcousticBrainzProblem: SendProblem = ({ message }, _request, response) => {
  response.json({ message });
};

function documentOfOne(services: Services, toDocument: ToDocument) {
  return async (request: MbidRequest, response: Response): Promise<void> => {
    const requested = parseMbid(request.params.mbid);
    requireFirstDocument(queryParametersOf(request.url, ["n"]).n, requested.text);
    const pending = (message: string): object => ({ message });
    const analysis = await readyAnalysis(requested, services, request, response, pending);
    if (analysis) sendTaggedJson(toDocument(analysis, requested.text), request, response);
  };
}

function documents(services: Services, toDocument: ToDocument) {
  return async (request: Request<object>, response: Response): Promise<void> => {
    const asked = parseRecordingIds(
      queryParametersOf(request.url, ["recording_ids"]).recording_ids,
    );
    const found = await readyAnalyses(asked, services, request, response);
    const byMbid = found.flatMap((one) =>
      one ? [[one.requested.text, { "0": toDocument(one.analysis, one.requested.text) }]] : [],
    );
    sendTaggedJson({ ...Object.fromEntries(byMbid), mbid_mapping: {} }, request, response);
  };
}

function countOfOne(services: Services) {
  return async (request: MbidRequest, response: Response): Promise<void> => {
    const { text, id } = parseMbid(request.params.mbid);
    const count = await countOf({ text, id }, services, clientSignal(response));
    response.set("Cache-Control", "private, no-cache");
    sendTaggedJson({ mbid: text, count }, request, response);
  };
}

function counts(services: Services) {
  return async (request: Request<object>, response: Response): Promise<void> => {
    const asked = parseRecordingIds(
      queryParametersOf(request.url, ["recording_ids"]).recording_ids,
    );
    const signal = clientSignal(response);
    const found = await Promise.all(
      asked.map(
        async (one) => [one.text, { count: await countOf(one, services, signal) }] as const,
      ),
    );
    response.set("Cache-Control", "private, no-cache");
    sendTaggedJson(Object.fromEntries(found), request, response);
  };
}

/** Returns the number of documents of a recording: 1 where it is analysed, else 0. Starts no analysis. */
async function countOf(
  { id }: RequestedId,
  { analyses, identified }: Services,
  signal: AbortSignal,
): Promise<number> {
  try {
    const [state] = await analyses.findMany([await identified.getRef(id, signal)]);
    return state?.state === "ready" ? 1 : 0;
  } catch (error) {
    if (error instanceof UnknownTrackIdError) return 0;
    throw error;
  }
}

/**
 * Parses the MusicBrainz recording id of a path.
 *
 * @throws {InvalidInputError} it is not a UUID
 */
function parseMbid(text: string, parameter = "mbid"): RequestedId {
  return { text: text.toLowerCase(), id: parseTrackId(`mbid:${text}`, parameter) };
}

/**
 * Checks the number of the document of a recording, `n`. Overtone has one, number 0.
 *
 * @throws {InvalidInputError} it is not a whole number
 * @throws {UnknownTrackIdError} it is another document
 */
function requireFirstDocument(n: string | undefined, mbid: string): void {
  if (n !== undefined && !/^[0-9]{1,9}$/.test(n)) {
    throw new InvalidInputError("n", "must be a whole number >= 0");
  }
  if (Number(n ?? 0) !== 0) throw new UnknownTrackIdError(`mbid:${mbid}`);
}

/**
 * Parses `recording_ids`: ids separated by ";", each with ":" and the number of its document, 0 by default.
 * Those of other documents are left out, since there are none.
 *
 * @throws {InvalidInputError} there is no id, a malformed one, or more than 25
 */
function parseRecordingIds(list: string | undefined): readonly RequestedId[] {
  const texts = (list ?? "").split(";").filter((text) => text !== "");
  if (texts.length === 0) throw new InvalidInputError("recording_ids", "is missing");
  if (texts.length > MAX_RECORDINGS) {
    throw new InvalidInputError("recording_ids", `must contain at most ${MAX_RECORDINGS} ids`);
  }
  const asked = texts.map((text) => {
    const [, mbid = "", offset = "0"] = /^([^:]*)(?::([0-9]{1,9}))?$/.exec(text) ?? [];
    return { requested: parseMbid(mbid, "recording_ids"), offset: Number(offset) };
  });
  const first = asked.filter(({ offset }) => offset === 0).map(({ requested }) => requested);
  return [...new Map(first.map((requested) => [requested.text, requested])).values()];
}

/**
 * Takes the API key from the password of HTTP Basic authentication: clients of AcousticBrainz send no key, but they
 * send what their base URL has, `https://any:KEY@host/`.
 *
 * Source: RFC 7617.
 */
export const takeBasicKey: RequestHandler = (request, _response, next) => {
  const [, credentials] =
    /^basic +([a-z0-9+/=]+)$/i.exec(request.headers.authorization ?? "") ?? [];
  const text = Buffer.from(credentials ?? "", "base64").toString();
  if (text.includes(":")) {
    request.headers.authorization = `Bearer ${text.slice(text.indexOf(":") + 1)}`;
  }
  next();
};
