import { EmbeddedServer } from "../../postgres/embedded-server.js";
import { secondsSince, type FaultRun } from "../fault-run.js";
import type { PartResult } from "../report.js";
import { ClusterTrial } from "./cluster-trial.js";
import { frozenServer, frozenWorker } from "./trials/frozen-processes.js";
import { killedCopies, killedMigrations } from "./trials/killed-commands.js";
import { killedServers, killedWorkers } from "./trials/killed-processes.js";
import { connectionsCut, postgresRestarted, postgresStopped } from "./trials/postgres-faults.js";
import { dyingServers, slowNetworks } from "./trials/slow-networks.js";
import { twoVersions } from "./trials/two-versions.js";
import { wrongServerClock, wrongWorkerClocks } from "./trials/wrong-clocks.js";

const trials: Readonly<Record<string, (trial: ClusterTrial) => Promise<void>>> = {
  "kill-server": killedServers,
  "kill-worker": killedWorkers,
  "kill-copy": killedCopies,
  "kill-migrate": killedMigrations,
  "postgres-restart": postgresRestarted,
  "postgres-stop": postgresStopped,
  "connections-cut": connectionsCut,
  "worker-frozen": frozenWorker,
  "server-frozen": frozenServer,
  "worker-clock": wrongWorkerClocks,
  "server-clock": wrongServerClock,
  "slow-network": slowNetworks,
  "server-dies-sending": dyingServers,
  "two-versions": twoVersions,
};

/** A commit reaches the log before it is answered, so that a crash of the server loses none. */
const SETTINGS = ["synchronous_commit=on"];

/**
 * Tries the faults of several servers and workers on one PostgreSQL database; one row of the table each.
 *
 * @throws {TypeError} there is no trial of a name
 */
export async function tryCluster(run: FaultRun): Promise<readonly PartResult[]> {
  const wanted = run.options.trials;
  const unknown = wanted.filter((name) => !(name in trials));
  if (unknown.length > 0) {
    throw new TypeError(`There is no trial ${unknown.join()}: ${Object.keys(trials).join(", ")}.`);
  }
  const results: PartResult[] = [];
  const postgres = await EmbeddedServer.start(SETTINGS);
  try {
    for (const [name, fault] of Object.entries(trials)) {
      if (run.signal.aborted || (wanted.length > 0 && !wanted.includes(name))) continue;
      const result = await tried(name, new ClusterTrial(run, postgres), fault);
      results.push(result);
      const { findings, observed } = result;
      run.note(`cluster: ${name}: ${findings.slice(0, 5).join("; ") || observed}`);
    }
  } finally {
    await postgres.stop();
  }
  return results;
}

async function tried(
  name: string,
  trial: ClusterTrial,
  fault: (trial: ClusterTrial) => Promise<void>,
): Promise<PartResult> {
  const startedAt = performance.now();
  const { problems } = trial;
  try {
    await fault(trial);
  } catch (error) {
    if (!trial.isOver) problems.push(error instanceof Error ? error.message : String(error));
  }
  await trial.close().catch((error: unknown) => problems.push(String(error)));
  if (trial.runs === 0 && !trial.isOver) problems.push("the fault was not made");
  const observed = [...trial.counts].map(([what, count]) => `${count} ${what}`).join(", ");
  return {
    part: `cluster ${name}`,
    runs: trial.runs,
    findings: problems,
    seconds: secondsSince(startedAt),
    observed,
  };
}
