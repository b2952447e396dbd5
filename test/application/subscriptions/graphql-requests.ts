import type { DescribedRequest } from "../described/described-request.js";

const json = { "content-type": "application/json" };
const query = 'query Key { trackKey(artist: "Pink Floyd", track: "Money") }';
const operation = JSON.stringify({ query, operationName: "Key", variables: {}, extensions: {} });
const inUrl = new URLSearchParams({
  query,
  operationName: "Key",
  variables: "{}",
  extensions: "{}",
}).toString();
const preflight = { "apollo-require-preflight": "1" };
/** Is refused with the status 400, for clients that do not accept plain JSON. */
const invalid = { ...json, accept: "application/graphql-response+json" };
/** Fails where it runs: a result with the status 200. */
const failing = JSON.stringify({ query: "{ tracks(first: 1000) { edges { cursor } } }" });

/** The requests of one path, whose operations have these ids. */
const requestsOf = (path: string, read: string, operate: string): readonly DescribedRequest[] => [
  { operationId: read, status: 200, path: `${path}?${inUrl}`, headers: preflight },
  {
    operationId: read,
    status: 400,
    path: `${path}?${new URLSearchParams({ query, variables: "[" }).toString()}`,
  },
  { operationId: operate, status: 200, path, headers: json, body: operation },
  { operationId: operate, status: 200, path, headers: json, body: failing },
  { operationId: operate, status: 400, path, headers: json, body: "{" },
  { operationId: operate, status: 413, path, headers: json, body: `"${"x".repeat(1_100_000)}"` },
  { operationId: operate, status: 415, path, body: operation },
];

/** Requests to the GraphQL API. */
export const graphqlRequests: readonly DescribedRequest[] = [
  ...requestsOf("/graphql", "runGraphqlQuery", "runGraphqlOperation"),
  {
    operationId: "runGraphqlQuery",
    status: 304,
    path: `/graphql?${inUrl}`,
    headers: { "if-none-match": "*" },
  },
  {
    operationId: "runGraphqlOperation",
    status: 400,
    path: "/graphql",
    headers: invalid,
    body: JSON.stringify({ query: "{ nothing }" }),
  },
  ...requestsOf("/graphql/stream", "streamGraphqlQuery", "streamGraphqlOperation"),
];
