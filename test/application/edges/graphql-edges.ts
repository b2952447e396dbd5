import type { FormattedExecutionResult } from "graphql";
import type { Operation } from "../../graphql/subscription-clients.js";
import { resultsOverSocket, resultsOverStream } from "../../graphql/subscription-clients.js";
import type { Caller, Edge, EdgeAnswer } from "./edge.js";
import { keyOf, refusalOf } from "./http-edges.js";

/** Sends an operation; returns its result, or how the transport refuses. */
type SendOperation = (
  caller: Caller,
  operation: Operation,
) => Promise<FormattedExecutionResult | string>;

/** A track in a result, or why there is none. */
interface ResultTrack {
  readonly artist?: string;
  readonly trackName?: string;
  readonly code?: string;
}

function answerIn({ artist, trackName: track, code }: ResultTrack): EdgeAnswer {
  if (artist !== undefined && track !== undefined) return { artist, track };
  return code ?? "none";
}

const SEARCH = `query ($artist: String, $track: String!) {
  search(artist: $artist, track: $track, limit: 1) { results { artist trackName } }
}`;

const ANALYSIS = `query ($trackKey: ID!) {
  analysis(by: { id: $trackKey }) {
    ... on TrackAnalysis { artist trackName }
    ... on AnalysisFailed { code }
  }
}`;

function edgeOver(send: SendOperation): Edge {
  const answer = async <Data>(
    caller: Caller,
    operation: Operation,
    trackIn: (data: Data) => ResultTrack,
  ): Promise<EdgeAnswer> => {
    const result = await send(caller, operation);
    if (typeof result === "string") return result;
    const [error] = result.errors ?? [];
    if (error) return (error.extensions as { readonly code: string }).code;
    return answerIn(trackIn(result.data as Data));
  };
  return {
    hasKeys: true,
    byNames: (caller, { artist, track }) =>
      answer<{ readonly search: { readonly results: readonly ResultTrack[] } }>(
        caller,
        { query: SEARCH, variables: { artist, track } },
        ({ search }) => search.results[0] ?? {},
      ),
    byId: (caller, { trackKey }) =>
      answer<{ readonly analysis: ResultTrack }>(
        caller,
        { query: ANALYSIS, variables: { trackKey } },
        ({ analysis }) => analysis,
      ),
  };
}

/** GraphQL over HTTP. */
export const graphqlEdge: Edge = {
  path: "/graphql",
  ...edgeOver(async (caller, operation) => {
    const response = await fetch(`${caller.url}/graphql`, {
      method: "POST",
      headers: { ...keyOf(caller), "content-type": "application/json" },
      body: JSON.stringify(operation),
    });
    return response.status === 200
      ? ((await response.json()) as FormattedExecutionResult)
      : refusalOf(response);
  }),
};

/** Returns the first result of a transport that may have several, or how it refuses. */
async function firstOf(
  results: AsyncGenerator<FormattedExecutionResult, void, void>,
): Promise<FormattedExecutionResult | string> {
  try {
    for await (const result of results) return refusedClosing(result) ?? result;
    return "none";
  } catch (error) {
    const { response } = error as { readonly response?: Response };
    if (response === undefined) throw error;
    return refusalOf(response);
  }
}

/** A socket that the server closes has its code in place of errors. */
function refusedClosing({ errors }: FormattedExecutionResult): string | undefined {
  const { code } = (errors ?? {}) as { readonly code?: number };
  return code === undefined ? undefined : `closed ${code}`;
}

const withToken = ({ url, token }: Caller) => ({ url, ...(token !== undefined && { token }) });

const sendBySocket: SendOperation = (caller, operation) =>
  firstOf(resultsOverSocket(withToken(caller), operation));

/** Longer than a message may be. */
const LONG_QUERY = `{ trackKey(artist: "a", track: "${"b".repeat(2_000_000)}") }`;

/** GraphQL over a WebSocket. */
export const graphqlSocketEdge: Edge = {
  ...edgeOver(sendBySocket),
  tooMuch: async (caller) => {
    const result = await sendBySocket(caller, { query: LONG_QUERY });
    return typeof result === "string" ? result : "taken";
  },
};

/** GraphQL by server-sent events. */
export const graphqlStreamEdge: Edge = {
  path: "/graphql/stream",
  ...edgeOver((caller, operation) =>
    firstOf(resultsOverStream({ ...withToken(caller), headers: keyOf(caller) }, operation)),
  ),
};
