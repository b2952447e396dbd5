import type { FormattedExecutionResult } from "graphql";
import { trackKeyFrom } from "../../../src/domain/track/track-key.js";
import { AudioUndecodableError } from "../../../src/domain/errors/analysis-errors.js";
import { FakeAnalyzer } from "../../fakes/fake-analyzer.js";
import { candidate, FakeProvider } from "../../fakes/fake-provider.js";
import { AnalysisUpdatedDocument, RequestAnalysisDocument } from "../../generated/operations.js";
import { askGraphql, byKeys, codesOf } from "../../graphql/graphql-client.js";
import {
  operationOf,
  resultsOverSocket,
  resultsOverStream,
  type Operation,
} from "../../graphql/subscription-clients.js";
import { openApplicationUnderTest, type ApplicationUnderTest } from "../application-under-test.js";
import { waitUntil } from "../../wait-until.js";

const titles = ["One", "Two", "Three"];
const keys = titles.map((title) => trackKeyFrom("Overtone", title));
const unknownKey = "0123456789abcdef";

const following = (trackKeys: readonly string[]): Operation =>
  operationOf(AnalysisUpdatedDocument, { tracks: byKeys(trackKeys) });

const transports = [
  ["a WebSocket", resultsOverSocket],
  ["server-sent events", resultsOverStream],
] as const;

/** Returns each result as a short text. */
async function textsOf(results: AsyncIterable<FormattedExecutionResult>): Promise<string[]> {
  const texts: string[] = [];
  for await (const result of results) texts.push(textOf(result));
  return texts;
}

async function nextOf(
  results: AsyncIterator<FormattedExecutionResult, void>,
): Promise<FormattedExecutionResult> {
  const { value } = await results.next();
  if (!value) throw new Error("There is no further result.");
  return value;
}

/** A state that changes again before it is read is not sent. */
const withoutProcessing = (texts: readonly string[]): readonly string[] =>
  texts.filter((words) => !words.endsWith("PROCESSING"));

function textOf({ data, errors }: FormattedExecutionResult): string {
  if (errors) return codesOf({ errors }).join();
  const { __typename, trackKey, state, code } = data?.["analysisUpdated"] as Record<string, string>;
  const title = titles[keys.findIndex((key) => key === trackKey)] ?? "Unknown";
  return `${title}: ${state ?? code ?? __typename}`;
}

describe("Subscribing to analyses", () => {
  let analyzer: FakeAnalyzer;
  let application: ApplicationUnderTest;

  beforeEach(async () => {
    analyzer = new FakeAnalyzer({ tempo: 100 });
    const provider = new FakeProvider(
      "library",
      titles.map((title) => candidate("Overtone", title)),
    );
    const environment = { ANALYSIS_CONCURRENCY: "1" };
    application = await openApplicationUnderTest({ analyzer, providers: [provider] }, environment);
    await application.get("/api/audio/search?track=Overtone");
  });
  afterEach(() => application.close());

  const request = (trackKeys: readonly string[]) =>
    askGraphql(application, RequestAnalysisDocument, { tracks: byKeys(trackKeys) });

  it.each(transports)("sends by %s the state of each, then each change", async (_name, ask) => {
    const release = analyzer.hold();
    await request(keys.slice(0, 2));
    const results = ask(application, following(keys.slice(0, 2)));
    const first = [await nextOf(results), await nextOf(results)];

    release();
    const rest = await textsOf(results);

    expect(first.map(textOf)).toEqual(["One: PROCESSING", "Two: QUEUED"]);
    expect(first[1]!.data).toMatchObject({
      analysisUpdated: { position: 0, retryAfterSeconds: 2 },
    });
    expect(withoutProcessing(rest)).toEqual(["One: TrackAnalysis", "Two: TrackAnalysis"]);
  });

  it.each(transports)("completes by %s when all are ready or have failed", async (_name, ask) => {
    await application.get(`/api/audio/analysis/${keys[0]}`);
    analyzer.answerWith(new AudioUndecodableError("it is damaged"));
    await application.get(`/api/audio/analysis/${keys[1]}`);

    const texts = await textsOf(ask(application, following(keys.slice(0, 2))));

    expect(texts).toEqual(["One: TrackAnalysis", "Two: AUDIO_UNDECODABLE"]);
  });

  it.each(transports)(
    "waits by %s for analyses that nobody has requested yet",
    async (_name, ask) => {
      const results = ask(application, following([keys[2]!]));
      const first = await nextOf(results);

      await request([keys[2]!]);
      const rest = await textsOf(results);

      expect(textOf(first)).toBe("Three: NOT_REQUESTED");
      expect(withoutProcessing(rest)).toEqual(["Three: TrackAnalysis"]);
    },
  );

  it("sends the same events by either transport", async () => {
    await request(keys);

    const [bySocket, byStream] = await Promise.all(
      transports.map(async ([, ask]) => {
        const results: FormattedExecutionResult[] = [];
        for await (const result of ask(application, following(keys))) results.push(result);
        return results.slice(-1);
      }),
    );

    expect(bySocket).toEqual(byStream);
  });

  it.each(transports)("ends by %s at the first event after the key is revoked", async (_n, ask) => {
    const { access } = application.services;
    const { token } = await access.issue({ name: "short-lived", scopes: ["read"] });
    const results = ask({ ...application, token }, following([keys[0]!]));
    const first = await nextOf(results);

    await access.revoke(token);
    await request([keys[0]!]);
    const rest = await textsOf(results);

    expect(textOf(first)).toBe("One: NOT_REQUESTED");
    expect(rest).toEqual(["UNAUTHENTICATED"]);
    expect(application.services.updates.watchCount).toBe(0);
  });

  it.each(transports)(
    "releases everything when the client of %s disconnects",
    async (_name, ask) => {
      const results = ask(application, following([keys[0]!]));
      await results.next();
      const during = application.services.updates.watchCount;

      await results.return();
      await waitUntil(() => application.services.updates.watchCount === 0);

      expect(during).toBe(1);
    },
  );

  it.each(transports)("is refused by %s for invalid, too few or too many keys", async (_n, ask) => {
    const many = Array.from({ length: 101 }, (_, i) => i.toString(16).padStart(16, "0"));

    const stories = await Promise.all(
      [["nonsense"], [], many].map((trackKeys) => textsOf(ask(application, following(trackKeys)))),
    );

    expect(stories).toEqual([["INVALID_INPUT"], ["INVALID_INPUT"], ["INVALID_INPUT"]]);
  });

  it("is not possible by a plain request, and the message names the right header", async () => {
    const { query } = following(keys);
    const variables = JSON.stringify({ tracks: byKeys(keys) });
    const parameters = new URLSearchParams({ query, variables }).toString();

    const posted = await askGraphql(application, AnalysisUpdatedDocument, { tracks: byKeys(keys) });
    const response = await application.get(`/graphql?${parameters}`);
    const got = (await response.json()) as FormattedExecutionResult;

    expect(codesOf(posted)).toEqual(["INVALID_INPUT"]);
    expect(posted.errors?.[0]?.message).toContain("Accept: text/event-stream");
    expect(got).toEqual({ errors: posted.errors });
    expect([response.status, response.headers.get("allow")]).toEqual([posted.status, null]);
  });
});

