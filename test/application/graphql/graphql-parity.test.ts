import {
  ForbiddenError,
  RateLimitedError,
  UnauthenticatedError,
} from "../../../src/domain/errors/access-errors.js";
import {
  AnalyzerBusyError,
  AudioUndecodableError,
} from "../../../src/domain/errors/analysis-errors.js";
import { TimedOutError } from "../../../src/domain/errors/availability-errors.js";
import type { DomainError } from "../../../src/domain/errors/domain-error.js";
import {
  AnalysisNotFoundError,
  AudioNotFoundError,
  TrackNotFoundError,
} from "../../../src/domain/errors/not-found-errors.js";
import {
  ProviderBadResponseError,
  ProviderRateLimitedError,
  ProviderUnavailableError,
} from "../../../src/domain/errors/provider-errors.js";
import {
  FilesDecideError,
  InvalidInputError,
  PayloadTooLargeError,
  PlaylistChangedError,
  UnsupportedMediaTypeError,
} from "../../../src/domain/errors/request-errors.js";
import { FakeAnalyzer } from "../../fakes/fake-analyzer.js";
import { candidate, FakeProvider } from "../../fakes/fake-provider.js";
import {
  AnalysisDocument,
  SearchDocument,
  SearchPagesDocument,
} from "../../generated/operations.js";
import { askGraphql } from "../../graphql/graphql-client.js";
import { openApplicationUnderTest, type ApplicationUnderTest } from "../application-under-test.js";

interface Envelope {
  readonly data: Record<string, unknown>;
  readonly error: Record<string, unknown>;
}

const failures: readonly DomainError[] = [
  new InvalidInputError("track", "is required"),
  new UnauthenticatedError("This API key is unknown."),
  new ForbiddenError("read"),
  new TrackNotFoundError("bc24aaa5a97c70ed"),
  new AnalysisNotFoundError("bc24aaa5a97c70ed"),
  new AudioNotFoundError("bc24aaa5a97c70ed"),
  FilesDecideError.withoutFile("rec:5c0f3a9e27d14b86"),
  new PlaylistChangedError("pl_0123456789abcdef", 8),
  new PayloadTooLargeError(10),
  new UnsupportedMediaTypeError("a/b", "c/d"),
  new AudioUndecodableError("it is cut short"),
  new RateLimitedError(1),
  new ProviderUnavailableError("library"),
  new ProviderBadResponseError("library"),
  new ProviderRateLimitedError("library", 3),
  new AnalyzerBusyError(3),
  new TimedOutError("The search", 10),
];

