import { RandomChoices } from "../../fuzzing/random-choices.js";
import { ClusterAudit } from "../cluster-audit.js";
import { ClusterLoad } from "../cluster-load.js";
import type { ClusterTrial } from "../cluster-trial.js";
import { checkOutcome } from "../cluster-verdict.js";
import { Cluster, createDatabase } from "../cluster.js";

/** How often a copy to the same target is killed before it may end. */
const KILLS_PER_TARGET = 5;

const TRACKS_PER_COPY = 4;

/** Enough rows that a kill meets a copy halfway. */
const FILLED_ROWS = 40_000;

/** Writes rows that no server reads. */
const FILLING = `insert into cache_entries (namespace, key, value)
  select 'filling', n::text, repeat('x', 500) from generate_series(1, ${FILLED_ROWS}) n`;

/** Tables whose rows are counted in the end. */
const COUNTED = ["analyses", "analysis_details", "analysis_timelines", "library_files", "api_keys"];

/**
 * Kills `overtone copy` from the database of a working cluster again and again, each time started again by
 * the same command, which must find nothing that differs when it may end.
 */
export async function killedCopies(trial: ClusterTrial): Promise<void> {
  const { clusterKills } = trial.run.options;
  const targets = Math.ceil(clusterKills / KILLS_PER_TARGET);
  const cluster = await Cluster.open(trial, { slots: [1, 0], tracks: TRACKS_PER_COPY * targets });
  await cluster.startWorker({ name: "ann" });
  const load = new ClusterLoad(cluster);
  // Enough rows that a kill meets a copy halfway.
  await cluster.audit.query(FILLING);
  const whole = await timed(() => copy(cluster, trial));
  for (let target = 0; target < targets; target += 1) {
    load.request(TRACKS_PER_COPY);
    const to = await createDatabase(trial);
    const kills = Math.min(KILLS_PER_TARGET, clusterKills - trial.runs);
    for (let kill = 0; kill < kills; kill += 1) {
      const process = await cluster.spawn(copyTo(cluster, to));
      const random = new RandomChoices(trial.run.options.seed, trial.runs);
      // Rarely while the process starts and migrates.
      await trial.pause(whole / 4 + random.below((3 * whole) / 4));
      await process.stop("SIGKILL");
      trial.runs += 1;
    }
    const command = await cluster.spawn(copyTo(cluster, to));
    const { exitCode, output, errors } = await command.finished();
    // A target whose copy had ended when it was killed is refused like any other with content.
    const isRefused = errors.includes("has content of its own");
    trial.check(exitCode === 0 || isRefused, `a copy after kills: ${output} ${errors}`);
    if (isRefused) trial.count("copies that had ended");
    await checkTarget(cluster, to);
  }
  await checkOutcome(cluster, load);
  const last = await copy(cluster, trial);
  for (const table of COUNTED) {
    const [from, to] = await Promise.all(
      [cluster.audit, last].map((one) => one.number(`select count(*) from ${table}`)),
    );
    trial.check(from === to, `the last copy has ${to} rows of ${from} in ${table}`);
  }
}

/** Kills one of two processes that migrate a new database; the other and the next one must succeed. */
export async function killedMigrations(trial: ClusterTrial): Promise<void> {
  const { clusterKills, seed } = trial.run.options;
  const cluster = await Cluster.open(trial, { slots: [], tracks: 0 });
  const migrations = "select count(*) from kysely_migration";
  const expected = await cluster.audit.number(migrations);
  const migrate = async (url: string) => cluster.spawn(["migrate"], { DATABASE_URL: url });
  const whole = await timed(async () => (await migrate(await createDatabase(trial))).finished());
  for (; trial.runs < clusterKills; trial.runs += 1) {
    const url = await createDatabase(trial);
    const [killed, other] = [await migrate(url), await migrate(url)];
    await trial.pause(new RandomChoices(seed, trial.runs).below(whole * 2));
    await killed.stop("SIGKILL");
    for (const process of [other, await migrate(url)]) {
      const { exitCode, errors } = await process.finished();
      trial.check(exitCode === 0, `kill ${trial.runs}: overtone migrate: ${exitCode} ${errors}`);
    }
    const audit = new ClusterAudit(url);
    const found = await audit.number(migrations);
    trial.check(found === expected, `kill ${trial.runs}: ${found} of ${expected} migrations`);
    for (const problem of await audit.problems()) trial.check(false, problem);
  }
}

async function copy(cluster: Cluster, trial: ClusterTrial): Promise<ClusterAudit> {
  const to = await createDatabase(trial);
  await cluster.command(...copyTo(cluster, to));
  return new ClusterAudit(to);
}

const copyTo = ({ databaseUrl }: Cluster, to: string): readonly string[] => [
  ...["copy", "--from", databaseUrl],
  ...["--to", to],
];

/** Checks a target whose copy has ended; the table that was filled is copied last. */
async function checkTarget({ trial }: Cluster, url: string): Promise<void> {
  const target = new ClusterAudit(url);
  const filled = await target.number(
    "select count(*) from cache_entries where namespace = 'filling'",
  );
  trial.check(filled === FILLED_ROWS, `a copy has ${filled} of ${FILLED_ROWS} rows`);
  for (const problem of await target.problems()) trial.check(false, problem);
}

/** Returns how long something takes, milliseconds. */
async function timed(work: () => Promise<unknown>): Promise<number> {
  const startedAt = performance.now();
  await work();
  return performance.now() - startedAt;
}
