import { trackKeyFrom } from "../../../src/domain/track/track-key.js";
import { FakeAnalyzer } from "../../fakes/fake-analyzer.js";
import { candidate, FakeProvider } from "../../fakes/fake-provider.js";
import { waitUntil } from "../../wait-until.js";
import { openApplicationUnderTest } from "../application-under-test.js";
import { call, connectByHttp } from "./assistant-clients.js";

const trackKey = trackKeyFrom("Ann", "Slow");
const providers = [new FakeProvider("library", [candidate("Ann", "Slow")])];

describe("Tools for assistants under the limits of the server", () => {
  it("are refused above the maximum cost of an operation, and say what costs less", async () => {
    const application = await openApplicationUnderTest({}, { QUERY_COST_LIMIT: "100" });
    const client = await connectByHttp(application.url, application.token);

    const { isError, text } = await call(client, "tracks", { first: 100 });

    expect([isError, text]).toEqual([
      true,
      expect.stringMatching(/^INVALID_INPUT: .*costs \d+, .* 100\. .* With at most \d+ items/),
    ]);
    await client.close();
    await application.close();
  });

  it("count as requests of their key", async () => {
    const application = await openApplicationUnderTest({}, { RATE_LIMIT_PER_SECOND: "5" });
    const { url, token } = application;
    const body = JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/list" });
    const headers = {
      authorization: `Bearer ${token}`,
      ...{ "content-type": "application/json", accept: "application/json, text/event-stream" },
    };

    const all = Array.from({ length: 12 }, () =>
      fetch(`${url}/mcp`, { method: "POST", headers, body }),
    );
    const statuses = (await Promise.all(all)).map(({ status }) => status);

    expect(statuses).toContain(200);
    expect(statuses).toContain(429);
    await application.close();
  });

  it("answer with the state of an analysis when the server stops", async () => {
    const analyzer = new FakeAnalyzer();
    const release = analyzer.hold();
    const application = await openApplicationUnderTest(
      { providers, analyzer },
      { ANALYSIS_WAIT_MS: "600000" },
    );
    const client = await connectByHttp(application.url, application.token);
    await call(client, "search", { track: "Slow" });
    const answer = call(client, "analyse", { trackKey, waitSeconds: 600 });
    await waitUntil(() => analyzer.received.length === 1);

    const closed = application.close();

    expect((await answer).data).toMatchObject({
      analysis: { __typename: "AnalysisPending", retryAfterSeconds: expect.any(Number) },
    });
    release();
    await closed;
  });
});