describe("REST and GraphQL", () => {
  const money = candidate("Pink Floyd", "Money");
  const trackKey = "bc24aaa5a97c70ed";
  let analyzer: FakeAnalyzer;
  let provider: FakeProvider;
  let application: ApplicationUnderTest;

  beforeEach(async () => {
    analyzer = new FakeAnalyzer();
    provider = new FakeProvider("library", [money]);
    application = await openApplicationUnderTest({ analyzer, providers: [provider] });
  });
  afterEach(() => application.close());

  const rest = async (path: string, headers = {}): Promise<Envelope> =>
    (await (await application.get(path, headers)).json()) as Envelope;

  it.each([
    {},
    {
      tempo: 128.0123456789,
      key: 9,
      mode: 0,
      timeSignature: 4,
      energy: 0.1,
      liveness: 0.2,
      danceability: 1 / 3,
      instrumentalness: 0.4,
      speechiness: 0,
      acousticness: 0.3,
      valence: 0.5,
      arousal: 1,
      approachability: 0.6,
      engagement: 0.7,
      happy: 0.8,
      sad: 0.9,
      relaxed: 0.11,
      aggressive: 0.12,
      durationSeconds: 381.9996,
    },
  ])("return the same analysis, field by field: %j", async (values) => {
    analyzer.answerWith(values);
    await rest("/api/audio/search?track=Money");

    const { data: plain } = await rest(`/api/audio/analysis/${trackKey}`);
    const { data } = await askGraphql(application, AnalysisDocument, { by: { key: trackKey } });

    const { duration_ms, meta, ...same } = plain;
    expect(data.analysis).toMatchObject({ ...same, durationMs: duration_ms });
    expect(meta).toEqual({ artist: same["artist"], track: same["trackName"] });
  });

  it("return the same search results, field by field", async () => {
    provider.replyWith([candidate("Pink Floyd", "06 - Cymbaline"), money]);

    const { data: plain } = await rest("/api/audio/search?track=Cymbaline&artist=Pink+Floyd");
    const { data } = await askGraphql(application, SearchDocument, {
      track: "Cymbaline",
      artist: "Pink Floyd",
    });

    const renamed = (plain as unknown as Record<string, unknown>[]).map(
      ({ match_score, ...same }) => ({ ...same, matchScore: match_score }),
    );
    expect(data.search.results).toEqual(renamed);
  });

  it("return the same pages of search results", async () => {
    provider.replyWith(
      Array.from({ length: 130 }, (_, index) => candidate("Oake", `Salt ${index + 100}`)),
    );
    const variables = { track: "Salt", limit: 50 };

    const { data: first } = await askGraphql(application, SearchPagesDocument, variables);
    const { endCursor } = first.search.pageInfo;
    const cursor = encodeURIComponent(endCursor ?? "");
    const { data: plain } = await rest(`/api/audio/search?track=Salt&limit=50&cursor=${cursor}`);
    const { data: second } = await askGraphql(application, SearchPagesDocument, {
      ...variables,
      after: endCursor,
    });

    const keys = (plain as unknown as { trackKey: string }[]).map(({ trackKey }) => trackKey);
    expect(second.search.results.map((result) => result.trackKey)).toEqual(keys);
    expect(new Set([...keys, ...first.search.results.map((result) => result.trackKey)]).size).toBe(
      100,
    );
    expect(first.search.pageInfo.hasNextPage).toBe(true);
  });

  it("refuse a wrong cursor of a search", async () => {
    const variables = { track: "Salt", after: "wrong" };

    const { data, errors } = await askGraphql(application, SearchPagesDocument, variables);

    expect(data).toBeNull();
    expect(errors?.[0]).toMatchObject({
      message: 'The parameter "after" is not a cursor of a search.',
      extensions: { code: "INVALID_INPUT", parameter: "after" },
    });
  });

  it.each(failures.map((error) => [error.code, error] as const))(
    "fail with the same code, message and facts: %s",
    async (code, error) => {
      provider.replyWith(error);

      const { error: plain } = await rest("/api/audio/search?track=Money");
      const { data, errors } = await askGraphql(application, SearchDocument, { track: "Money" });

      const [first] = errors ?? [];
      expect(data).toBeNull();
      expect({ message: first?.message, ...first?.extensions }).toEqual(plain);
      expect(plain["code"]).toBe(code);
    },
  );

  it("mask an internal error in the same way, and return the request id of the log", async () => {
    provider.replyWith(new Error("password=hunter2"));
    const headers = { "x-request-id": "case-7" };

    const { error: plain } = await rest("/api/audio/search?track=Money", headers);
    const variables = { track: "Money" };
    const { errors } = await askGraphql(application, SearchDocument, variables, headers);

    const [first] = errors ?? [];
    expect({ message: first?.message, ...first?.extensions }).toEqual(plain);
    expect(plain).toMatchObject({ code: "INTERNAL", requestId: "case-7" });
  });

  it("log an internal error once, with the request id", async () => {
    provider.replyWith(new Error("password=hunter2"));

    await askGraphql(application, SearchDocument, { track: "Money" }, { "x-request-id": "case-8" });

    const bugs = application.logger.lines.filter(({ level }) => level === "error");
    expect(bugs.map(({ facts }) => facts["requestId"])).toEqual(["case-8"]);
  });
});
