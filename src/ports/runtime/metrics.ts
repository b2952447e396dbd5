import type { ErrorCode } from "../../domain/errors/error-code.js";

/** A request over HTTP that is over. Every word comes from a small, fixed set. */
export interface CompletedRequest {
  /** The pattern of its path, e.g. "/artwork/:trackKey"; "none" where no route has it. */
  readonly route: string;
  readonly method: string;
  /** What was answered, or that the client left before. */
  readonly status: number | "client_left";
  /** Milliseconds, >= 0. */
  readonly milliseconds: number;
}

/** A GraphQL operation that is over. */
export interface CompletedOperation {
  /** "none" where the document could not be read, or names no operation. */
  readonly type: "query" | "mutation" | "subscription" | "none";
  /** Whether every field was answered. */
  readonly isComplete: boolean;
  /** Milliseconds, >= 0. */
  readonly milliseconds: number;
}

/** A question to a provider that is over, retries included. */
export interface CompletedProviderRequest {
  readonly provider: string;
  /** "answered", or what became of it. */
  readonly outcome: string;
  /** Milliseconds, >= 0. */
  readonly milliseconds: number;
}

/** The measuring of one track's audio that is over. */
export interface CompletedMeasurement {
  readonly outcome: "measured" | "cancelled" | "INTERNAL" | ErrorCode;
  /** From handing over the audio, the wait for a worker included; milliseconds, >= 0. */
  readonly milliseconds: number;
}

/** Entries that a cache was asked for. */
export interface CacheLookup {
  readonly cache: "answers" | "tracks";
  readonly hits: number;
  readonly misses: number;
}

/** How a provider's circuit breaker stands. */
export interface BreakerReading {
  readonly provider: string;
  readonly state: "closed" | "open" | "half-open";
}

/** What is not counted as it happens but read when somebody asks; absent where it cannot be read. */
export interface GaugeReadings {
  readonly waitingAnalyses?: number;
  readonly runningAnalyses?: number;
  readonly libraryFiles?: number;
  readonly breakers: readonly BreakerReading[];
}

/** All measurements in the words of a monitoring system. */
export interface Exposition {
  readonly mediaType: string;
  readonly text: string;
}

/** Measures what the process does, for those who run it. Recording never fails and never waits. */
export interface Metrics {
  recordRequest(request: CompletedRequest): void;
  recordOperation(operation: CompletedOperation): void;
  recordProviderRequest(question: CompletedProviderRequest): void;
  recordAnalysis(analysis: CompletedMeasurement): void;
  recordCacheLookup(lookup: CacheLookup): void;

  /** Everything recorded so far, the state of the process, and the levels given. */
  expose(levels: GaugeReadings): Promise<Exposition>;
}
