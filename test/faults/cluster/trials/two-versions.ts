import { ANALYSIS_VERSION } from "../../../../src/dsp/analysis-version.js";
import { ClusterLoad } from "../cluster-load.js";
import type { ClusterTrial } from "../cluster-trial.js";
import { checkOutcome } from "../cluster-verdict.js";
import { Cluster } from "../cluster.js";
import { analysisVersion } from "../preloads.js";

const TRACKS = 20;

const REFUSED = "The server has no work for this worker";

/** Analyses with servers and workers of two analysis versions on one database. */
export async function twoVersions(trial: ClusterTrial): Promise<void> {
  const newer = [analysisVersion(ANALYSIS_VERSION + 1)];
  const cluster = await Cluster.open(trial, {
    slots: [0, 0],
    tracks: TRACKS,
    serverPreloads: [[], newer],
  });
  const [old, young] = cluster.servers;
  await cluster.startWorker({ name: "old", url: old!.url });
  await cluster.startWorker({ name: "young", url: young!.url, preloads: newer });
  // At the servers of the other version.
  await cluster.startWorker({ name: "too old", url: young!.url });
  await cluster.startWorker({ name: "too young", url: old!.url, preloads: newer });
  const load = new ClusterLoad(cluster);
  for (let count = 0; count < TRACKS; count += 4) {
    load.request(4);
    await trial.pause(500);
  }
  trial.runs += 1;
  for (const name of ["too old", "too young"]) {
    await trial.until(`the refusal of the worker that is ${name}`, 60, () =>
      Promise.resolve(cluster.workers.get(name)?.errors.includes(REFUSED) === true),
    );
  }
  // One whose job a newer version has already is told to ask again.
  await checkOutcome(cluster, load, { versions: 2, mayFail: (code) => code === "ANALYZER_BUSY" });
}
