import { trackKeyFrom } from "../../../src/domain/track/track-key.js";
import { candidate, FakeProvider } from "../../fakes/fake-provider.js";
import {
  StandInTraceReceiver,
  type ReceivedSpan,
} from "../../adapters/tracing/stand-in-trace-receiver.js";
import { openApplicationUnderTest, type ApplicationUnderTest } from "../application-under-test.js";
import { resultOf, WorkingClient } from "./working-client.js";

const salt = trackKeyFrom("Mirabel Oake", "Salt");
const path = `/api/audio/analysis/${salt}?artist=Mirabel+Oake&track=Salt`;
const traceId = "4bf92f3577b34da6a3ce929d0e0e4736";
const traceparent = `00-${traceId}-00f067aa0ba902b7-01`;

describe("With a receiver of traces, a server", () => {
  let receiver: StandInTraceReceiver;
  let application: ApplicationUnderTest | undefined;
  beforeEach(async () => (receiver = await StandInTraceReceiver.open()));
  afterEach(async () => {
    await application?.close();
    await receiver.close();
  });

  async function open(environment: Record<string, string>): Promise<ApplicationUnderTest> {
    const providers = [new FakeProvider("library", [candidate("Mirabel Oake", "Salt")])];
    const tracing = { OTEL_EXPORTER_OTLP_ENDPOINT: receiver.url };
    return (application = await openApplicationUnderTest(
      { providers },
      { ...tracing, ...environment },
    ));
  }
  /** Closes the server, which then sends its spans; returns them by their names. */
  async function spans(): Promise<ReadonlyMap<string, ReceivedSpan>> {
    await application?.close();
    application = undefined;
    return new Map(receiver.spans.map((span) => [span.name, span]));
  }

  it("records a request and its analysis in the trace of the client", async () => {
    const server = await open({});

    await server.get(path, { traceparent });
    const found = await spans();

    const request = found.get("GET /api/audio/analysis/:trackKey");
    expect(request).toMatchObject({ traceId, parentSpanId: "00f067aa0ba902b7" });
    expect(found.get("analysis")).toMatchObject({ traceId, parentSpanId: request?.spanId });
    expect(JSON.stringify(request?.attributes)).not.toContain("Mirabel");
    const [line] = server.logger.lines.filter(({ message }) => message === "Answered");
    expect(line?.facts["traceId"]).toBe(traceId);
  });

  it("passes the trace of a request on to the worker that runs its job", async () => {
    const server = await open({ ANALYSIS_CONCURRENCY: "0" });
    const worker = new WorkingClient(server);
    await server.get(path, { traceparent, prefer: "respond-async" });

    const job = await worker.claimJob();
    await worker.put(job, resultOf());
    const found = await spans();

    const request = found.get("GET /api/audio/analysis/:trackKey");
    expect(job.traceParent).toBe(`00-${traceId}-${request?.spanId}-01`);
  });
});
