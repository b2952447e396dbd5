import { ClusterLoad } from "../cluster-load.js";
import type { ClusterTrial } from "../cluster-trial.js";
import { checkOutcome } from "../cluster-verdict.js";
import { Cluster } from "../cluster.js";
import { clockAhead } from "../preloads.js";

const HOUR = 3_600_000;

const TRACKS = 12;

/** Analyses by a worker that is an hour ahead, one that is an hour behind, and one that is right. */
export async function wrongWorkerClocks(trial: ClusterTrial): Promise<void> {
  await analysed(trial, await Cluster.open(trial, { slots: [0, 0], tracks: TRACKS }));
}

/** The same with a server that is an hour ahead or behind, and analyses itself. */
export async function wrongServerClock(trial: ClusterTrial): Promise<void> {
  for (const ahead of [HOUR, -HOUR]) {
    const serverPreloads = [[], [clockAhead(ahead)]];
    await analysed(
      trial,
      await Cluster.open(trial, { slots: [0, 1], tracks: TRACKS, serverPreloads }),
    );
  }
}

async function analysed(trial: ClusterTrial, cluster: Cluster): Promise<void> {
  await cluster.startWorker({ name: "ahead", preloads: [clockAhead(HOUR)] });
  await cluster.startWorker({ name: "behind", preloads: [clockAhead(-HOUR)] });
  await cluster.startWorker({ name: "right" });
  const load = new ClusterLoad(cluster);
  load.request(TRACKS);
  load.upload(TRACKS);
  trial.runs += 1;
  await checkOutcome(cluster, load);
}
