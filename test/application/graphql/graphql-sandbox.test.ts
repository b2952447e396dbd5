import { askGraphql } from "../../graphql/graphql-client.js";
import { openApplicationUnderTest, type ApplicationUnderTest } from "../application-under-test.js";

const browser = {
  accept: "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8",
  authorization: "",
};

describe("Apollo Sandbox", () => {
  let application: ApplicationUnderTest;

  beforeAll(async () => {
    application = await openApplicationUnderTest();
  });
  afterAll(() => application.close());

  it("is served to a browser without a key, with an example operation", async () => {
    const response = await application.get("/graphql", browser);

    const page = await response.text();
    expect(response.status).toBe(200);
    expect(response.headers.get("content-type")).toMatch("text/html");
    expect(page).toContain("EmbeddedSandbox");
    expect(page).toContain("query SearchWithAnalyses");
  });

  it("is at its path without a slash at the end, to which its link to Altair is relative", async () => {
    const response = await fetch(`${application.url}/graphql/?a=b`, {
      headers: browser,
      redirect: "manual",
    });

    expect(response.status).toBe(302);
    expect(response.headers.get("location")).toBe("/graphql?a=b");
  });

  it("is not served to a browser that is signed in, whose session its scripts could use", async () => {
    const cookie = `overtone_session_${new URL(application.url).port}=ot_session_0`;
    const response = await fetch(`${application.url}/graphql`, {
      headers: { ...browser, cookie },
      redirect: "manual",
    });

    expect(response.status).toBe(302);
    expect(response.headers.get("location")).toBe("/altair/");
  });

  it("is allowed to load from Apollo's hosts", async () => {
    const response = await application.get("/graphql", browser);

    const policy = response.headers.get("content-security-policy");
    expect(policy).toContain(
      "script-src 'unsafe-inline' https://embeddable-sandbox.cdn.apollographql.com",
    );
    expect(policy).toContain("frame-ancestors 'none'");
  });

  it.each([
    ["the answers of the API", { accept: "application/json" }],
    ["a client that accepts anything", { accept: "*/*" }],
  ])("does not relax the security policy of %s", async (_, headers) => {
    const response = await application.get("/graphql", headers);
    const answer = await askGraphql(application, "{ __typename }");

    for (const { headers } of [response, answer]) {
      expect(headers.get("content-security-policy")).not.toContain("apollographql");
    }
  });

  it("can be disabled", async () => {
    const plain = await openApplicationUnderTest({}, { GRAPHQL_EXPLORER: "off" });

    const response = await plain.get("/graphql", browser);
    await plain.close();

    expect(response.status).toBe(400);
    expect(response.headers.get("content-security-policy")).not.toContain("apollographql");
    expect(await response.text()).not.toContain("EmbeddedSandbox");
  });
});
