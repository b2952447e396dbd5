import { Client, fetchExchange, type OperationResult } from "@urql/core";
import { createClient } from "graphql-sse";
import type { FormattedExecutionResult } from "graphql";
import { trackKeyFrom } from "../../../src/domain/track/track-key.js";
import { FakeAnalyzer } from "../../fakes/fake-analyzer.js";
import { candidate, FakeProvider } from "../../fakes/fake-provider.js";
import { AnalysisUpdatedDocument } from "../../generated/operations.js";
import { askGraphql } from "../../graphql/graphql-client.js";
import { operationOf } from "../../graphql/subscription-clients.js";
import { openApplicationUnderTest, type ApplicationUnderTest } from "../application-under-test.js";

const key = trackKeyFrom("Ann", "One");
const unknown = "0123456789abcdef";
const following = operationOf(AnalysisUpdatedDocument, { tracks: [{ key }] });
const waiting = operationOf(AnalysisUpdatedDocument, { tracks: [{ key: unknown }] });
const asking = { query: '{ trackKey(artist: "Ann", track: "One") }' };

type Results = AsyncIterable<FormattedExecutionResult>;

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

  describe("in a single connection", () => {
    const sent: string[] = [];
    const open = (given: Readonly<Record<string, string>> = headers) =>
      createClient({
        ...{ url, singleConnection: true, lazyCloseTimeout: 500, retryAttempts: 0 },
        headers: { ...given },
        fetchFn: (input: string, init?: RequestInit) => {
          sent.push(`${init?.method ?? "GET"} ${new URL(input).pathname}`);
          return fetch(input, init);
        },
      });

    beforeEach(() => sent.splice(0));

    it("reach graphql-sse together with the results of queries", async () => {
      const client = open();

      const [first, second, query] = await Promise.all([
        allOf(client.iterate(following)),
        allOf(client.iterate(following)),
        allOf(client.iterate(asking)),
      ]);

      client.dispose();
      expect(first).toMatchObject([{ data: { analysisUpdated: { trackKey: key } } }]);
      expect(second).toEqual(first);
      expect(query).toEqual([{ data: { trackKey: key } }]);
      expect(sent.sort()).toEqual([
        ...["GET /graphql", "POST /graphql", "POST /graphql", "POST /graphql", "PUT /graphql"],
      ]);
    });

    it("end where the client stops one, and the stream goes on", async () => {
      const client = open();
      const results = client.iterate(waiting) as Results & AsyncGenerator;
      const first = await results.next();

      await results.return(undefined);

      const after = await allOf(client.iterate(asking));
      client.dispose();
      expect(first.value).toMatchObject({ data: { analysisUpdated: { trackKey: unknown } } });
      expect(after).toEqual([{ data: { trackKey: key } }]);
      expect(sent.filter((one) => one.startsWith("DELETE"))).toHaveLength(1);
    });

    it("are refused without a key, and with a document that is not valid", async () => {
      const nobody = open({ authorization: "Bearer nobody" });
      const client = open();

      const unauthorised = allOf(nobody.iterate(asking));
      const invalid = allOf(client.iterate({ query: "{ nothing }" }));

      await expect(unauthorised).rejects.toThrow("401");
      await expect(invalid).rejects.toThrow("400");
      client.dispose();
    });

    it("stay with the API key that reserved the stream", async () => {
      const tokenOf = async (): Promise<string> =>
        (await fetch(url, { method: "PUT", headers })).text();
      const other = await application.services.access.issue({ name: "other", scopes: ["read"] });
      const token = await tokenOf();
      const operate = (given: Readonly<Record<string, string>>, extensions: object) =>
        fetch(url, {
          method: "POST",
          headers: {
            ...{ "content-type": "application/json", "X-GraphQL-Event-Stream-Token": token },
            ...given,
          },
          body: JSON.stringify({ ...asking, extensions }),
        });

      const asOther = await operate(
        { authorization: `Bearer ${other.token}` },
        { operationId: "a" },
      );
      const withoutId = await operate(headers, {});
      const early = await operate(headers, { operationId: "early" });
      const opened = await fetch(`${url}?token=${token}`, {
        headers: { accept: "text/event-stream" },
      });
      const twice = await fetch(`${url}?token=${token}`, {
        headers: { accept: "text/event-stream" },
      });
      const reader = opened.body!.getReader();
      const begin = new TextDecoder().decode((await reader.read()).value);
      await reader.cancel();

      expect([asOther, withoutId, early, opened, twice].map(({ status }) => status)).toEqual([
        404, 400, 202, 200, 400,
      ]);
      expect(begin).toContain(
        `event: next\ndata: {"id":"early","payload":{"data":{"trackKey":"${key}"}}}`,
      );
    });
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
