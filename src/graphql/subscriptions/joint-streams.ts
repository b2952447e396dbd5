import { randomUUID } from "node:crypto";
import { type Request, type RequestHandler, type Response, Router } from "express";
import { EventStreamNotFoundError } from "../../domain/errors/not-found-errors.js";
import { InvalidInputError } from "../../domain/errors/request-errors.js";
import { identityOf } from "../../http/request-locals.js";
import type { Services } from "../../services/services.js";
import { readBody } from "../request-body.js";
import { JointStream, type Outcomes } from "./joint-stream.js";
import { OpenCount } from "./open-count.js";

/** Maximum number of reserved and open streams of each API key. */
const MAX_STREAMS = 50;

/** Time within which a reserved stream must be opened. */
const RESERVATION_MILLISECONDS = 30_000;

const TOKEN_HEADER = "X-GraphQL-Event-Stream-Token";

/** Maximum length of the id of an operation, which the client chooses. */
const MAX_ID_CHARACTERS = 200;

/** Runs the operation of a request; absent where it was refused, and the response was sent. */
export type OperationRunner = (
  request: Request,
  response: Response,
) => Promise<Outcomes | undefined>;

/** Returns whether a request concerns a stream for many operations. */
export function concernsJointStream(request: Request): boolean {
  return ["PUT", "DELETE"].includes(request.method) || tokenIn(request) !== undefined;
}

/**
 * Handles event streams for many operations: `PUT` reserves one and returns its token, `GET` opens
 * it, `POST` runs an operation whose results it sends, and `DELETE` stops one.
 *
 * Source: Enisdenjo, "GraphQL over Server-Sent Events Protocol", graphql-sse, single connection.
 *
 * @param closing aborts when the server stops
 */
export function jointStreams(
  { access }: Services,
  run: OperationRunner,
  closing: AbortSignal,
): RequestHandler {
  const streams = new Map<string, JointStream>();
  const count = new OpenCount("event streams", MAX_STREAMS);
  const ownerOf = (response: Response): string =>
    access.requireScope(identityOf(response), "read").lookup;

  const streamOf = (request: Request): JointStream => {
    const stream = streams.get(tokenIn(request) ?? "");
    if (!stream) throw new EventStreamNotFoundError();
    return stream;
  };
  const ownStreamOf = (request: Request, response: Response): JointStream => {
    const owner = ownerOf(response);
    const stream = streamOf(request);
    if (stream.owner !== owner) throw new EventStreamNotFoundError();
    return stream;
  };

  const reserve: RequestHandler = (_request, response) => {
    const owner = ownerOf(response);
    const release = count.open(owner);
    const token = randomUUID();
    const stream = new JointStream(owner);
    streams.set(token, stream);
    const expire = setTimeout(() => {
      if (!stream.isOpen) stream.end();
    }, RESERVATION_MILLISECONDS);
    const close = (): void => stream.end();
    closing.addEventListener("abort", close);
    stream.ended.addEventListener("abort", () => {
      clearTimeout(expire);
      closing.removeEventListener("abort", close);
      streams.delete(token);
      release();
    });
    if (closing.aborted) stream.end();
    response.status(201).set("Cache-Control", "no-store").type("text/plain").send(token);
  };

  const open: RequestHandler = (request, response) => streamOf(request).open(response);

  const operate: RequestHandler = async (request, response) => {
    const stream = ownStreamOf(request, response);
    const operationId = operationIdIn(request.body);
    stream.add(operationId);
    const outcomes = await run(request, response).catch((error: unknown) => {
      stream.remove(operationId);
      throw error;
    });
    if (!outcomes) return stream.remove(operationId);
    response.status(202).set("Cache-Control", "no-store").end();
    await stream.send(operationId, outcomes);
  };

  const stop: RequestHandler = async (request, response) => {
    const { operationId } = request.query;
    if (typeof operationId !== "string") throw new InvalidInputError("operationId", "is required");
    await ownStreamOf(request, response).stop(operationId);
    response.status(200).end();
  };

  return Router()
    .put("/", reserve)
    .get("/", open)
    .delete("/", stop)
    .post("/", ...readBody(), operate);
}

/** The token in the header or, for the `EventSource` of browsers, in the URL. */
function tokenIn(request: Request): string | undefined {
  const { token } = request.query;
  return request.get(TOKEN_HEADER) ?? (typeof token === "string" ? token : undefined);
}

/** @throws {InvalidInputError} there is no id, or it has more than 200 characters */
function operationIdIn(body: unknown): string {
  const { extensions } = Object(body) as { readonly extensions?: unknown };
  const { operationId } = Object(extensions) as { readonly operationId?: unknown };
  const isGiven = typeof operationId === "string" && operationId !== "";
  if (isGiven && operationId.length <= MAX_ID_CHARACTERS) return operationId;
  const problem = `must be a text of 1 to ${MAX_ID_CHARACTERS} characters`;
  throw new InvalidInputError("extensions.operationId", problem);
}
