import { RandomChoices } from "../../fuzzing/random-choices.js";
import { ClusterLoad } from "../cluster-load.js";
import type { ClusterTrial } from "../cluster-trial.js";
import { checkOutcome } from "../cluster-verdict.js";
import { Cluster } from "../cluster.js";

const TRACKS_PER_FAULT = 6;

const RESTARTS = 6;
const STOPPED_MILLISECONDS = 30_000;
const CUTS = 30;

/** Maximum time from the requests to the fault. */
const MAX_DELAY_MILLISECONDS = 1_500;

/** Restarts PostgreSQL under load, half of the times as after a crash. */
export async function postgresRestarted(trial: ClusterTrial): Promise<void> {
  await underLoad(trial, RESTARTS, async (index) => {
    await trial.postgres.halt(index % 2 === 0 ? "stop" : "crash");
    await trial.postgres.resume();
  });
}

/** Stops PostgreSQL for half a minute, while clients go on asking. */
export async function postgresStopped(trial: ClusterTrial): Promise<void> {
  await underLoad(trial, 2, async (index, load) => {
    await trial.postgres.halt(index % 2 === 0 ? "stop" : "crash");
    load.request(TRACKS_PER_FAULT);
    await trial.pause(STOPPED_MILLISECONDS);
    await trial.postgres.resume();
  });
}

/** Cuts all connections of the servers to PostgreSQL again and again. */
export async function connectionsCut(trial: ClusterTrial): Promise<void> {
  await underLoad(trial, CUTS, async (_index, _load, cluster) => {
    const cut = await cluster.audit.number(
      `select count(pg_terminate_backend(pid)) from pg_stat_activity
       where datname = current_database() and pid <> pg_backend_pid()`,
    );
    trial.count("connections cut", cut);
  });
}

type Fault = (index: number, load: ClusterLoad, cluster: Cluster) => Promise<void>;

async function underLoad(trial: ClusterTrial, times: number, fault: Fault): Promise<void> {
  const cluster = await Cluster.open(trial, {
    slots: [1, 0],
    tracks: 2 * TRACKS_PER_FAULT * times,
  });
  for (const name of ["ann", "ben"]) await cluster.startWorker({ name });
  const load = new ClusterLoad(cluster);
  for (let index = 0; index < times; index += 1) {
    const random = new RandomChoices(trial.run.options.seed, index);
    load.request(TRACKS_PER_FAULT);
    load.upload(1);
    await trial.pause(random.below(MAX_DELAY_MILLISECONDS));
    await fault(index, load, cluster);
    trial.runs += 1;
  }
  await checkOutcome(cluster, load);
}
