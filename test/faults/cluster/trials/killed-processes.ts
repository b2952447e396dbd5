import { RandomChoices } from "../../fuzzing/random-choices.js";
import { ClusterLoad } from "../cluster-load.js";
import type { ClusterTrial } from "../cluster-trial.js";
import { checkOutcome } from "../cluster-verdict.js";
import { Cluster } from "../cluster.js";

const TRACKS_PER_KILL = 4;

/** One of so many kills also meets uploads. */
const KILLS_PER_UPLOAD = 3;

/** Maximum time from the moment when jobs run to the kill, and from there to the next start. */
const MAX_DELAY_MILLISECONDS = 600;

/** How long a kill waits for the jobs that it needs. */
const LOAD_SECONDS = 90;

/** Kills servers in turn while they and the workers analyse, and starts each again. */
export async function killedServers(trial: ClusterTrial): Promise<void> {
  const { cluster, load } = await loaded(trial, [1, 0], ["ann", "ben"]);
  await kills(cluster, load, async (index, delay) => {
    await cluster.killServer(index % 2);
    await trial.pause(delay);
    await cluster.startServer(index % 2);
  });
}

/** Kills workers in turn while they analyse, and starts another one for each. */
export async function killedWorkers(trial: ClusterTrial): Promise<void> {
  const names = ["ann", "ben", "cem"];
  const { cluster, load } = await loaded(trial, [0, 0], names);
  await kills(cluster, load, async (index, delay) => {
    const name = names[index % names.length]!;
    await cluster.killWorker(name);
    await trial.pause(delay);
    await cluster.startWorker({ name });
  });
}

async function loaded(
  trial: ClusterTrial,
  slots: readonly number[],
  workers: readonly string[],
): Promise<{ readonly cluster: Cluster; readonly load: ClusterLoad }> {
  const tracks = TRACKS_PER_KILL * trial.run.options.clusterKills;
  const cluster = await Cluster.open(trial, { slots, tracks });
  for (const name of workers) await cluster.startWorker({ name });
  return { cluster, load: new ClusterLoad(cluster) };
}

async function kills(
  cluster: Cluster,
  load: ClusterLoad,
  kill: (index: number, delay: number) => Promise<void>,
): Promise<void> {
  const { trial } = cluster;
  const { clusterKills, seed } = trial.run.options;
  for (let index = 0; index < clusterKills; index += 1) {
    const random = new RandomChoices(seed, index);
    load.request(TRACKS_PER_KILL);
    if (index % KILLS_PER_UPLOAD === 0) load.upload(1);
    await trial.until("running jobs, none close to its last loss", LOAD_SECONDS, () =>
      isReady(cluster),
    );
    await trial.pause(random.below(MAX_DELAY_MILLISECONDS));
    await kill(index, random.below(MAX_DELAY_MILLISECONDS));
    trial.runs += 1;
    if (index % 10 === 9) trial.run.note(`cluster: ${index + 1} of ${clusterKills} kills`);
  }
  await checkOutcome(cluster, load);
}

/** Whether jobs run, and none of them would fail by the rule for jobs that end three workers. */
async function isReady({ audit }: Cluster): Promise<boolean> {
  const live = "from analysis_jobs where state <> 'ended'";
  const running = await audit.number(`select count(*) ${live} and state = 'running'`);
  return running > 0 && (await audit.number(`select count(*) ${live} and losses >= 2`)) === 0;
}
