import { createClient as createStreamClient } from "graphql-sse";
import { createClient as createSocketClient, type Client } from "graphql-ws";
import { print, type FormattedExecutionResult } from "graphql";
import type { TypedDocumentNode } from "@graphql-typed-document-node/core";
import { WebSocket } from "ws";

interface Server {
  readonly url: string;
  readonly token: string;
}

/** An operation as both clients take it. */
export interface Operation {
  readonly query: string;
  readonly variables?: Record<string, unknown>;
}

export function operationOf<Data, Variables extends Record<string, unknown>>(
  document: TypedDocumentNode<Data, Variables>,
  variables: Variables,
): Operation {
  return { query: print(document), variables };
}

/** A graphql-ws client that never tries again, so that a test sees what happens first. */
export function socketClient({ url, token }: Server, options: { lazy?: boolean } = {}): Client {
  return createSocketClient({
    url: `${url.replace("http", "ws")}/graphql`,
    webSocketImpl: WebSocket,
    connectionParams: { Authorization: `Bearer ${token}` },
    retryAttempts: 0,
    ...options,
  });
}

/** All results of an operation over a socket, until it is complete. */
export async function resultsOverSocket(
  client: Client,
  operation: Operation,
): Promise<FormattedExecutionResult[]> {
  const results: FormattedExecutionResult[] = [];
  for await (const result of client.iterate(operation)) results.push(result as never);
  return results;
}

/** All results of an operation as server-sent events, until it is complete. */
export async function resultsOverStream(
  { url, token }: Server,
  operation: Operation,
): Promise<FormattedExecutionResult[]> {
  const client = createStreamClient({
    url: `${url}/graphql/stream`,
    headers: { Authorization: `Bearer ${token}` },
    retryAttempts: 0,
  });
  const results: FormattedExecutionResult[] = [];
  for await (const result of client.iterate(operation)) results.push(result as never);
  client.dispose();
  return results;
}
