// Imported first: from here on, this process cannot connect to other machines.
import "../setup.js";
import { setMaxListeners } from "node:events";
import { stopProcesses } from "../application/processes/running-process.js";
import { changeBytes } from "./bytes/changed-bytes.js";
import { tryCluster } from "./cluster/cluster-part.js";
import { FaultRun } from "./fault-run.js";
import { tryFaults } from "./faults/faults.js";
import { fuzzFiles } from "./fuzzing/file-fuzzing.js";
import { fuzzTags } from "./fuzzing/tag-fuzzing.js";
import { fuzzUploads } from "./fuzzing/upload-fuzzing.js";
import { killServers } from "./kills/kills.js";
import { refusesForeignAddresses } from "./loopback-guard.js";
import { tryOddFiles } from "./odd-files.js";
import { optionsFrom } from "./options.js";
import { exitCodeOf, reportOf, resultsOf, type PartResult } from "./report.js";
import { hangCalls } from "./hangs/hangs.js";
import { faultsAmongOwners } from "./owners/owners.js";
import { soak } from "./soak/soak.js";
import { killWriters } from "./writes/writes.js";
import { measureCosts } from "./costs/measured-costs.js";
import { measureTurns } from "./turns/turns.js";

/**
 * Tests damaged files, faults and load, on this machine only: `npm run test:faults`, or with the
 * names of parts after `--`. Prints one table, and exits with 1 if there are findings.
 */
const parts: Readonly<Record<string, (run: FaultRun) => Promise<readonly PartResult[]>>> = {
  fuzz: async (run) => [...(await fuzzFiles(run)), ...(await fuzzUploads(run))],
  bytes: changeBytes,
  turns: measureTurns,
  costs: measureCosts,
  hangs: hangCalls,
  owners: faultsAmongOwners,
  files: tryOddFiles,
  tags: fuzzTags,
  kills: killServers,
  writes: killWriters,
  faults: tryFaults,
  cluster: tryCluster,
  soak,
};

const options = optionsFrom(process.argv.slice(2));
const unknown = options.parts.filter((name) => !(name in parts));
if (unknown.length > 0) {
  throw new TypeError(`There is no part ${unknown.join(", ")}: ${Object.keys(parts).join(", ")}.`);
}
if (!refusesForeignAddresses()) {
  throw new Error("Connections to other machines are not refused: import test/setup.ts first.");
}

const stopping = new AbortController();
// Any number of waits may listen; by default, Node warns of a leak at eleven.
setMaxListeners(0, stopping.signal);
const stop = (): void => stopping.abort();
process.once("SIGINT", stop).once("SIGTERM", stop);

const run = new FaultRun(options, stopping.signal);
const results: PartResult[] = [];
try {
  for (const [name, part] of Object.entries(parts)) {
    const isWanted = options.parts.length === 0 || options.parts.includes(name);
    if (isWanted && !stopping.signal.aborted) results.push(...resultsOf(name, await part(run)));
  }
} finally {
  await stopProcesses();
  await run.close();
}
process.stdout.write(reportOf(results));
process.exitCode = stopping.signal.aborted ? 130 : exitCodeOf(results);
