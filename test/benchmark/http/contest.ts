import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { requireFreshBuild } from "../../build/fresh-build.js";
import { offline } from "../../application/offline.js";
import { MeasuredServer } from "./measured-server.js";
import type { PlannedRequests } from "./request-load.js";

/** A server, and the requests to send to it. */
export interface Contestant {
  readonly server: MeasuredServer;
  readonly plan: PlannedRequests;
}

/** Overtone as it is built, and a bare server that sends the same responses. */
export interface Pair {
  readonly overtone: Contestant;
  readonly bare: Contestant;
}

const trackQuery = `query Track($trackKey: TrackKey!) {
  track(trackKey: $trackKey) {
    trackKey trackName artist durationMs
    analysis {
      __typename
      ... on TrackAnalysis {
        tempo key keyString mode timeSignature energy danceability valence
        mood { happy sad relaxed aggressive }
      }
    }
  }
}`;

/**
 * Starts the servers, and measures them: Overtone with the demo library analysed, in one process,
 * and the bare servers in another. They are stopped at the end.
 *
 * Over REST, the other is an Express route that sends the same bytes; over GraphQL, Apollo Server
 * with the same schema and constant resolvers.
 */
export async function withContest(
  measure: (pairs: { readonly rest: Pair; readonly graphql: Pair }) => Promise<void>,
): Promise<void> {
  requireFreshBuild();
  const folder = await mkdtemp(join(tmpdir(), "overtone-bench-"));
  const servers: MeasuredServer[] = [];
  try {
    const overtone = new MeasuredServer({
      program: new URL("../../../dist/main.js", import.meta.url),
      environment: { ...offline, PORT: "0", DATA_DIR: folder, RATE_LIMIT_PER_SECOND: "1000000" },
    });
    servers.push(overtone);
    const [url = "", token] = await overtone.saying(
      /(?<=listens at )\S+/u,
      /ot_live_\w+/u,
      /Library: +\d+ files$|The library is scanned/mu,
    );
    const authorization = `Bearer ${token}`;
    const trackKeys = await analysedKeys(url, authorization);
    const bare = new MeasuredServer({
      program: new URL("bare-servers.ts", import.meta.url),
      programArguments: [url, authorization, ...trackKeys],
      nodeArguments: ["--import", "tsx"],
      environment: {},
    });
    servers.push(bare);
    const [urls = ""] = await bare.saying(/^\S+\n\S+\n/u);
    const [expressUrl = "", apolloUrl = ""] = urls.split("\n");
    const pairOf = (bareUrl: string, requests: PlannedRequests["requests"]): Pair => ({
      overtone: { server: overtone, plan: { url, requests } },
      bare: { server: bare, plan: { url: bareUrl, requests } },
    });
    await measure({
      rest: pairOf(expressUrl, restRequests(trackKeys, authorization)),
      graphql: pairOf(apolloUrl, graphqlRequests(trackKeys, authorization)),
    });
  } finally {
    for (const server of servers) await server.close();
    await rm(folder, { recursive: true });
  }
}

/** Returns the keys of the tracks of the demo library, each analysed and stored. */
async function analysedKeys(url: string, authorization: string): Promise<string[]> {
  const manifest = new URL("../../../src/demo/library/manifest.json", import.meta.url);
  const pieces = JSON.parse(await readFile(manifest, "utf8")) as { trackKey: string }[];
  for (const { trackKey } of pieces) {
    const answer = await fetch(`${url}/api/audio/analysis/${trackKey}`, {
      headers: { authorization },
    });
    if (answer.status !== 200) throw new Error(`${trackKey}: ${answer.status}`);
  }
  return pieces.map(({ trackKey }) => trackKey);
}

function restRequests(
  trackKeys: readonly string[],
  authorization: string,
): PlannedRequests["requests"] {
  return trackKeys.map((trackKey) => ({
    method: "GET",
    path: `/api/audio/analysis/${trackKey}`,
    headers: { authorization },
  }));
}

function graphqlRequests(
  trackKeys: readonly string[],
  authorization: string,
): PlannedRequests["requests"] {
  return trackKeys.map((trackKey) => ({
    method: "POST",
    path: "/graphql",
    headers: { authorization, "content-type": "application/json" },
    body: JSON.stringify({ query: trackQuery, variables: { trackKey } }),
  }));
}
