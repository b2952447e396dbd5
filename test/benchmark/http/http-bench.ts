import { type Contestant, type Pair, withContest } from "./contest.js";
import { sendRequests } from "./request-load.js";

const CONNECTIONS = 8;
/** Requests of one repetition, and its maximum duration. */
const REQUESTS = 500;
const MAX_SECONDS = 3;
/** Repetitions that are not measured, in which the servers' code is compiled. */
const WARM_UP = 10;
const REPETITIONS = 16;

/** Processor times of the bare servers, as shares of those of Overtone. */
interface Shares {
  /** What is wanted; not reached yet. */
  readonly goal: number;
  /** What was reached: the median of the medians of nine runs, which for GraphQL were 0.45 to 0.55. */
  readonly reached: number;
}

const REST: Shares = { goal: 0.6, reached: 0.44 };
const GRAPHQL: Shares = { goal: 0.65, reached: 0.5 };

/** How far below what was reached three quarters of the repetitions may be. */
const TOLERANCE = 0.06;

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
 * changed little by other programs on the machine, so it has the goals.
 *
 * The exit code is 1 where three quarters of the repetitions have a share that is lower than what was
 * reached before, by more than the tolerance: medians of the same program differ by up to 8 in 100.
 */
export async function benchHttp(): Promise<void> {
  await withContest(async ({ rest, graphql }) => {
    console.log(`Stored analyses over HTTP, medians of ${REPETITIONS} interleaved repetitions:`);
    await compare("REST", rest, REST);
    await compare("GraphQL", graphql, GRAPHQL);
  });
}

async function compare(
  name: string,
  { overtone, bare }: Pair,
  { goal, reached }: Shares,
): Promise<void> {
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
  const least = reached - TOLERANCE;
  if (quantile(savings, 0.75) >= least) return;
  console.error(
    `${name} takes more than it took: three quarters of the shares are lower than ${percent(least)}.`,
  );
  process.exitCode = 1;
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
