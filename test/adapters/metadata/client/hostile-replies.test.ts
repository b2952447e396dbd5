import {
  ProviderBadResponseError,
  ProviderUnavailableError,
} from "../../../../src/domain/errors/provider-errors.js";
import { clientOf } from "../../../fakes/provider-client-fixture.js";
import {
  sendSlowly,
  sendEndlessly,
  neverReply,
  json,
  redirectTo,
  type Reply,
  StandInProviderServer,
  status,
  text,
} from "../../../fakes/stand-in-provider-server.js";

const never = new AbortController().signal;

let server: StandInProviderServer;

beforeEach(async () => {
  server = await StandInProviderServer.open();
});

afterEach(() => server.close());

const address = (path = "/search"): URL => new URL(path, server.baseUrl);

describe("ProviderClient, given a hostile reply", () => {
  it.each<[string, Reply]>([
    ["never replies", neverReply],
    ["sends a byte from time to time", sendSlowly],
  ])("closes the connection at its deadline to a provider that %s", async (_how, reply) => {
    server.replyWith(reply);
    const { client, clock } = clientOf(server);

    const answer = client.getJson(address(), { signal: never });
    await server.received(1);
    clock.advance(5_000);

    await expect(answer).rejects.toThrow(ProviderUnavailableError);
    await server.disconnected(1);
    expect(server.requests).toHaveLength(1);
  });

  it("closes the connection when an endless reply exceeds the limit", async () => {
    server.replyWith(sendEndlessly);
    const { client } = clientOf(server);

    const answer = client.getJson(address(), { signal: never });

    await expect(answer).rejects.toThrow(ProviderBadResponseError);
    await server.disconnected(1);
    expect(server.requests).toHaveLength(1);
  });

  it.each<[string, Reply]>([
    ["HTML", text("<!DOCTYPE html><title>Sign in</title>")],
    ["HTML that calls itself JSON", text("<html></html>", "application/json")],
    ["broken JSON", text('{"data":[', "application/json")],
    ["nothing", status(200)],
    ["bytes that are not UTF-8", (response) => response.end(Buffer.from([0x22, 0xff, 0x22]))],
    ["HTML and 404", text("<h1>Not Found</h1>", "text/html", 404)],
    ["JSON and 400", json({ message: "no" }, 400)],
    ["a redirect to nowhere", status(302)],
    ["a redirect to no address", redirectTo("http://[")],
  ])("reports %s as unreadable, and does not retry", async (_what, reply) => {
    server.replyWith(reply);
    const { client } = clientOf(server);

    const answer = client.getJson(address(), { signal: never });

    await expect(answer).rejects.toThrow(ProviderBadResponseError);
    expect(server.requests).toHaveLength(1);
  });

  it.each<[string, Reply]>([
    ["without end", sendEndlessly],
    ["that is not there", status(404)],
  ])("refuses the bytes of a reply %s", async (_what, reply) => {
    server.replyWith(reply);
    const { client } = clientOf(server);

    const bytes = client.getBytes(address(), { signal: never, limitBytes: 300_000 });

    await expect(bytes).rejects.toThrow(ProviderBadResponseError);
    expect(server.requests).toHaveLength(1);
  });

  it.each([401, 403])("treats %d as a refusal, and does not retry", async (code) => {
    server.replyWith(json({}, code));
    const { client } = clientOf(server);

    const answer = client.getJson(address(), { signal: never });

    await expect(answer).rejects.toThrow(ProviderUnavailableError);
    expect(server.requests).toHaveLength(1);
  });

  it("does not connect to a local address that the operator did not configure", async () => {
    const { client } = clientOf(server);

    const attempts = ["http://127.0.0.1:1/", "https://127.0.0.1/", "https://10.0.0.1/"].map(
      (local) => client.getJson(new URL(local), { signal: never }),
    );

    for (const attempt of attempts) {
      await expect(attempt).rejects.toThrow(ProviderUnavailableError);
    }
    expect(server.requests).toHaveLength(0);
  });
});

describe("ProviderClient, redirected", () => {
  it("follows a redirect to a public host over https", async () => {
    server.replyWith(redirectTo("https://mirror.example/a"), redirectTo("/b", 307), json("there"));
    const { client, openedHosts } = clientOf(server);

    const answer = await client.getJson(address(), { signal: never });

    expect(answer).toBe("there");
    expect(openedHosts).toContain("mirror.example");
    expect(server.requests.map(({ path }) => path)).toEqual(["/search", "/a", "/b"]);
  });

  it("follows at most three redirects of a loop", async () => {
    server.replyWith(redirectTo("https://mirror.example/loop"));
    const { client } = clientOf(server);

    const answer = client.getJson(address(), { signal: never });

    await expect(answer).rejects.toThrow(ProviderBadResponseError);
    expect(server.requests).toHaveLength(4);
  });

  it.each([
    "https://127.0.0.1/",
    "https://169.254.169.254/latest/meta-data/",
    "https://[::1]/",
    "https://10.0.0.1/",
    "https://[::ffff:192.168.0.1]/",
    "https://localhost/",
    "https://rebinding.example/",
    "http://mirror.example/",
    "http://169.254.169.254/",
    "file:///etc/passwd",
  ])("refuses a redirect to %s before it connects", async (target) => {
    server.replyWith(redirectTo(target));
    const { client, openedHosts } = clientOf(server);

    const answer = client.getJson(address(), { signal: never });

    await expect(answer).rejects.toThrow(ProviderBadResponseError);
    expect(server.requests).toHaveLength(1);
    expect(openedHosts).toEqual([]);
  });

  it("refuses a redirect back to the operator's own local origin", async () => {
    server.replyWith(redirectTo("/elsewhere"), json("there"));
    const { client } = clientOf(server);

    const answer = client.getJson(address(), { signal: never });

    await expect(answer).rejects.toThrow(ProviderBadResponseError);
    expect(server.requests).toHaveLength(1);
  });
});
