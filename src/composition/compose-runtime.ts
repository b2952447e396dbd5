import { setMaxListeners } from "node:events";
import type { Given } from "./implementations.js";
import { DiskCalls } from "../adapters/files/disk-calls.js";
import { NodeRandomSource } from "../adapters/runtime/node-random-source.js";
import { PinoLogger } from "../adapters/runtime/pino-logger.js";
import { PrometheusMetrics } from "../adapters/runtime/prometheus-metrics.js";
import { SystemClock } from "../adapters/runtime/system-clock.js";
import { openTracer } from "../adapters/tracing/open-tracer.js";
import type { Config } from "../config/config.js";
import { userAgentFor } from "../config/user-agent.js";
import type { Clock } from "../ports/runtime/clock.js";
import type { Logger } from "../ports/runtime/logger.js";
import type { RandomSource } from "../ports/runtime/random-source.js";
import type { Tracer } from "../ports/runtime/tracer.js";
import { FailureLog } from "../services/failure-log.js";

/** What the process has once: its clock, its log, its measurements, and its end. */
export interface Runtime {
  readonly clock: Clock;
  readonly random: RandomSource;
  readonly logger: Logger;
  readonly tracer: Tracer;
  readonly metrics: PrometheusMetrics;
  readonly failureLog: FailureLog;
  /** Makes the calls to disks of other people's files. */
  readonly disk: DiskCalls;
  /** Name, version and address of this program, for requests to other services. */
  readonly userAgent: string;
  /** Aborted when the server stops; ends all waits for analyses, and prevents new ones. */
  readonly stopping: AbortController;
}

/** Opens what the process has once. */
export async function composeRuntime({
  config,
  given,
}: {
  readonly config: Config;
  readonly given: Given<"clock" | "logger">;
}): Promise<Runtime> {
  const tracer = await openTracer(config.tracing);
  const logger = given.logger ?? new PinoLogger({ level: config.log.level, tracer });
  const stopping = new AbortController();
  // Any number of requests may wait; by default, Node warns of a leak at eleven listeners.
  setMaxListeners(0, stopping.signal);
  return {
    clock: given.clock ?? new SystemClock(),
    random: new NodeRandomSource(),
    logger,
    tracer,
    metrics: new PrometheusMetrics(),
    failureLog: new FailureLog({ logger }),
    disk: new DiskCalls({ logger, limitMilliseconds: config.library.diskTimeoutMilliseconds }),
    userAgent: userAgentFor(config),
    stopping,
  };
}
