import type { DocumentTypeDecoration } from "@graphql-typed-document-node/core";
import { noteRefusal, serverUrl, whenSessionIsKnown } from "../session/session.js";

/** A request that the server refused or could not answer. */
export class RequestFailure extends Error {
  /**
   * @param code the code of the server's error, e.g. "RATE_LIMITED"; "NETWORK" where the server
   *   cannot be reached, "INTERNAL" where its answer is none of its own
   * @param retryAfterSeconds when to try again, seconds, >= 0; `null` where the server says nothing
   */
  constructor(
    readonly code: string,
    message: string,
    readonly retryAfterSeconds: number | null = null,
  ) {
    super(message);
    this.name = "RequestFailure";
  }
}

/** Returns whether a request was refused because nothing measured is known of a track that it names. */
export const isUnknownTrack = (failure: unknown): boolean =>
  failure instanceof RequestFailure && failure.code === "TRACK_NOT_FOUND";

/**
 * Sends an operation over GraphQL, and returns its result.
 *
 * @throws {RequestFailure} the server refused it, could not answer, or cannot be reached
 */
export async function request<Result, Variables>(
  document: DocumentTypeDecoration<Result, Variables>,
  variables: Variables,
  signal?: AbortSignal,
): Promise<Result> {
  const response = await send("graphql", {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: bodyOf(document, variables),
    ...(signal && { signal }),
  });
  const { data, errors } = (await jsonOf(response)) as {
    readonly data?: Result | null;
    readonly errors?: readonly GraphQLErrorJson[];
  };
  const [error] = errors ?? [];
  if (error) throw refuse(error.extensions?.code, error.message, response, error.extensions);
  if (data === undefined || data === null) {
    throw refuse(undefined, response.statusText, response);
  }
  return data;
}

/** Returns the body of a request for an operation. */
export function bodyOf<Result, Variables>(
  document: DocumentTypeDecoration<Result, Variables>,
  variables: Variables,
): string {
  // A document is a text with types, which it states no more than its decoration.
  const query = document as unknown as string;
  return JSON.stringify({ query, variables });
}

/**
 * Sends a request to the server as the reader.
 *
 * @param path below the prefix of the server: "api/audio/analysis"
 *
 * @throws {RequestFailure} the server cannot be reached
 * @throws the reason of the signal, where it is aborted
 */
export async function send(path: string, init: RequestInit): Promise<Response> {
  await whenSessionIsKnown();
  try {
    return await fetch(serverUrl(path), init);
  } catch (error) {
    if (init.signal?.aborted) throw error;
    throw new RequestFailure("NETWORK", "The server cannot be reached.");
  }
}

/**
 * Sends a value as JSON over REST.
 *
 * @throws {RequestFailure} the server refuses it, or cannot be reached
 */
export async function sendJson(
  method: "POST" | "PUT" | "PATCH",
  path: string,
  value: object,
): Promise<Response> {
  const headers = { "Content-Type": "application/json" };
  return accepted(await send(path, { method, headers, body: JSON.stringify(value) }));
}

/**
 * Returns the JSON of a response, whatever its status.
 *
 * @throws {RequestFailure} the response is not JSON, as from a proxy whose server is away
 */
export async function jsonOf(response: Response): Promise<unknown> {
  try {
    return await response.json();
  } catch {
    throw refuse(undefined, response.statusText, response);
  }
}

/**
 * Returns a response of REST that is no refusal.
 *
 * @throws {RequestFailure} it is one
 */
export async function accepted(response: Response): Promise<Response> {
  if (response.ok) return response;
  const { error } = (await jsonOf(response)) as {
    readonly error?: { readonly code?: string; readonly message?: string };
  };
  throw refuse(error?.code, error?.message ?? response.statusText, response);
}

/**
 * Returns the data of a response of REST.
 *
 * @throws {RequestFailure} it is a refusal, or no JSON
 */
export async function dataOf<Data>(response: Response): Promise<Data> {
  return ((await jsonOf(await accepted(response))) as { readonly data: Data }).data;
}

/** Returns the failure of a refused request, and asks the reader to sign in where that is what it lacks. */
export function refuse(
  code: string | undefined,
  message: string,
  response: Response,
  facts?: { readonly retryAfterSeconds?: number },
): RequestFailure {
  const failure = new RequestFailure(
    code ?? (response.status === 401 ? "UNAUTHENTICATED" : "INTERNAL"),
    message,
    facts?.retryAfterSeconds ?? secondsOf(response.headers.get("Retry-After")),
  );
  noteRefusal(failure.code);
  return failure;
}

interface GraphQLErrorJson {
  readonly message: string;
  readonly extensions?: { readonly code?: string; readonly retryAfterSeconds?: number };
}

function secondsOf(header: string | null): number | null {
  const seconds = Number(header ?? NaN);
  return Number.isFinite(seconds) ? seconds : null;
}
