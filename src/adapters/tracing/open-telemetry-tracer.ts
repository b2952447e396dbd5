import {
  ROOT_CONTEXT,
  SpanKind,
  SpanStatusCode,
  context,
  trace,
  type Context,
} from "@opentelemetry/api";
import { AsyncLocalStorageContextManager } from "@opentelemetry/context-async-hooks";
import { W3CTraceContextPropagator } from "@opentelemetry/core";
import { resourceFromAttributes } from "@opentelemetry/resources";
import {
  BasicTracerProvider,
  BatchSpanProcessor,
  type SpanExporter,
} from "@opentelemetry/sdk-trace-base";
import type { SpanStart, Tracer, TraceSpan } from "../../ports/runtime/tracer.js";

const KINDS = { server: SpanKind.SERVER, consumer: SpanKind.CONSUMER } as const;

const HEADER = "traceparent";

const headerOf = {
  get: (carrier: Record<string, string>, name: string) => carrier[name],
  keys: (carrier: Record<string, string>) => Object.keys(carrier),
};

const setHeader = {
  set: (carrier: Record<string, string>, name: string, value: string) => {
    carrier[name] = value;
  },
};

/**
 * Records spans with OpenTelemetry and exports them in batches. A receiver that cannot be reached
 * loses spans, and nothing else.
 */
export class OpenTelemetryTracer implements Tracer {
  readonly isOn = true;
  readonly #provider: BasicTracerProvider;
  readonly #propagator = new W3CTraceContextPropagator();

  constructor(
    exporter: SpanExporter,
    { serviceName, version }: { readonly serviceName: string; readonly version: string },
  ) {
    this.#provider = new BasicTracerProvider({
      resource: resourceFromAttributes({ "service.name": serviceName, "service.version": version }),
      spanProcessors: [new BatchSpanProcessor(exporter)],
    });
    // Has no effect where a tracer was opened before; both use the same.
    context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable());
  }

  span<Result>(start: SpanStart, work: (span: TraceSpan) => Promise<Result>): Promise<Result> {
    const { name, kind, attributes = {} } = start;
    const parent = this.#contextOf(start.parent);
    const tracer = this.#provider.getTracer("overtone");
    const span = tracer.startSpan(name, { kind: KINDS[kind], attributes }, parent);
    const described: TraceSpan = {
      describe(known, further) {
        span.updateName(known);
        span.setAttributes(further);
      },
    };
    return context.with(trace.setSpan(parent, span), async () => {
      try {
        return await work(described);
      } catch (error) {
        span.setStatus({ code: SpanStatusCode.ERROR, message: String(error) });
        throw error;
      } finally {
        span.end();
      }
    });
  }

  current(): string | undefined {
    const carrier: Record<string, string> = {};
    this.#propagator.inject(context.active(), carrier, setHeader);
    return carrier[HEADER];
  }

  traceId(): string | undefined {
    return trace.getSpanContext(context.active())?.traceId;
  }

  async close(): Promise<void> {
    await this.#provider.shutdown().catch(() => undefined);
  }

  #contextOf(parent: string | undefined): Context {
    if (parent === undefined) return ROOT_CONTEXT;
    return this.#propagator.extract(ROOT_CONTEXT, { [HEADER]: parent }, headerOf);
  }
}
