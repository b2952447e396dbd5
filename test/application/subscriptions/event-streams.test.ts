import { Client, fetchExchange, type OperationResult } from "@urql/core";
import { createClient } from "graphql-sse";
import { trackKeyFrom } from "../../../src/domain/track/track-key.js";
import { FakeAnalyzer } from "../../fakes/fake-analyzer.js";
import { candidate, FakeProvider } from "../../fakes/fake-provider.js";
import { AnalysisUpdatedDocument } from "../../generated/operations.js";
import { askGraphql } from "../../graphql/graphql-client.js";
import { operationOf } from "../../graphql/subscription-clients.js";
import { openApplicationUnderTest, type ApplicationUnderTest } from "../application-under-test.js";

const key = trackKeyFrom("Ann", "One");
const following = operationOf(AnalysisUpdatedDocument, { tracks: [{ key }] });
const asking = { query: '{ trackKey(artist: "Ann", track: "One") }' };

async function allOf(results: AsyncIterable<unknown>): Promise<readonly unknown[]> {
  const all: unknown[] = [];
  for await (const result of results) all.push(result);
  return all;
}

describe("Subscriptions at /graphql", () => {
  let application: ApplicationUnderTest;
  let url: string;
  let headers: { readonly authorization: string };

  beforeAll(async () => {
    const analyzer = new FakeAnalyzer();
    const provider = new FakeProvider("library");
    application = await openApplicationUnderTest({ analyzer, providers: [provider] });
    url = `${application.url}/graphql`;
    headers = { authorization: `Bearer ${application.token}` };
    provider.replyWith([candidate("Ann", "One")]);
    analyzer.answerWith({ tempo: 101 });
    await application.get(`/api/audio/analysis/${key}?artist=Ann&track=One`);
  });
  afterAll(() => application.close());

  it("reach urql, whose option fetchSubscriptions is on", async () => {
    const client = new Client({
      ...{ url, fetchOptions: { headers }, exchanges: [fetchExchange], preferGetMethod: false },
      fetchSubscriptions: true,
    });
    const received: OperationResult[] = [];

    await new Promise<void>((resolve) => {
      client.subscription(AnalysisUpdatedDocument, { tracks: [{ key }] }).subscribe((result) => {
        received.push(result);
        if (result.hasNext === false || result.error) resolve();
      });
      setTimeout(resolve, 3_000).unref();
    });

    expect(received.map(({ error }) => error)).not.toContainEqual(expect.anything());
    expect(received[0]?.data).toMatchObject({
      analysisUpdated: { __typename: "TrackAnalysis", trackKey: key },
    });
  });

  it("reach graphql-sse, with a connection for each", async () => {
    const client = createClient({ url, headers, retryAttempts: 0 });

    const results = await allOf(client.iterate(following));
    const refused = await allOf(client.iterate({ query: "subscription { nothing }" }));

    client.dispose();
    expect(results).toMatchObject([{ data: { analysisUpdated: { trackKey: key } } }]);
    expect(refused).toMatchObject([
      { errors: [{ message: expect.stringContaining("nothing") as string }] },
    ]);
  });

  it("have no stream for several operations, which would begin by PUT", async () => {
    const response = await fetch(url, { method: "PUT", headers });

    expect(response.status).toBe(405);
    expect(response.headers.get("allow")).toContain("POST");
  });

  it("answer a query in JSON to clients that accept both", async () => {
    const answer = await askGraphql(
      application,
      asking.query,
      {},
      {
        accept:
          "application/graphql-response+json, application/json, text/event-stream, multipart/mixed",
      },
    );

    expect(answer.data).toEqual({ trackKey: key });
  });
});
