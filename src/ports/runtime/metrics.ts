import type { LibraryStatus } from "../../domain/library/library-status.js";
import type { ErrorCode } from "../../domain/errors/error-code.js";

/**
 * A completed HTTP request. All text values come from small, fixed sets, because they become
 * labels.
 */
export interface CompletedRequest {
  /** The pattern of its path, e.g. "/artwork/:trackKey"; "none" where no route has it. */
  readonly route: string;
  readonly method: string;
  /** HTTP status of the response, or "client_left" where the client disconnected before it. */
  readonly status: number | "client_left";
  /** Milliseconds, >= 0. */
  readonly milliseconds: number;
}

/** A completed GraphQL operation. */
export interface CompletedOperation {
  /** "none" where the document could not be parsed, or has no such operation. */
  readonly type: "query" | "mutation" | "subscription" | "none";
  /** Whether every field was resolved without an error. */
  readonly isComplete: boolean;
  /** Milliseconds, >= 0. */
  readonly milliseconds: number;
}

/** A completed request to a provider, retries included. */
export interface CompletedProviderRequest {
  readonly provider: string;
  /** "answered", or how the request failed. */
  readonly outcome: string;
  /** Milliseconds, >= 0. */
  readonly milliseconds: number;
}

/** A completed measurement of one track's audio. */
export interface CompletedMeasurement {
  readonly outcome: "measured" | "cancelled" | "INTERNAL" | ErrorCode;
  /** Milliseconds, >= 0, including the wait for a worker. */
  readonly milliseconds: number;
}

/** What this process did with a job of the queue. */
export type JobEvent = {
  /** The name of the worker on another machine that ran it; `undefined` where a server did. */
  readonly worker: string | undefined;
} & (
  | {
      /** A lease that ran out, or whose process has ended, is reported by the process that finds it. */
      readonly event: "claimed" | "retried" | "lease_lost";
    }
  | { readonly event: "ended"; readonly outcome: "done" | "INTERNAL" | ErrorCode }
);

/** The numbers of hits and misses of a cache lookup. */
export interface CacheLookup {
  readonly cache: "answers" | "tracks";
  readonly hits: number;
  readonly misses: number;
}

/** The state of a provider's circuit breaker. */
export interface BreakerReading {
  readonly provider: string;
  readonly state: "closed" | "open" | "half-open";
}

/** Values that are read when the metrics are requested; absent where one cannot be read. */
export interface GaugeReadings {
  readonly waitingAnalyses?: number;
  readonly runningAnalyses?: number;
  /** How long the oldest waiting analysis has been in the queue, seconds, >= 0. */
  readonly longestWaitSeconds?: number;
  readonly libraryFiles?: number;
  readonly libraryStatus?: LibraryStatus;
  readonly breakers: readonly BreakerReading[];
}

/** All metrics in the text format of a monitoring system. */
export interface Exposition {
  readonly mediaType: string;
  readonly text: string;
}

/** Records metrics of the process. Recording never throws and is synchronous. */
export interface Metrics {
  recordRequest(request: CompletedRequest): void;
  recordOperation(operation: CompletedOperation): void;
  recordProviderRequest(request: CompletedProviderRequest): void;
  recordAnalysis(analysis: CompletedMeasurement): void;
  recordJobEvent(event: JobEvent): void;
  recordCacheLookup(lookup: CacheLookup): void;

  /** Records processor time that was charged to an API key, milliseconds >= 0. */
  recordCharge(milliseconds: number): void;

  /** Returns everything recorded so far, the state of the process, and the given gauge readings. */
  expose(readings: GaugeReadings): Promise<Exposition>;
}
