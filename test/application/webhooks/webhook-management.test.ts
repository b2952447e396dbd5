import { openApplicationUnderTest, type ApplicationUnderTest } from "../application-under-test.js";
import { WebhookClient } from "./webhook-client.js";

describe("Managing webhooks", () => {
  let application: ApplicationUnderTest;
  const client = new WebhookClient(() => application);

  beforeEach(async () => {
    application = await openApplicationUnderTest();
  });
  afterEach(() => application.close());

  it("shows an API key only its own webhooks, and their secret once", async () => {
    const hook = await client.register({ url: "https://example.org/hook" });

    const own = await client.ask("GET", "", { key: hook.key });
    const others = await client.ask("GET", "");
    const foreignDelete = await client.ask("DELETE", `/${hook.id}`);

    const text = await own.text();
    expect(JSON.parse(text)).toMatchObject({ success: true, data: [{ id: hook.id }] });
    expect(text).not.toContain("whsec_");
    expect(await others.json()).toEqual({ success: true, data: [] });
    expect(foreignDelete.status).toBe(404);
  });

  it("deletes a webhook", async () => {
    const hook = await client.register({ url: "https://example.org/hook" });

    const removed = await client.ask("DELETE", `/${hook.id}`, { key: hook.key });
    const again = await client.ask("GET", `/${hook.id}`, { key: hook.key });

    expect(await removed.json()).toEqual({ success: true, data: null });
    expect(again.status).toBe(404);
  });

  it.each([
    [{ url: 7 }, "url"],
    [{ url: "nonsense" }, "url"],
    [{ url: "ftp://example.org" }, "url"],
    [{ url: "https://user:secret@example.org/" }, "url"],
    [{ url: "https://127.0.0.1/x" }, "url"],
    [{ url: "https://0x7f000001/" }, "url"],
    [{ url: "https://localhost:4000/" }, "url"],
    [{ url: "https://example.org/", events: [] }, "events"],
    [{ url: "https://example.org/", events: ["other"] }, "events"],
    [{ url: "https://example.org/", secret: "mine" }, "secret"],
    [[], "body"],
  ])("refuses %j and names %s", async (body, parameter) => {
    const response = await client.ask("POST", "", { body });

    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({ error: { code: "INVALID_INPUT", parameter } });
  });

  it("responds that a URL is required when it is missing", async () => {
    const response = await client.ask("POST", "", { body: {} });

    expect(await response.json()).toMatchObject({
      error: { parameter: "url", message: 'The parameter "url" is required.' },
    });
  });

  it("lets a key register at most twenty webhooks", async () => {
    const key = await client.keyWith(["read", "write"]);
    const body = { url: "https://example.org/" };
    for (let i = 0; i < 20; i++) await client.ask("POST", "", { body, key });

    const response = await client.ask("POST", "", { body, key });

    expect(response.status).toBe(400);
  });

  it.each([
    ["POST", "", ["read", "write"]],
    ["POST", "/wh_0/deliveries/msg_0/replay", ["read", "write"]],
    ["DELETE", "/wh_0", ["write"]],
    ["GET", "", ["read"]],
    ["GET", "/wh_0/deliveries", ["read"]],
  ] as const)("requires for %s %j the scopes %j", async (method, path, needed) => {
    for (const scope of needed) {
      const scopes = (["read", "write"] as const).filter((held) => held !== scope);
      const response = await client.ask(method, path, { scopes });

      expect(response.status).toBe(403);
      expect(await response.json()).toMatchObject({ error: { code: "FORBIDDEN", scope } });
    }
  });

  it.each([
    ["?limit=0", "limit"],
    ["?limit=101", "limit"],
    ["?state=lost", "state"],
    ["?before=garbage", "before"],
    ["?limit=2&before=msg_0123456789abcdef01234567", "before"],
  ])("refuses a list of %s and names %s", async (query, parameter) => {
    const hook = await client.register({ url: "https://example.org/hook" });

    const response = await client.ask("GET", `/${hook.id}/deliveries${query}`, { key: hook.key });

    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({ error: { code: "INVALID_INPUT", parameter } });
  });
});
