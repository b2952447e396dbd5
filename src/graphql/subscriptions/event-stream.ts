import { type ApolloServer, HeaderMap, type HTTPGraphQLRequest } from "@apollo/server";
import { type Request, type RequestHandler, type Response, Router } from "express";
import type { FormattedExecutionResult } from "graphql";
import { onAbort } from "../../domain/abort-signals.js";
import { InvalidInputError } from "../../domain/errors/request-errors.js";
import type { Services } from "../../services/services.js";
import { respondToBadBody, readBody } from "../request-body.js";
import {
  type RequestContext,
  requestContextFrom,
  type ResultTransport,
} from "../request-context.js";
import type { Results } from "../results.js";
import { once } from "node:events";

/** Heartbeat interval: short enough that no proxy closes the connection as idle. */
const HEARTBEAT_MILLISECONDS = 12000;

/** Statuses of refusals that are sent as plain HTTP responses; others are sent in the stream. */
const PLAIN_STATUSES: readonly number[] = [400, 401, 403, 405, 429];

/** The media types of responses to operations, and of the page at the same path. */
const OTHER_TYPES = ["application/json", "application/graphql-response+json", "text/html"];

/** Returns whether a request asks for an event stream. */
export function asksForEvents(request: Request): boolean {
  // Most clients of the API name no kind of text, so that nothing needs to be compared.
  if (!/text/i.test(request.headers.accept ?? "")) return false;
  return request.accepts([...OTHER_TYPES, "text/event-stream"]) === "text/event-stream";
}

/**
 * Handles operations as server-sent events, each in its own response: `next` for every result, then
 * `complete`. When the server stops, the response ends without `complete`.
 *
 * Source: Enisdenjo, "GraphQL over Server-Sent Events Protocol", graphql-sse, distinct connections.
 *
 * @param closing aborts when the server stops
 */
export function eventStream(
  services: Services,
  apollo: ApolloServer<RequestContext>,
  closing: AbortSignal,
): RequestHandler {
  /** Runs the operation of a request; returns nothing where it was refused, and the response was sent. */
  const run = async (
    request: Request,
    response: Response,
  ): Promise<Results | FormattedExecutionResult | undefined> => {
    const transport: ResultTransport = { isSafe: request.method === "GET" };
    // In a stream, refusals of GraphQL itself have the status 200, as for clients that accept plain JSON.
    const wantsPlainJson = (): boolean => true;
    const common = { ...requestContextFrom(services, response), wantsPlainJson };
    const { status, headers, body } = await apollo.executeHTTPGraphQLRequest({
      httpGraphQLRequest: httpRequestFrom(request),
      context: () => Promise.resolve({ ...common, transport }),
    });
    if (body.kind !== "complete") throw new Error("The schema has no @defer.");
    if (status !== undefined && PLAIN_STATUSES.includes(status)) {
      for (const [name, value] of headers) response.set(name, value);
      response.status(status).set("Cache-Control", "no-store").send(body.string);
      return undefined;
    }
    return transport.results ?? (JSON.parse(body.string) as FormattedExecutionResult);
  };
  const answer = async (request: Request, response: Response): Promise<void> => {
    const outcome = await run(request, response);
    if (outcome === undefined) return;
    beginEvents(response);
    if (Symbol.asyncIterator in outcome) await sendResults(outcome, response, closing);
    else await sendEvent(response, "next", JSON.stringify(outcome));
    if (!closing.aborted) await sendEvent(response, "complete", "");
    response.end();
  };
  return Router().use(readBody(services), answer, respondToBadBody(services));
}

/**
 * Returns the request as Apollo Server reads it. One by GET becomes one by POST, because Apollo
 * refuses subscriptions by GET; `Accept` is left out, because it does not know event streams.
 *
 * @throws {InvalidInputError} variables or extensions in the URL are not JSON
 */
function httpRequestFrom({ method, headers, body, url }: Request): HTTPGraphQLRequest {
  const parameters = new URL(url, "http://localhost").searchParams;
  const json = (name: string): unknown => {
    try {
      return JSON.parse(parameters.get(name) || "null");
    } catch (error) {
      throw new InvalidInputError(name, "must be JSON", error);
    }
  };
  const operationInUrl = (): object => ({
    query: parameters.get("query"),
    operationName: parameters.get("operationName"),
    variables: json("variables"),
    extensions: json("extensions"),
  });
  const kept = Object.entries(headers).filter(([name]) => name !== "accept");
  return {
    method: "POST",
    headers: new HeaderMap(kept.map(([name, value]) => [name, String(value)])),
    body: method === "GET" ? operationInUrl() : body,
    search: "",
  };
}

/** Sends results until they end, the client disconnects or the server stops. */
async function sendResults(
  results: Results,
  response: Response,
  closing: AbortSignal,
): Promise<void> {
  const leave = (): void => void results.return();
  const stopHeartbeat = keepAlive(response);
  response.once("close", leave);
  const stopListening = onAbort(closing, leave);
  try {
    if (response.closed) leave();
    for await (const result of results) await sendEvent(response, "next", JSON.stringify(result));
  } finally {
    stopHeartbeat();
    stopListening();
  }
}

/** Begins a response that consists of events. */
function beginEvents(response: Response): void {
  response.status(200).set({
    "Content-Type": "text/event-stream; charset=utf-8",
    "Cache-Control": "no-store, no-transform",
    // Disables buffering of events in nginx.
    "X-Accel-Buffering": "no",
  });
  response.flushHeaders();
}

/**
 * Sends one event, and waits until the connection has taken it, so that a slow client limits the
 * rate.
 */
async function sendEvent(response: Response, event: string, text: string): Promise<void> {
  if (response.closed) return;
  const isTaken = response.write(`event: ${event}\ndata: ${text}\n\n`);
  if (!isTaken) await Promise.race([once(response, "drain"), once(response, "close")]);
}

/** Sends comments at an interval, until the returned function is called. */
function keepAlive(response: Response): () => void {
  const heartbeat = setInterval(() => response.write(":\n\n"), HEARTBEAT_MILLISECONDS);
  return () => clearInterval(heartbeat);
}