describe("Requesting analyses", () => {
  let analyzer: FakeAnalyzer;
  let application: ApplicationUnderTest;

  beforeEach(async () => {
    analyzer = new FakeAnalyzer({ tempo: 100 });
    const provider = new FakeProvider(
      "library",
      titles.map((title) => candidate("Overtone", title)),
    );
    const environment = { ANALYSIS_CONCURRENCY: "1" };
    application = await openApplicationUnderTest({ analyzer, providers: [provider] }, environment);
    await application.get("/api/audio/search?track=Overtone");
  });
  afterEach(() => application.close());

  it("starts each once without waiting, and returns them in the order of the keys", async () => {
    await application.get(`/api/audio/analysis/${keys[0]}`);
    const release = analyzer.hold();

    const trackKeys = [keys[1]!, keys[0]!, unknownKey, keys[2]!, keys[1]!];
    const { data, errors } = await askGraphql(application, RequestAnalysisDocument, {
      tracks: byKeys(trackKeys),
    });
    release();

    const pending = { __typename: "AnalysisPending", retryAfterSeconds: 2 };
    expect(errors).toBeUndefined();
    expect(data.requestAnalysis).toMatchObject([
      { ...pending, trackKey: keys[1], state: "PROCESSING", position: null },
      { __typename: "TrackAnalysis", trackKey: keys[0], tempo: 100 },
      { __typename: "AnalysisFailed", trackKey: unknownKey, code: "TRACK_NOT_FOUND" },
      { ...pending, trackKey: keys[2], state: "QUEUED", position: 0 },
      { ...pending, trackKey: keys[1], state: "PROCESSING", position: null },
    ]);
    expect(analyzer.received).toHaveLength(2);
  });

  it.each([
    ["no keys", []],
    ["more than 100", Array.from({ length: 101 }, (_, i) => i.toString(16).padStart(16, "0"))],
  ])("refuses %s", async (_what, trackKeys) => {
    const answer = await askGraphql(application, RequestAnalysisDocument, {
      tracks: byKeys(trackKeys),
    });

    expect(codesOf(answer)).toEqual(["INVALID_INPUT"]);
  });

  it("refuses more than 100 tracks over several aliases", async () => {
    const batches = [0, 1].map((b) =>
      Array.from({ length: 60 }, (_, i) => (100 * b + i).toString(16).padStart(16, "0")),
    );
    const document = `mutation ($a: [TrackKey!]!, $b: [TrackKey!]!) {
      a: requestAnalysis(trackKeys: $a) { __typename } b: requestAnalysis(trackKeys: $b) { __typename }
    }`;

    const answer = await askGraphql(application, document, { a: batches[0], b: batches[1] });

    expect(codesOf(answer)).toEqual(["INVALID_INPUT"]);
  });

  it.each(["/graphql", "/graphql/stream"])("is not possible by GET %s", async (path) => {
    const { query } = operationOf(RequestAnalysisDocument, { tracks: byKeys(keys) });
    const variables = JSON.stringify({ tracks: byKeys(keys) });
    const parameters = new URLSearchParams({ query, variables }).toString();

    const response = await application.get(`${path}?${parameters}`);

    const answer = (await response.json()) as { errors: [] };
    expect([response.status, response.headers.get("allow")]).toEqual([405, "POST"]);
    expect(codesOf(answer)).toEqual(["METHOD_NOT_ALLOWED"]);
    expect(analyzer.received).toEqual([]);
  });

  it("requires a key with the scope read, as a batch over REST does", async () => {
    const answer = await askGraphql(
      { ...application, token: "ot_live_00000000_0" },
      RequestAnalysisDocument,
      { trackKeys: keys },
    );

    expect(answer.status).toBe(401);
    expect(codesOf(answer)).toEqual(["UNAUTHENTICATED"]);
  });
});
