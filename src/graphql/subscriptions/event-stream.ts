import { once } from "node:events";
import { type ApolloServer, HeaderMap, type HTTPGraphQLRequest } from "@apollo/server";
import { type Request, type RequestHandler, type Response, Router } from "express";
import { InvalidInputError } from "../../domain/errors/request-errors.js";
import type { Services } from "../../services/services.js";
import { respondToBadBody, readBody } from "../request-body.js";
import {
  type RequestContext,
  requestContextFrom,
  type ResultTransport,
} from "../request-context.js";
import type { Results } from "./result-stream.js";

/** Heartbeat interval: short enough that no proxy closes the connection as idle. */
const HEARTBEAT_MILLISECONDS = 12_000;

/** Statuses of refusals that are sent as plain HTTP responses; others are sent in the stream. */
const PLAIN_STATUSES: readonly number[] = [400, 401, 403, 405, 429];

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
  const answer = async (request: Request, response: Response): Promise<void> => {
    const transport: ResultTransport = { isSafe: request.method === "GET" };
    // Refusals of GraphQL itself have the status 200, as for clients that accept plain JSON.
    const common = { ...requestContextFrom(services, response), wantsPlainJson: () => true };
    const { status, headers, body } = await apollo.executeHTTPGraphQLRequest({
      httpGraphQLRequest: httpRequestFrom(request),
      context: () => Promise.resolve({ ...common, transport }),
    });
    if (body.kind !== "complete") throw new Error("The schema has no @defer.");
    if (status !== undefined && PLAIN_STATUSES.includes(status)) {
      for (const [name, value] of headers) response.set(name, value);
      response.status(status).set("Cache-Control", "no-store").send(body.string);
      return;
    }
    begin(response);
    if (transport.results) await sendResults(transport.results, response, closing);
    else await send(response, "next", body.string.trimEnd());
    if (!closing.aborted) await send(response, "complete", "");
    response.end();
  };
  return Router().use(...readBody(), answer, respondToBadBody(services));
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

function begin(response: Response): void {
  response.status(200).set({
    "Content-Type": "text/event-stream; charset=utf-8",
    "Cache-Control": "no-store, no-transform",
    // Disables buffering of events in nginx.
    "X-Accel-Buffering": "no",
  });
  response.flushHeaders();
}

/** Sends results until they end, the client disconnects or the server stops. */
async function sendResults(
  results: Results,
  response: Response,
  closing: AbortSignal,
): Promise<void> {
  const leave = (): void => void results.return();
  const heartbeat = setInterval(() => response.write(":\n\n"), HEARTBEAT_MILLISECONDS);
  response.once("close", leave);
  closing.addEventListener("abort", leave);
  try {
    if (closing.aborted || response.closed) leave();
    for await (const result of results) await send(response, "next", JSON.stringify(result));
  } finally {
    clearInterval(heartbeat);
    closing.removeEventListener("abort", leave);
  }
}

/**
 * Sends one event, and waits until the connection has taken it, so that a slow client limits the
 * rate.
 */
async function send(response: Response, event: string, text: string): Promise<void> {
  if (response.closed) return;
  const isTaken = response.write(`event: ${event}\ndata: ${text}\n\n`);
  if (!isTaken) await Promise.race([once(response, "drain"), once(response, "close")]);
}
