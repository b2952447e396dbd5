import { request as httpRequest } from "node:http";
import {
  ForbiddenError,
  RateLimitedError,
  UnauthenticatedError,
} from "../../../src/domain/errors/access-errors.js";
import {
  AnalysisDroppedError,
  AnalyzerBusyError,
  AudioUndecodableError,
} from "../../../src/domain/errors/analysis-errors.js";
import {
  StorageBusyError,
  StorageFullError,
  TimedOutError,
} from "../../../src/domain/errors/availability-errors.js";
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
import { FakeProvider } from "../../fakes/fake-provider.js";
import { openApplicationUnderTest, type ApplicationUnderTest } from "../application-under-test.js";

const search = "/api/audio/search?track=Money";
const problemJson = "application/problem+json";

/** The documented errors: code, status and when they occur. */
const statuses: readonly [status: number, code: string, DomainError][] = [
  [400, "INVALID_INPUT", new InvalidInputError("track", "is required")],
  [401, "UNAUTHENTICATED", new UnauthenticatedError("This API key is unknown.")],
  [403, "FORBIDDEN", new ForbiddenError("read")],
  [404, "TRACK_NOT_FOUND", new TrackNotFoundError("bc24aaa5a97c70ed")],
  [404, "AUDIO_NOT_FOUND", new AudioNotFoundError("bc24aaa5a97c70ed")],
  [404, "ANALYSIS_NOT_FOUND", new AnalysisNotFoundError("bc24aaa5a97c70ed")],
  [409, "FILES_DECIDE", FilesDecideError.held("rec:5c0f3a9e27d14b86", "/music/a.flac", 2)],
  [409, "PLAYLIST_CHANGED", new PlaylistChangedError("pl_0123456789abcdef", 8)],
  [413, "PAYLOAD_TOO_LARGE", new PayloadTooLargeError(10)],
  [415, "UNSUPPORTED_MEDIA_TYPE", new UnsupportedMediaTypeError("a/b", "c/d")],
  [422, "AUDIO_UNDECODABLE", new AudioUndecodableError("it is cut short")],
  [429, "RATE_LIMITED", new RateLimitedError(1)],
  [502, "PROVIDER_UNAVAILABLE", new ProviderUnavailableError("library")],
  [502, "PROVIDER_BAD_RESPONSE", new ProviderBadResponseError("library")],
  [503, "PROVIDER_RATE_LIMITED", new ProviderRateLimitedError("library", 3)],
  [503, "ANALYZER_BUSY", new AnalyzerBusyError(3)],
  [503, "ANALYSIS_DROPPED", new AnalysisDroppedError()],
  [503, "STORAGE_BUSY", new StorageBusyError()],
  [503, "STORAGE_FULL", new StorageFullError()],
  [504, "TIMED_OUT", new TimedOutError("The search", 10)],
];

