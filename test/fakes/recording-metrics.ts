import type {
  AnsweredOperation,
  AnsweredRequest,
  AskedProvider,
  CacheLookup,
  EndedAnalysis,
  Exposition,
  Levels,
  Metrics,
} from "../../src/ports/runtime/metrics.js";

/** Measurements that can be read afterwards. */
export class RecordingMetrics implements Metrics {
  readonly requests: AnsweredRequest[] = [];
  readonly operations: AnsweredOperation[] = [];
  readonly questions: AskedProvider[] = [];
  readonly analyses: EndedAnalysis[] = [];
  readonly lookups: CacheLookup[] = [];
  /** Whatever it was given when somebody asked. */
  readonly levels: Levels[] = [];

  recordRequest(request: AnsweredRequest): void {
    this.requests.push(request);
  }

  recordOperation(operation: AnsweredOperation): void {
    this.operations.push(operation);
  }

  recordQuestion(question: AskedProvider): void {
    this.questions.push(question);
  }

  recordAnalysis(analysis: EndedAnalysis): void {
    this.analyses.push(analysis);
  }

  recordLookup(lookup: CacheLookup): void {
    this.lookups.push(lookup);
  }

  expose(levels: Levels): Promise<Exposition> {
    this.levels.push(levels);
    return Promise.resolve({ mediaType: "text/plain", text: "" });
  }
}
