import { createHash } from "node:crypto";
import type { Request, RequestHandler, Response } from "express";
import type { Scope } from "../../domain/api-key.js";
import { InvalidInputError } from "../../domain/errors/request-errors.js";
import { identityOf } from "../../http/request-locals.js";
import type { FirstRequest } from "../../services/access/repeatable-requests.js";
import type { Services } from "../../services/services.js";

type KeptAnswer = Parameters<FirstRequest["keep"]>[0];

/** What a request asks for. */
export interface Work {
  /** Does it, and sends the answer by `response.json`. */
  run(): Promise<void>;
  /** Reads what is left of the body, where the work is not done. */
  readRest(): Promise<void>;
  /** Returns what the request asks for; equal for equal requests. Called after the body was read. */
  content(): unknown;
}

/** Headers of an answer that are sent again with it; others are those of the request. */
const KEPT_HEADERS = [
  "Cache-Control",
  "Content-Location",
  "ETag",
  "Location",
  "Preference-Applied",
  "Retry-After",
];

/**
 * Handles a request that may carry an `Idempotency-Key`: the answer to the first request of a caller with one key is kept
 * for a day, and sent to all others with it. A failure is not kept: the request may be repeated.
 *
 * Source: J. Jena and S. Dalal, "The Idempotency-Key HTTP Header Field", draft-ietf-httpapi-idempotency-key-header-07.
 *
 * @param workOf parses a request
 */
export function idempotentHandler(
  { access, repeatable }: Pick<Services, "access" | "repeatable">,
  scope: Scope,
  workOf: (request: Request, response: Response) => Work | Promise<Work>,
): RequestHandler {
  return async (request, response) => {
    const { lookup: caller } = access.requireScope(identityOf(response), scope);
    const key = idempotencyKeyOf(request);
    const work = await workOf(request, response);
    if (key === undefined) return work.run();
    const begun = await repeatable.begin({ caller, key });
    if ("answerTo" in begun) {
      await work.readRest();
      return replay(begun.answerTo(fingerprintOf(request, work)), response);
    }
    let captured;
    try {
      captured = await capture(response, () => work.run());
    } catch (error) {
      await begun.release();
      throw error;
    }
    const answer = { ...captured, fingerprint: fingerprintOf(request, work) };
    await begun.keep(answer);
    send(answer, response);
  };
}

/** Printable ASCII in quotes, as the draft has it, or without, as most clients send it. */
const KEY = /^(?:"([\x20\x21\x23-\x5b\x5d-\x7e]{1,255})"|([\x21\x23-\x7e]{1,255}))$/;

/** @throws {InvalidInputError} the header is empty, too long, or has other characters than printable ASCII */
function idempotencyKeyOf(request: Request): string | undefined {
  const text = request.get("Idempotency-Key");
  if (text === undefined) return undefined;
  const [, quoted, plain] = KEY.exec(text.trim()) ?? [];
  const key = quoted ?? plain;
  if (key !== undefined) return key;
  throw new InvalidInputError("Idempotency-Key", "must have 1 to 255 printable ASCII characters");
}

const fingerprintOf = (request: Request, work: Work): string =>
  createHash("sha256")
    .update(JSON.stringify([request.method, request.baseUrl + request.path, work.content()]))
    .digest("base64url");

/** Returns the answer that is made meanwhile, instead of sending it. A failure is sent as ever. */
async function capture(
  response: Response,
  run: () => Promise<void>,
): Promise<Omit<KeptAnswer, "fingerprint">> {
  const send = response.json;
  let body = "";
  response.json = (value: unknown) => {
    body = JSON.stringify(value);
    return response;
  };
  try {
    await run();
  } finally {
    response.json = send;
  }
  const headers: Record<string, string> = {};
  for (const name of KEPT_HEADERS) {
    const value = response.get(name);
    if (value !== undefined) headers[name] = value;
  }
  return { status: response.statusCode, headers, body };
}

function replay(answer: KeptAnswer, response: Response): void {
  response.set("Idempotency-Replayed", "true").vary("Authorization, Prefer");
  send(answer, response);
}

function send({ status, headers, body }: KeptAnswer, response: Response): void {
  response.status(status).set(headers).type("application/json").send(body);
}