describe("A failure over REST", () => {
  const provider = new FakeProvider("library");
  let application: ApplicationUnderTest;

  beforeAll(async () => {
    application = await openApplicationUnderTest({ providers: [provider] });
  });

  beforeEach(() => provider.replyWith([]));

  afterAll(() => application.close());

  it.each(statuses)(
    "is %i for %s, with message and facts in the envelope",
    async (status, code, error) => {
      provider.replyWith(error);

      const response = await application.get(search);

      expect(response.status).toBe(status);
      expect(response.headers.get("content-type")).toBe("application/json; charset=utf-8");
      expect(response.headers.get("cache-control")).toBe("no-store");
      expect(await response.json()).toEqual({
        success: false,
        data: null,
        error: { code, message: error.message, ...error.facts },
      });
    },
  );

  it.each(statuses)(
    "is %i for %s as a problem, for a client that accepts those",
    async (status, code, error) => {
      provider.replyWith(error);

      const response = await application.get(search, { accept: problemJson });

      expect(response.status).toBe(status);
      expect(response.headers.get("content-type")).toBe(`${problemJson}; charset=utf-8`);
      expect(response.headers.get("vary")).toContain("Accept");
      expect(await response.json()).toEqual({
        success: false,
        data: null,
        type: "about:blank",
        title: expect.any(String) as string,
        status,
        detail: error.message,
        code,
        ...error.facts,
      });
    },
  );

  it.each([
    ["*/*", "application/json"],
    ["text/html", "application/json"],
    ["application/json, application/problem+json;q=0.5", "application/json"],
    ["application/problem+json, application/json;q=0.5", problemJson],
    ["application/json;q=0.5, application/problem+json", problemJson],
  ])("has for a client that accepts %s the type %s", async (accept, mediaType) => {
    const response = await application.get("/nowhere", { accept });

    expect(response.headers.get("content-type")).toBe(`${mediaType}; charset=utf-8`);
  });

  it("is masked when it is internal, and found in the log by the request id", async () => {
    provider.replyWith(new Error("password=hunter2"));

    const response = await application.get(search, { "x-request-id": "case-7" });

    const text = await response.text();
    expect(response.status).toBe(500);
    expect(JSON.parse(text)).toEqual({
      success: false,
      data: null,
      error: { code: "INTERNAL", message: "An internal error occurred.", requestId: "case-7" },
    });
    expect(application.logger.lines.filter(({ level }) => level === "error")).toEqual([
      {
        level: "error",
        message: "Internal error",
        facts: expect.objectContaining({
          requestId: "case-7",
          error: expect.any(Error) as Error,
        }) as object,
      },
    ]);
  });

  it.each([
    "/nowhere",
    "/api",
    "/api/",
    "/api/audio",
    "/api/audio/nothing",
    "/api/audio/search/more",
    "/graphql/more",
    "/favicon.ico",
    "/health",
    "/artwork",
    "/%00",
    "/%zz",
  ])("is 404 for the unknown path %s", async (path) => {
    const response = await application.get(path);

    expect(response.status).toBe(404);
    expect(await response.json()).toMatchObject({
      success: false,
      data: null,
      error: { code: "NOT_FOUND", path },
    });
  });

  describe.each([
    "/",
    "/api/audio/search",
    "/api/audio/analysis/bc24aaa5a97c70ed",
    "/artwork/placeholder.svg",
    "/artwork/bc24aaa5a97c70ed",
    "/health/live",
    "/health/ready",
    "/openapi.json",
    "/openapi.yaml",
  ])("at %s", (path) => {
    it.each(["POST", "PUT", "PATCH", "DELETE", "TRACE", "PROPFIND"])(
      "is 405 for %s",
      async (method) => {
        const { status, headers, body } = await ask(method, application.url + path);

        expect(status).toBe(405);
        expect(headers.allow).toBe("GET, HEAD, OPTIONS");
        expect(JSON.parse(body)).toMatchObject({
          success: false,
          data: null,
          error: { code: "METHOD_NOT_ALLOWED", allow: "GET, HEAD, OPTIONS" },
        });
      },
    );

    it("is not the response to OPTIONS, which lists the methods", async () => {
      const { status, headers, body } = await ask("OPTIONS", application.url + path);

      expect([status, headers.allow, body]).toEqual([204, "GET, HEAD, OPTIONS", ""]);
    });
  });

  it.each(["PATCH", "TRACE", "HEAD"])("is 405 for %s at /graphql", async (method) => {
    const { status, headers } = await ask(method, `${application.url}/graphql`);

    expect([status, headers.allow]).toEqual([405, "GET, POST, OPTIONS"]);
  });
});

/** A request with any method: `fetch` refuses some. */
function ask(
  method: string,
  url: string,
): Promise<{ status: number | undefined; headers: { allow?: string | undefined }; body: string }> {
  return new Promise((resolve, reject) => {
    const request = httpRequest(url, { method }, (response) => {
      let body = "";
      response.setEncoding("utf8");
      response.on("data", (text: string) => (body += text));
      response.on("end", () =>
        resolve({ status: response.statusCode, headers: response.headers, body }),
      );
    });
    request.on("error", reject).end();
  });
}
