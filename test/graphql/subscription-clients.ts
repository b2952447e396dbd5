import { createClient as createStreamClient, type Client as StreamClient } from "graphql-sse";
import { createClient as createSocketClient, type Client } from "graphql-ws";
import { print, type FormattedExecutionResult, type GraphQLFormattedError } from "graphql";
import type { TypedDocumentNode } from "@graphql-typed-document-node/core";
import { WebSocket } from "ws";

interface Server {
  readonly url: string;
  /** The key of the client, unless it has headers of a browser that is signed in. */
  readonly token?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

/** An operation in the form that both clients accept. */
export interface Operation {
  readonly query: string;
  readonly variables?: Record<string, unknown>;
  readonly operationName?: string;
}

export function operationOf<Data, Variables extends Record<string, unknown>>(
  document: TypedDocumentNode<Data, Variables>,
  variables: Variables,
): Operation {
  return { query: print(document), variables };
}

/** A graphql-ws client without retries, so that a test sees the first outcome. */
function socketClient({ url, token, headers }: Server, options: { lazy?: boolean } = {}): Client {
  return createSocketClient({
    url: `${url.replace("http", "ws")}/graphql`,
    webSocketImpl: class extends WebSocket {
      constructor(address: string, protocols: string) {
        super(address, protocols, { headers });
      }
    },
    connectionParams: token === undefined ? {} : { Authorization: `Bearer ${token}` },
    retryAttempts: 0,
    ...options,
  });
}

type Results = AsyncGenerator<FormattedExecutionResult, void, void>;

/**
 * Yields the results of an operation over a socket of its own, until it is complete or the consumer
 * stops.
 */
export async function* resultsOverSocket(server: Server, operation: Operation): Results {
  const client = socketClient(server);
  try {
    yield* client.iterate(operation) as AsyncIterable<FormattedExecutionResult>;
  } catch (errors) {
    yield { errors: errors as GraphQLFormattedError[] };
  } finally {
    await client.dispose();
  }
}

/**
 * Yields the results of an operation as server-sent events, until it is complete or the consumer
 * stops.
 */
export async function* resultsOverStream(server: Server, operation: Operation): Results {
  const client = streamClient(server);
  try {
    yield* client.iterate(operation) as AsyncIterable<FormattedExecutionResult>;
  } finally {
    client.dispose();
  }
}

/** A graphql-sse client without retries. */
export function streamClient({
  url,
  token = "",
  headers = { Authorization: `Bearer ${token}` },
}: Server): StreamClient {
  return createStreamClient({
    url: `${url}/graphql/stream`,
    headers,
    retryAttempts: 0,
  });
}
