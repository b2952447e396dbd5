/** A piece of work in a trace. */
export interface SpanStart {
  readonly name: string;
  /** Whether it serves a request or takes work from a queue. */
  readonly kind: "server" | "consumer";
  /** Where its trace continues, as a `traceparent` header has it; without one, a trace begins. */
  readonly parent?: string | undefined;
  readonly attributes?: SpanAttributes;
}

export type SpanAttributes = Readonly<Record<string, string | number>>;

/** A span that is not over. */
export interface TraceSpan {
  /** Sets its name and further attributes, once they are known. */
  describe(name: string, attributes: SpanAttributes): void;
}

/** Records traces: what was done for one request, in all processes. */
export interface Tracer {
  /** Whether anything is recorded. */
  readonly isOn: boolean;

  /** Runs work in a span, which ends with it; a failure is recorded, and passed on. */
  span<Result>(start: SpanStart, work: (span: TraceSpan) => Promise<Result>): Promise<Result>;

  /**
   * Returns where the trace of the span continues in which the caller runs, as a `traceparent` header
   * has it; `undefined` outside of spans.
   *
   * Source: W3C Recommendation "Trace Context", level 1, 2021.
   */
  current(): string | undefined;

  /** Returns the id of that trace, 32 hex characters; `undefined` outside of spans. */
  traceId(): string | undefined;

  /** Sends what is recorded; never rejects. */
  close(): Promise<void>;
}
