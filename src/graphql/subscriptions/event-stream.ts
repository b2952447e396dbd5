import { once } from "node:events";
import { type Request, type RequestHandler, type Response, Router } from "express";
import type { FormattedExecutionResult } from "graphql";
import { InvalidInputError } from "../../domain/errors/request-errors.js";
import type { Services } from "../../services/services.js";
import { respondToBadBody, preflightHeaders, readBody } from "../request-body.js";
import { requestContextFrom } from "../request-context.js";
import type { OperationOutcome, OperationRunner } from "./operation-runner.js";
import type { Results } from "./result-stream.js";
import { sentOperationIn } from "./sent-operation.js";

/** Heartbeat interval: short enough that no proxy closes the connection as idle. */
const HEARTBEAT_MILLISECONDS = 12_000;

/** Statuses of refusals that are sent as plain HTTP responses; others are sent in the stream. */
const PLAIN_STATUSES: readonly number[] = [401, 403, 405, 429];

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
  runner: OperationRunner,
  closing: AbortSignal,
): RequestHandler {
  const answer = async (request: Request, response: Response): Promise<void> => {
    const isSafe = request.method === "GET";
    if (isSafe) requirePreflight(request);
    const context = requestContextFrom(services, response);
    const outcome = await runner.run(sentOperationIn(request), context, { isSafe });
    if (!refusePlainly(outcome, response)) await stream(outcome, response, closing);
  };
  return Router().use(...readBody(), answer, respondToBadBody(services));
}

/**
 * @throws {InvalidInputError} a page of another origin could have sent the request without a
 * preflight
 */
function requirePreflight(request: Request): void {
  if (preflightHeaders.some((name) => request.get(name) !== undefined)) return;
  throw new InvalidInputError("Authorization", "is needed with GET, or Apollo-Require-Preflight");
}

/** Sends a refusal as a plain HTTP response if it has such a status; returns whether it did. */
function refusePlainly(outcome: OperationOutcome, response: Response): boolean {
  if (outcome.kind !== "refused") return false;
  const { status = 200, headers } = outcome.http;
  if (!PLAIN_STATUSES.includes(status)) return false;
  for (const [name, value] of headers) response.set(name, value);
  response.status(status).set("Cache-Control", "no-store").json({ errors: outcome.errors });
  return true;
}

async function stream(
  outcome: OperationOutcome,
  response: Response,
  closing: AbortSignal,
): Promise<void> {
  const results = resultsOf(outcome);
  const leave = (): void => void results.return();
  const heartbeat = setInterval(() => response.write(":\n\n"), HEARTBEAT_MILLISECONDS);
  response.once("close", leave);
  closing.addEventListener("abort", leave);
  try {
    begin(response);
    if (closing.aborted || response.closed) leave();
    for await (const result of results) await send(response, "next", JSON.stringify(result));
    if (!closing.aborted) await send(response, "complete", "");
  } finally {
    clearInterval(heartbeat);
    closing.removeEventListener("abort", leave);
    response.end();
  }
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

/**
 * Sends one event, and waits until the connection has taken it, so that a slow client limits the
 * rate.
 */
async function send(response: Response, event: string, text: string): Promise<void> {
  if (response.closed) return;
  const isTaken = response.write(`event: ${event}\ndata: ${text}\n\n`);
  if (!isTaken) await Promise.race([once(response, "drain"), once(response, "close")]);
}

function resultsOf(outcome: OperationOutcome): Results {
  return outcome.kind === "streaming" ? outcome.results : only(outcome);
}

// eslint-disable-next-line @typescript-eslint/require-await -- one result in the shape of many
async function* only(
  outcome: Exclude<OperationOutcome, { kind: "streaming" }>,
): AsyncGenerator<FormattedExecutionResult, void, void> {
  yield outcome.kind === "answered" ? outcome.result : { errors: outcome.errors };
}
