import { execFileSync } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { cpus, tmpdir } from "node:os";
import { join } from "node:path";

/** The parts, in their order: `npm run bench -- cluster claims` runs one of them. */
const PARTS = ["claims", "workers", "slots", "answers"] as const;

/**
 * Several processes on one machine: workers, the queue, claims, and a server beside workers. From a run of
 * all parts follow the hours of large catalogues. Needs Linux, whose processor times it reads.
 *
 * @param options.wished names of parts; all where there is none
 */
export async function benchCluster({
  wished,
}: {
  readonly wished: readonly string[];
}): Promise<void> {
  execFileSync("npm", ["run", "--silent", "prestart"], { stdio: "inherit" });
  // These start the build, which must be fresh when they are loaded.
  const { BenchDatabase } = await import("./cluster/queue-database.js");
  const { Material } = await import("./cluster/material.js");
  const { benchClaims } = await import("./cluster/claims-bench.js");
  const { benchWorkers } = await import("./cluster/workers-bench.js");
  const { benchSlots } = await import("./cluster/slots-bench.js");
  const { benchAnswers } = await import("./cluster/answers-bench.js");
  const { reportProjection } = await import("./cluster/projection.js");
  const { stopProcesses } = await import("../application/processes/running-process.js");

  const some = PARTS.filter((part) => wished.includes(part));
  const isWished = (part: (typeof PARTS)[number]): boolean =>
    some.length === 0 || some.includes(part);
  const folder = await mkdtemp(join(tmpdir(), "overtone-cluster-"));
  const [{ model } = { model: "unknown" }] = cpus();
  console.log(`Processes on one machine of ${cpus().length} cores (${model}):`);
  const database = await BenchDatabase.start();
  try {
    const material = await Material.create(folder);
    const environment = {
      DATABASE_URL: database.url,
      DATA_DIR: join(folder, "data"),
      LIBRARY_DIRS: material.folder,
      LIBRARY_ANALYSIS: "off",
    };
    const claims = isWished("claims") ? await benchClaims(database) : undefined;
    const workers = isWished("workers")
      ? await benchWorkers(database, material, environment)
      : undefined;
    const slots = isWished("slots")
      ? await benchSlots(database, material, environment, workers?.idle)
      : undefined;
    if (isWished("answers")) await benchAnswers(database, material, environment);
    if (claims && workers && slots) reportProjection({ claims, workers, slots });
  } finally {
    await stopProcesses();
    await database.stop();
    await rm(folder, { recursive: true, force: true });
  }
}
