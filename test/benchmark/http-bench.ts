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

const REPETITIONS = 20;
const CONNECTIONS = 8;
/** Requests of one repetition, and its maximum duration. */
const REQUESTS = 1000;
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
 * Each repetition has a ratio of its own, so that a machine that changes its speed changes both.
 */
export async function benchHttp(): Promise<void> {
  const server = fork(fileURLToPath(new URL("bench-server.ts", import.meta.url)), {
    // All run as Overtone does in production, where it logs a line per request.
    stdio: ["ignore", "ignore", "ignore", "ipc"],
    env: { ...process.env, NODE_ENV: "production" },
  });
  try {
    const contestants = await whenListening(server);
    console.log(`Stored analyses over HTTP, medians of ${REPETITIONS} interleaved repetitions:`);
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

/** One repetition: what one server answered. */
interface Sample {
  /** Requests per second. */
  readonly rate: number;
  /** Processor time of the servers' process, microseconds per request. */
  readonly cost: number;
}

async function compare(
  server: ChildProcess,
  name: string,
  goal: number,
  plans: Plans,
): Promise<void> {
  const pairs: [overtone: Sample, bare: Sample][] = [];
  for (let repetition = -1; repetition < REPETITIONS; repetition++) {
    const pair: [Sample, Sample] = [await load(server, plans[0]), await load(server, plans[1])];
    // The first repetition warms up.
    if (repetition >= 0) pairs.push(pair);
  }
  const [rate, bareRate] = [0, 1].map((which) => median(pairs.map((pair) => pair[which]!.rate)));
  const [cost, bareCost] = [0, 1].map((which) => median(pairs.map((pair) => pair[which]!.cost)));
  const shares = pairs.map(([overtone, bare]) => overtone.rate / bare.rate);
  const savings = pairs.map(([overtone, bare]) => bare.cost / overtone.cost);
  console.log(
    `${name.padEnd(8)}${rate!.toFixed(0).padStart(6)} requests/s against ${bareRate!.toFixed(0)}: ` +
      `${rangeOf(shares)} (goal ${percent(goal)}); ` +
      `${cost!.toFixed(0)} CPU microseconds a request against ${bareCost!.toFixed(0)}: ` +
      rangeOf(savings),
  );
}

async function load(server: ChildProcess, plan: PlannedRequests): Promise<Sample> {
  const before = await cpuSeconds(server);
  const limits = { connections: CONNECTIONS, count: REQUESTS, seconds: MAX_SECONDS };
  const { answered, seconds } = await sendRequests(plan, limits);
  const cost = (await cpuSeconds(server)) - before;
  return { rate: answered / seconds, cost: (1e6 * cost) / answered };
}

/** Formats the median of ratios with their quartiles: "54 % (50 to 57)". */
function rangeOf(ratios: readonly number[]): string {
  const [low, middle, high] = [0.25, 0.5, 0.75].map((part) => percent(quantile(ratios, part)));
  return `${middle} (quartiles ${low} to ${high})`;
}

const percent = (share: number): string => `${(100 * share).toFixed(0)} %`;

async function cpuSeconds(server: ChildProcess): Promise<number> {
  server.send("cpu");
  const [seconds] = (await once(server, "message")) as [number];
  return seconds;
}

const median = (values: readonly number[]): number => quantile(values, 0.5);

/** Returns the value below which a part of the values lies; `part` in [0, 1]. */
function quantile(values: readonly number[], part: number): number {
  return [...values].sort((a, b) => a - b)[Math.round(part * (values.length - 1))]!;
}
