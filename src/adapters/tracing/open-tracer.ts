import type { Tracer } from "../../ports/runtime/tracer.js";

/** Records nothing. */
export const noTracer: Tracer = {
  isOn: false,
  span: (_start, work) => work({ describe: () => undefined }),
  current: () => undefined,
  traceId: () => undefined,
  close: () => Promise.resolve(),
};

/** Maximum time to send spans, with repetitions; a server that stops waits for it. */
const EXPORT_MILLISECONDS = 2_000;

/** Where spans are sent, and as what. */
export interface TracingOptions {
  /** Base URL of a receiver of OTLP over HTTP, e.g. "http://127.0.0.1:4318"; nothing is recorded without it. */
  readonly endpoint: string | undefined;
  readonly serviceName: string;
  /** Of this program. */
  readonly version: string;
}

/** Opens the tracer. OpenTelemetry's modules are loaded only where spans are recorded. */
export async function openTracer({ endpoint, ...service }: TracingOptions): Promise<Tracer> {
  if (endpoint === undefined) return noTracer;
  const { OTLPTraceExporter } = await import("@opentelemetry/exporter-trace-otlp-http");
  const { OpenTelemetryTracer } = await import("./open-telemetry-tracer.js");
  const url = `${endpoint.replace(/\/+$/, "")}/v1/traces`;
  const exporter = new OTLPTraceExporter({ url, timeoutMillis: EXPORT_MILLISECONDS });
  return new OpenTelemetryTracer(exporter, service);
}
