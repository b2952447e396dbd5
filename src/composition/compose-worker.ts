import { WorkerAnalyzer } from "../adapters/analyzer/worker-analyzer.js";
import { DiskCalls } from "../adapters/files/disk-calls.js";
import { DiskAudioReader } from "../adapters/library/disk-audio-reader.js";
import { HttpJobWorker } from "../adapters/remote/http-job-worker.js";
import { ServedAudio } from "../adapters/remote/served-audio.js";
import { ServerClient } from "../adapters/remote/server-client.js";
import { ServerRefusedError } from "../adapters/remote/server-errors.js";
import { Semaphore } from "../adapters/runtime/semaphore.js";
import { PinoLogger } from "../adapters/runtime/pino-logger.js";
import { ProcessFolder } from "../adapters/runtime/process-folder.js";
import { SystemClock } from "../adapters/runtime/system-clock.js";
import { openTracer } from "../adapters/tracing/open-tracer.js";
import type { Config } from "../config/config.js";
import { packageVersion } from "../config/package-version.js";
import { StartError } from "../config/start-error.js";
import { userAgentFor } from "../config/user-agent.js";
import type { OfferedJob, WorkerResult } from "../domain/analysis/offered-work.js";
import { InvalidInputError } from "../domain/errors/request-errors.js";
import { tracedWork } from "../services/jobs/traced-work.js";
import { JobRunner } from "../services/jobs/job-runner.js";
import { FailureLog } from "../services/failure-log.js";
import { OfferedAnalyses } from "../services/workers/offered-analyses.js";
import { RemoteWorker } from "../services/workers/remote-worker.js";

/**
 * Analyses for a server until the process receives a stop signal.
 *
 * @throws {InvalidInputError} there is no key
 * @throws {StartError} the server refuses the key
 */
export async function runWorker(
  config: Config,
  options: WorkerOptions,
  print: (line: string) => void,
): Promise<void> {
  const { key, folder, spaceBytes } = config.worker;
  if (key === undefined) throw new InvalidInputError("WORKER_KEY", NO_KEY);
  const { server, concurrency, name } = options;
  const clock = new SystemClock();
  const tracer = await openTracer(config.tracing);
  const logger = new PinoLogger({ level: config.log.level, tracer });
  const userAgent = userAgentFor(config);
  const client = new ServerClient({ server, key, userAgent, clock, logger });
  const analyzer = new WorkerAnalyzer({ ...config.analysis, concurrency, logger });
  const disk = new DiskCalls({ logger, limitMilliseconds: config.library.diskTimeoutMilliseconds });
  const ownFolder = new ProcessFolder(folder);
  await ownFolder.removeLeftovers();
  const refusal = new AbortController();
  const jobs = new HttpJobWorker({
    client,
    clock,
    logger,
    name,
    version: packageVersion(),
    analysisVersion: analyzer.version,
    onRefused: (error) => refusal.abort(error),
  });
  const files = new ServedAudio({
    client,
    clock,
    folder: ownFolder,
    space: new Semaphore(spaceBytes),
    reader: new DiskAudioReader({ disk }),
    library: await canonicalFoldersOf(config.library, disk),
  });
  const offerOf = (jobId: string): OfferedJob => jobs.offerOf(jobId);
  const analyses = new OfferedAnalyses({ files, analyzer, offerOf, logger, clock });
  const runner = new JobRunner<WorkerResult>({
    worker: jobs,
    concurrency,
    clock,
    failures: new FailureLog({ logger }),
    work: tracedWork(tracer, (job, signal) => analyses.run(job, signal)),
    // The server decides.
    retryDelay: () => undefined,
    onFailed: () => Promise.resolve(),
  });
  const worker = new RemoteWorker({
    runner,
    refused: refusal.signal,
    clock,
    logger,
    endRequests: () => jobs.close(),
    isServerAway: () => client.isAway,
    drainMilliseconds: options.drainSeconds * 1_000,
  });
  const stop = (): void => worker.stop();
  for (const signal of STOP_SIGNALS) process.on(signal, stop);
  try {
    print(`Working for ${server.href} as ${name}, ${jobsAtOnce(concurrency)}. Ctrl+C ends it.`);
    await worker.run().catch((error: unknown) => {
      throw error instanceof ServerRefusedError ? StartError.from(error) : error;
    });
  } finally {
    for (const signal of STOP_SIGNALS) process.off(signal, stop);
    client.close();
    await Promise.all([analyzer, ownFolder, tracer].map((part) => part.close()));
  }
}

/** Returns the folders whose files need not be received; none where the library is the demo library. */
async function canonicalFoldersOf(
  { folders, isDemo }: Config["library"],
  disk: DiskCalls,
): Promise<readonly string[]> {
  if (isDemo) return [];
  const found = folders.map((folder) => disk.realpath(folder).catch(() => []));
  return (await Promise.all(found)).flat();
}

const STOP_SIGNALS = ["SIGTERM", "SIGINT"] as const;

const NO_KEY =
  "must be set to a key of the server with the scope work: overtone keys create --name NAME --scopes work";

const jobsAtOnce = (count: number): string =>
  count === 1 ? "one job at a time" : `${count} jobs at once`;

/** What the command line says about a worker. */
export interface WorkerOptions {
  /** The URL of the server. */
  readonly server: URL;
  /** How many jobs run at once, >= 1. */
  readonly concurrency: number;
  readonly name: string;
  /** How long running jobs may go on after a signal to stop, seconds, >= 0. */
  readonly drainSeconds: number;
}
