import { ClusterLoad } from "../cluster-load.js";
import type { ClusterTrial } from "../cluster-trial.js";
import { checkOutcome } from "../cluster-verdict.js";
import { Cluster } from "../cluster.js";

/** So long that a process is frozen in the middle of an analysis. */
const TRACK_SECONDS = 300;

/** Longer than a lease and an analysis. */
const TAKEN_OVER_SECONDS = 120;

const LATE_SECONDS = 60;

const LATER_TRACKS = 4;

const RUNNING = "select owner from analysis_jobs where state = 'running'";

/** From the claim to the middle of the analysis. */
const BEGUN_MILLISECONDS = 500;

/**
 * Freezes a worker in the middle of an analysis until another one has ended its job, and wakes it: its
 * late result must be refused.
 */
export async function frozenWorker(trial: ClusterTrial): Promise<void> {
  const cluster = await Cluster.open(trial, plan([0, 0]));
  const load = new ClusterLoad(cluster);
  await cluster.startWorker({ name: "ann" });
  const ann = cluster.workers.get("ann")!;
  load.request(1);
  await trial.until("a running analysis", LATE_SECONDS, async () => {
    return (await cluster.audit.query(RUNNING)).length > 0;
  });
  await frozen(cluster, ann.pid, () => cluster.startWorker({ name: "ben" }));
  await trial.until("the refusal of the late result", LATE_SECONDS, () =>
    Promise.resolve(ann.errors.includes("The claim of a job was lost")),
  );
  load.request(LATER_TRACKS);
  await checkOutcome(cluster, load);
}

/** Freezes a server in the middle of an analysis of its own, until another one has ended its job. */
export async function frozenServer(trial: ClusterTrial): Promise<void> {
  const cluster = await Cluster.open(trial, plan([1, 1]));
  const load = new ClusterLoad(cluster);
  load.request(1);
  let pid = 0;
  await trial.until("a running analysis", LATE_SECONDS, async () => {
    const [row] = await cluster.audit.query(RUNNING);
    pid = Number(String(row?.["owner"]).split("|")[2]);
    return row !== undefined;
  });
  await frozen(cluster, pid, () => Promise.resolve());
  const stored = await cluster.audit.number("select count(*) from analyses");
  trial.check(stored === 1, `${stored} analyses are stored`);
  load.request(LATER_TRACKS);
  await checkOutcome(cluster, load);
}

const plan = (slots: readonly number[]) => ({
  slots,
  tracks: 1 + LATER_TRACKS,
  trackSeconds: TRACK_SECONDS,
});

/** Freezes a process, lets others end its job, and wakes it. */
async function frozen(
  { trial, audit }: Cluster,
  pid: number,
  help: () => Promise<void>,
): Promise<void> {
  await trial.pause(BEGUN_MILLISECONDS);
  process.kill(pid, "SIGSTOP");
  trial.runs += 1;
  try {
    const unended = "select count(*) from analysis_jobs where state <> 'ended'";
    trial.check((await audit.number(unended)) === 1, "the job had ended before the freeze");
    await help();
    await trial.until("the end of the job by another process", TAKEN_OVER_SECONDS, async () => {
      return (await audit.number(unended)) === 0;
    });
  } finally {
    process.kill(pid, "SIGCONT");
  }
}
