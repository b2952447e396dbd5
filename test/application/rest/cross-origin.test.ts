import { InterfaceDescription } from "../../rest/description/interface-description.js";
import { openApplicationUnderTest, type ApplicationUnderTest } from "../application-under-test.js";

const description = new InterfaceDescription();
const origin = "https://page.example";

/**
 * Headers that pages may read in any response. Source: WHATWG, "Fetch", CORS-safelisted response
 * headers.
 */
const READABLE = ["cache-control", "content-length", "content-type", "expires", "last-modified"];

describe("A page of another origin", () => {
  let application: ApplicationUnderTest;
  beforeAll(async () => {
    application = await openApplicationUnderTest();
  });
  afterAll(() => application.close());

  it.each(description.operations)(
    "may send $method $template with every header that it accepts",
    async ({ method, template, parameters }) => {
      const headers = parameters.filter(({ place }) => place === "header");

      const answer = await fetch(application.url + template.replace(/\{\w+\}/g, "x"), {
        method: "OPTIONS",
        headers: { origin, "access-control-request-method": method },
      });

      expect(answer.status).toBe(204);
      expect(answer.headers.get("content-length")).toBeNull();
      expect(listed(answer, "access-control-allow-methods")).toContain(method.toLowerCase());
      expect(listed(answer, "access-control-allow-headers")).toEqual(
        expect.arrayContaining(headers.map(({ name }) => name.toLowerCase())),
      );
    },
  );

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
  (answer.headers.get(header) ?? "").toLowerCase().split(", ");
