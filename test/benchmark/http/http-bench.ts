import { type Contestant, type Pair, withContest } from "./contest.js";
import { sendRequests } from "./request-load.js";

const CONNECTIONS = 8;
/** Requests of one repetition, and its maximum duration. */
const REQUESTS = 500;
const MAX_SECONDS = 3;
/** Repetitions that are not measured, in which the servers' code is compiled. */
const WARM_UP = 4;
const REPETITIONS = 24;

/** Minimum processor times of the bare servers, as shares of those of Overtone. */
const REST_GOAL = 0.6;
const GRAPHQL_GOAL = 0.65;

/** One repetition: what one server answered. */
interface Sample {
  /** Requests per second. */
  readonly rate: number;
  /** Processor time of the server's process, microseconds per request. */
  readonly cost: number;
}

/**
 * The processor time of stored analyses over HTTP, compared with bare servers that send the same.
 *
 * The servers receive requests of the same clients alternately. Each repetition has a ratio of its
 * own, so that a machine that changes its speed changes both. Processor time, unlike the rate, is
 * hardly changed by other programs on the machine, so it has the goals.
 */
export async function benchHttp(): Promise<void> {
  await withContest(async ({ rest, graphql }) => {
    console.log(`Stored analyses over HTTP, medians of ${REPETITIONS} interleaved repetitions:`);
    await compare("REST", rest, REST_GOAL);
    await compare("GraphQL", graphql, GRAPHQL_GOAL);
  });
}

async function compare(name: string, { overtone, bare }: Pair, goal: number): Promise<void> {
  const pairs: [overtone: Sample, bare: Sample][] = [];
  for (let repetition = -WARM_UP; repetition < REPETITIONS; repetition++) {
    const pair: [Sample, Sample] = [await load(overtone), await load(bare)];
    if (repetition >= 0) pairs.push(pair);
  }
  const [rate, bareRate] = [0, 1].map((which) => median(pairs.map((pair) => pair[which]!.rate)));
  const [cost, bareCost] = [0, 1].map((which) => median(pairs.map((pair) => pair[which]!.cost)));
  const shares = pairs.map(([one, other]) => one.rate / other.rate);
  const savings = pairs.map(([one, other]) => other.cost / one.cost);
  console.log(
    `${name.padEnd(8)}${cost!.toFixed(0)} CPU microseconds a request against ${bareCost!.toFixed(0)}: ` +
      `${rangeOf(savings)} (goal ${percent(goal)}); ` +
      `${rate!.toFixed(0)} requests/s against ${bareRate!.toFixed(0)}: ${rangeOf(shares)}`,
  );
}

async function load({ server, plan }: Contestant): Promise<Sample> {
  const before = await server.processorTime();
  const limits = { connections: CONNECTIONS, count: REQUESTS, seconds: MAX_SECONDS };
  const { answered, seconds } = await sendRequests(plan, limits);
  const cost = (await server.processorTime()) - before;
  return { rate: answered / seconds, cost: cost / answered };
}

/** Formats the median of ratios with their quartiles: "54 % (50 to 57)". */
function rangeOf(ratios: readonly number[]): string {
  const [low, middle, high] = [0.25, 0.5, 0.75].map((part) => percent(quantile(ratios, part)));
  return `${middle} (quartiles ${low} to ${high})`;
}

const percent = (share: number): string => `${(100 * share).toFixed(0)} %`;

const median = (values: readonly number[]): number => quantile(values, 0.5);

/** Returns the value below which a part of the values lies; `part` in [0, 1]. */
function quantile(values: readonly number[], part: number): number {
  return [...values].sort((a, b) => a - b)[Math.round(part * (values.length - 1))]!;
}
