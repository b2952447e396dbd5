import { fork, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { sendRequests, type PlannedRequests } from "./request-load.js";

/** The message that the process under load sends when it listens. */
export interface Contestants {
  readonly authorization: string;
  readonly trackKeys: readonly string[];
  /** The URLs of Overtone, and of bare servers that send the same. */
  readonly overtoneUrl: string;
  readonly expressUrl: string;
  readonly apolloUrl: string;
}

const REPETITIONS = 7;
const CONNECTIONS = 8;
/** Requests of one repetition, and its maximum duration. */
const REQUESTS = 1500;
const MAX_SECONDS = 3;
/** Minimum rates, as shares of those of bare servers. */
const REST_GOAL = 0.5;
const GRAPHQL_GOAL = 0.55;

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
 * Requests per second for stored analyses, compared with bare servers that send the same: over REST
 * an Express route that sends the same bytes, over GraphQL Apollo Server with constant resolvers.
 *
 * All listen in one process on this machine, and receive requests of the same clients alternately.
 */
export async function benchHttp(): Promise<void> {
  const server = fork(fileURLToPath(new URL("bench-server.ts", import.meta.url)), {
    // It logs a line per request, as in production.
    stdio: ["ignore", "ignore", "ignore", "ipc"],
  });
  try {
    const contestants = await whenListening(server);
    console.log("Stored analyses over HTTP, medians of interleaved repetitions:");
    await compare(server, "REST", REST_GOAL, restPlans(contestants));
    await compare(server, "GraphQL", GRAPHQL_GOAL, graphqlPlans(contestants));
  } finally {
    if (server.connected) {
      server.disconnect();
      await once(server, "exit");
    }
  }
}

async function whenListening(server: ChildProcess): Promise<Contestants> {
  const ended = once(server, "exit").then(([code]) => {
    throw new Error(
      `The servers ended with code ${code}. Run bench-server.ts by itself to see why.`,
    );
  });
  const [contestants] = (await Promise.race([once(server, "message"), ended])) as [Contestants];
  ended.catch(() => undefined);
  return contestants;
}

type Plans = readonly [overtone: PlannedRequests, bare: PlannedRequests];

function restPlans({ overtoneUrl, expressUrl, ...options }: Contestants): Plans {
  const paths = options.trackKeys.map((trackKey) => `/api/audio/analysis/${trackKey}`);
  const headers = { authorization: options.authorization };
  const requests = paths.map((path) => ({ method: "GET" as const, path, headers }));
  return [
    { url: overtoneUrl, requests },
    { url: expressUrl, requests },
  ];
}

function graphqlPlans({ overtoneUrl, apolloUrl, ...options }: Contestants): Plans {
  const headers = { authorization: options.authorization, "content-type": "application/json" };
  const requests = options.trackKeys.map((trackKey) => ({
    method: "POST" as const,
    path: "/graphql",
    headers,
    body: JSON.stringify({ query: trackQuery, variables: { trackKey } }),
  }));
  return [
    { url: overtoneUrl, requests },
    { url: apolloUrl, requests },
  ];
}

async function compare(
  server: ChildProcess,
  name: string,
  goal: number,
  plans: Plans,
): Promise<void> {
  const rates: [number[], number[]] = [[], []];
  const costs: [number[], number[]] = [[], []];
  for (let repetition = -1; repetition < REPETITIONS; repetition++) {
    for (const [which, plan] of plans.entries()) {
      const before = await cpuSeconds(server);
      const limits = { connections: CONNECTIONS, count: REQUESTS, seconds: MAX_SECONDS };
      const { answered, seconds } = await sendRequests(plan, limits);
      const cost = (await cpuSeconds(server)) - before;
      // The first repetition warms up.
      if (repetition < 0) continue;
      rates[which]!.push(answered / seconds);
      costs[which]!.push((1e6 * cost) / answered);
    }
  }
  const [rate, bareRate] = rates.map(median) as [number, number];
  const [cost, bareCost] = costs.map(median) as [number, number];
  const share = rate / bareRate;
  console.log(
    `${name.padEnd(8)}${rate.toFixed(0).padStart(6)} requests/s against ${bareRate.toFixed(0)}: ` +
      `${(100 * share).toFixed(0)} % (goal ${(100 * goal).toFixed(0)}); ` +
      `${cost.toFixed(0)} CPU microseconds a request against ${bareCost.toFixed(0)}: ` +
      `${((100 * bareCost) / cost).toFixed(0)} %`,
  );
}

async function cpuSeconds(server: ChildProcess): Promise<number> {
  server.send("cpu");
  const [seconds] = (await once(server, "message")) as [number];
  return seconds;
}

function median(values: readonly number[]): number {
  return [...values].sort((a, b) => a - b)[values.length >> 1]!;
}
