import { InterfaceDescription } from "../../rest/description/interface-description.js";
import { openApplicationUnderTest, type ApplicationUnderTest } from "../application-under-test.js";

const description = new InterfaceDescription();
const origin = "https://page.example";

/**
 * Headers that pages may read in any response. Source: WHATWG, "Fetch", CORS-safelisted response
 * headers.
 */
const READABLE = ["cache-control", "content-length", "content-type", "expires", "last-modified"];

/** Headers that Apollo Client, OpenTelemetry, Sentry and others add to what a page sends. */
const addedByClients = [
  "apollographql-client-name",
  "apollographql-client-version",
  "authorization",
  "baggage",
  "graphql-require-preflight",
  "if-modified-since",
  "sentry-trace",
  "traceparent",
  "tracestate",
  "x-requested-with",
];

describe("A page of another origin", () => {
  let application: ApplicationUnderTest;
  beforeAll(async () => {
    application = await openApplicationUnderTest();
  });
  afterAll(() => application.close());

  const preflight = (path: string, method: string, headers: readonly string[]): Promise<Response> =>
    fetch(application.url + path, {
      method: "OPTIONS",
      headers: {
        origin,
        "access-control-request-method": method,
        ...(headers.length > 0 && { "access-control-request-headers": headers.join(",") }),
      },
    });

  it.each(description.operations)(
    "may send $method $template with every header that it accepts",
    async ({ method, template, parameters }) => {
      const described = parameters.filter(({ place }) => place === "header");
      const headers = [...described.map(({ name }) => name.toLowerCase()), ...addedByClients];

      const answer = await preflight(template.replace(/\{\w+\}/g, "x"), method, headers);

      expect(answer.status).toBe(204);
      expect(answer.headers.get("content-length")).toBeNull();
      expect(listed(answer, "access-control-allow-methods")).toContain(method.toLowerCase());
      expect(listed(answer, "access-control-allow-headers")).toEqual(headers);
      expect(listed(answer, "vary")).toContain("access-control-request-headers");
      expect(answer.headers.get("access-control-allow-credentials")).toBeNull();
    },
  );

  it("may send GraphQL with the headers that client libraries and tracers add", async () => {
    const answer = await preflight("/graphql", "POST", addedByClients);

    expect(answer.headers.get("access-control-allow-origin")).toBe("*");
    expect(listed(answer, "access-control-allow-headers")).toEqual(addedByClients);
  });

  it("is told of no headers where it asks for none", async () => {
    const answer = await preflight("/graphql", "POST", []);

    expect(answer.status).toBe(204);
    expect(answer.headers.get("access-control-allow-headers")).toBeNull();
  });

  it("may read every described response header", async () => {
    const described = description.operations.flatMap(({ answers }) =>
      [...answers.values()].flatMap(({ headers }) => [...headers.keys()]),
    );

    const answer = await application.get("/health/live", { origin });

    const readable = [...READABLE, ...listed(answer, "access-control-expose-headers")];
    expect(described.length).toBeGreaterThan(0);
    expect(readable).toEqual(expect.arrayContaining(described));
  });
});

const listed = (answer: Response, header: string): readonly string[] =>
  (answer.headers.get(header) ?? "").toLowerCase().split(/, ?/);
