import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import type { Request, Response } from "express";
import {
  exportMediaTypes,
  extensionOf,
  formatOfMediaType,
  mediaTypeOfFormat,
  type ExportFormat,
} from "../../domain/export/export-format.js";
import type { WorkBudget } from "../../domain/work-budget.js";
import type { TrackSelection } from "../../domain/export/track-selection.js";
import { acceptedType, jsonTypes } from "../../http/negotiation/accepted-type.js";
import { requestBudget } from "../../http/request-budget.js";
import { localsOf } from "../../http/request-locals.js";
import type { OpenedExport } from "../../services/export/export-service.js";
import type { Services } from "../../services/services.js";
import { exportOptionsOf } from "./export-parameters.js";

/** A client that takes no byte for so long is disconnected. */
const SILENCE_MILLISECONDS = 60_000;

/** The trailer of responses that says how many tracks were left out. */
const LEFT_OUT = "Overtone-Left-Out";

/** The media types of paths whose tracks can be exported. */
export const exportableTypes: readonly string[] = [...jsonTypes, ...exportMediaTypes];

/**
 * Returns the format of exports that a client accepts rather than JSON; `undefined` where it accepts
 * JSON as much, or neither.
 */
export function requestedFormat(
  request: Request<object>,
  response: Response,
): ExportFormat | undefined {
  response.vary("Accept");
  const accepted = acceptedType(request, exportableTypes);
  return accepted === undefined ? undefined : formatOfMediaType(accepted);
}

/** Sends tracks in a format of exports, as fast as the client takes them. */
export async function sendExport(
  services: Pick<Services, "exports" | "failures" | "processorBudgets">,
  exported: {
    readonly selection: TrackSelection;
    readonly format: ExportFormat;
    readonly title: string;
    /** Present where the request has worked before. */
    readonly budget?: WorkBudget;
  },
  request: Request<object>,
  response: Response,
): Promise<void> {
  const { selection, format, title } = exported;
  response.set("Cache-Control", "private, no-cache").vary("Authorization");
  if (request.method === "HEAD") {
    response.type(mediaTypeOfFormat(format)).end();
    return;
  }
  const { budget = requestBudget(services, response) } = exported;
  const described = { title, ...exportOptionsOf(request.url) };
  const opened = await services.exports.open(selection, { format, budget, ...described });
  // `attachment` guesses the type from the file name.
  response.attachment(`tracks.${extensionOf(format)}`).type(mediaTypeOfFormat(format));
  response.set("Trailer", LEFT_OUT);
  const content = withTrailer(opened.content, opened, response);
  await sendContent(content, { services, budget, request, response });
}

/** Sends content as fast as the client takes it, with the headers that are set. */
export async function sendContent(
  content: AsyncIterable<Uint8Array>,
  answer: {
    readonly services: Pick<Services, "failures">;
    readonly budget: WorkBudget;
    readonly request: Request<object>;
    readonly response: Response;
  },
): Promise<void> {
  const { services, budget, request, response } = answer;
  response.setTimeout(SILENCE_MILLISECONDS, () => response.destroy());
  const record = (failure: unknown): void => {
    if (!budget.signal.aborted)
      services.failures.record(failure, requestFactsOf(request, response));
  };
  await pipeline(Readable.from(recorded(content, record), { objectMode: false }), response);
}

/** Returns what the log says of a request. */
function requestFactsOf({ method, baseUrl, path }: Request<object>, response: Response) {
  const { requestId } = localsOf(response);
  return { requestId, method, path: `${baseUrl}${path}` };
}

/** Says after the content how many tracks were left out, which is known then only. */
async function* withTrailer(
  content: AsyncIterable<Uint8Array>,
  opened: Pick<OpenedExport, "leftOut">,
  response: Response,
): AsyncGenerator<Uint8Array> {
  yield* content;
  response.addTrailers({ [LEFT_OUT]: String(opened.leftOut) });
}

/** Records a failure, which a client sees only by the end of the connection. */
async function* recorded(
  content: AsyncIterable<Uint8Array>,
  record: (failure: unknown) => void,
): AsyncGenerator<Uint8Array> {
  try {
    yield* content;
  } catch (failure) {
    record(failure);
    throw failure;
  }
}
