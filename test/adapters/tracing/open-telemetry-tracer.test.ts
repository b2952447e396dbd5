import { openTracer } from "../../../src/adapters/tracing/open-tracer.js";
import { PinoLogger } from "../../../src/adapters/runtime/pino-logger.js";
import type { Tracer } from "../../../src/ports/runtime/tracer.js";
import { StandInTraceReceiver } from "./stand-in-trace-receiver.js";

const traceId = "4bf92f3577b34da6a3ce929d0e0e4736";
const parent = `00-${traceId}-00f067aa0ba902b7-01`;
const served = { name: "GET", kind: "server" } as const;

describe("The tracer with a receiver", () => {
  let receiver: StandInTraceReceiver;
  let tracer: Tracer;
  beforeEach(async () => {
    receiver = await StandInTraceReceiver.open();
    const service = { serviceName: "tests", version: "1" };
    tracer = await openTracer({ endpoint: `${receiver.url}/`, ...service });
  });
  afterEach(async () => {
    await tracer.close();
    await receiver.close();
  });

  it("continues the trace of a parent, and sends the span when it closes", async () => {
    const current = await tracer.span({ ...served, parent }, async (span) => {
      await new Promise(setImmediate);
      span.describe("GET /path", { "http.route": "/path" });
      return tracer.current();
    });
    await tracer.close();

    const [span] = receiver.spans;
    expect(span).toMatchObject({ name: "GET /path", traceId, parentSpanId: "00f067aa0ba902b7" });
    expect(span?.attributes).toEqual([{ key: "http.route", value: { stringValue: "/path" } }]);
    expect(current).toBe(`00-${traceId}-${span?.spanId}-01`);
    expect(tracer.current()).toBeUndefined();
  });

  it.each([undefined, "", "no header of a trace", `00-${"0".repeat(32)}-00f067aa0ba902b7-01`])(
    "begins a trace where the parent is %p",
    async (given) => {
      await tracer.span({ ...served, parent: given }, () => Promise.resolve());
      await tracer.close();

      expect(receiver.spans).toHaveLength(1);
      expect(receiver.spans[0]?.traceId).not.toBe(traceId);
      expect(receiver.spans[0]?.parentSpanId).toBeUndefined();
    },
  );

  it("records a failure, and passes it on", async () => {
    const failing = tracer.span(served, () => Promise.reject(new TypeError("no audio")));

    await expect(failing).rejects.toThrow(new TypeError("no audio"));
    await tracer.close();
    expect(receiver.spans[0]?.status).toEqual({ code: 2, message: "TypeError: no audio" });
  });

  it("closes although nobody receives its spans", async () => {
    await receiver.close();
    await tracer.span(served, () => Promise.resolve());

    await expect(tracer.close()).resolves.toBeUndefined();
  });

  it("adds its trace to the lines of the log", async () => {
    const lines: string[] = [];
    const to = { write: (line: string) => void lines.push(line) };
    const logger = new PinoLogger({ level: "info", to, tracer });

    await tracer.span({ ...served, parent }, () => Promise.resolve(logger.info("inside")));
    logger.info("outside");

    const [inside, outside] = lines.map((line) => JSON.parse(line) as { traceId?: string });
    expect(inside?.traceId).toBe(traceId);
    expect(outside).not.toHaveProperty("traceId");
  });
});
