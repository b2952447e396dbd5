import type { Logger } from "../ports/runtime/logger.js";
import type { Tracer } from "../ports/runtime/tracer.js";
import type { Services } from "./services.js";

/** The composed services, and the functions that start and stop them. */
export interface Application {
  readonly services: Services;
  readonly logger: Logger;
  readonly tracer: Tracer;
  /** Builds the indexes in memory in the background; resolves when they are built. */
  prepare(): Promise<void>;
  /** Starts the background work of a server: analyses and webhooks. Called at most once. */
  start(): void;
  /** Starts to run analyses, and nothing else: for a command that waits for them, instead of `start`. */
  startJobs(): void;
  /** Ends all waiting for analyses: requests get the current state at once, now and later. */
  endWaits(): void;
  /**
   * Aborts the analyses that wait or run. Clients that uploaded a file get the response to send it again.
   */
  endJobs(): Promise<void>;
  close(): Promise<void>;
}
