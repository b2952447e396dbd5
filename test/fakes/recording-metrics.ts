import type {
  CompletedOperation,
  CompletedRequest,
  CompletedProviderRequest,
  CacheLookup,
  CompletedMeasurement,
  Exposition,
  GaugeReadings,
  JobEvent,
  Metrics,
} from "../../src/ports/runtime/metrics.js";

/** Metrics that stores what it was given. */
export class RecordingMetrics implements Metrics {
  readonly requests: CompletedRequest[] = [];
  readonly operations: CompletedOperation[] = [];
  readonly questions: CompletedProviderRequest[] = [];
  readonly analyses: CompletedMeasurement[] = [];
  readonly jobEvents: JobEvent[] = [];
  readonly lookups: CacheLookup[] = [];
  /** Milliseconds. */
  readonly charges: number[] = [];
  /** The gauge readings of each call of `expose`. */
  readonly levels: GaugeReadings[] = [];

  recordRequest(request: CompletedRequest): void {
    this.requests.push(request);
  }

  recordOperation(operation: CompletedOperation): void {
    this.operations.push(operation);
  }

  recordProviderRequest(question: CompletedProviderRequest): void {
    this.questions.push(question);
  }

  recordAnalysis(analysis: CompletedMeasurement): void {
    this.analyses.push(analysis);
  }

  recordJobEvent(event: JobEvent): void {
    this.jobEvents.push(event);
  }

  recordCacheLookup(lookup: CacheLookup): void {
    this.lookups.push(lookup);
  }

  recordCharge(milliseconds: number): void {
    this.charges.push(milliseconds);
  }

  expose(levels: GaugeReadings): Promise<Exposition> {
    this.levels.push(levels);
    return Promise.resolve({ mediaType: "text/plain", text: "" });
  }
}
