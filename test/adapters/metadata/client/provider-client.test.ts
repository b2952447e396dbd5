import type { ProviderExchange } from "../../../../src/adapters/metadata/client/provider-client.js";
import { TimedOutError } from "../../../../src/domain/errors/availability-errors.js";
import {
  type ProviderError,
  ProviderRateLimitedError,
  ProviderUnavailableError,
} from "../../../../src/domain/errors/provider-errors.js";
import { clientOf, advancedUntilSettled } from "../../../fakes/provider-client-fixture.js";
import {
  neverReply,
  json,
  type Reply,
  closeConnection,
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

describe("ProviderClient", () => {
  it("returns the JSON, and sends its user agent", async () => {
    server.replyWith(json({ data: [1] }));
    const { client } = clientOf(server);

    const answer = await client.getJson(address("/search?q=a%20b"), { signal: never });

    expect(answer).toEqual({ data: [1] });
    expect(server.requests[0]?.query.get("q")).toBe("a b");
    expect(server.requests[0]?.headers["user-agent"]).toBe("Overtone/0.0.0 (test)");
  });

  it("returns bytes when bytes were requested", async () => {
    server.replyWith(text("ID3…", "audio/mpeg"));
    const { client } = clientOf(server);

    const bytes = await client.getBytes(address(), { signal: never, limitBytes: 100 });

    expect(new TextDecoder().decode(bytes)).toBe("ID3…");
  });

  it("sends one request for a hundred concurrent calls for the same address", async () => {
    server.replyWith(json([]));
    const { client } = clientOf(server);

    await Promise.all(
      Array.from({ length: 100 }, () =>
        client.getJson(address(), { signal: new AbortController().signal }),
      ),
    );

    expect(server.requests).toHaveLength(1);
  });
});

describe("ProviderClient, retrying", () => {
  it.each<[string, Reply]>([
    ["a server error", status(500)],
    ["a bad gateway with HTML", text("<h1>Bad gateway</h1>", "text/html", 502)],
    ["too many requests", status(429)],
    ["a connection closed without a reply", closeConnection],
  ])("recovers from %s", async (_what, reply) => {
    server.replyWith(reply, reply, json("well again"));
    const { client } = clientOf(server);

    const answer = await client.getJson(address(), { signal: never });

    expect(answer).toBe("well again");
  });

  it.each([
    ["500", status(500), ProviderUnavailableError],
    ["a closed connection", closeConnection, ProviderUnavailableError],
    ["429", status(429), ProviderRateLimitedError],
  ])("sends at most three requests: %s", async (_what, reply, error) => {
    server.replyWith(reply);
    const { client } = clientOf(server);

    const answer = client.getJson(address(), { signal: never });

    await expect(answer).rejects.toThrow(error);
    expect(server.requests).toHaveLength(3);
  });

  it("pauses for a random time, up to twice as long the second time", async () => {
    server.replyWith(status(500), status(500), json("well again"));
    const { client, clock } = clientOf(server, { random: () => 0.5 });
    const startedAt = clock.now();

    await advancedUntilSettled(clock, client.getJson(address(), { signal: never }));

    expect(clock.now() - startedAt).toBe(200 + 400);
  });

  it("classifies a reply by its body when the status is ambiguous", async () => {
    server.replyWith(json({ error: 8 }), json({ error: 0 }));
    const { client } = clientOf(server);

    const answer = await client.getJson(address(), {
      signal: never,
      classify: (body) =>
        (body as { error: number }).error === 8
          ? { result: "failing", problem: "error 8" }
          : undefined,
    });

    expect(answer).toEqual({ error: 0 });
  });
});

describe("ProviderClient, rate limited", () => {
  const retryAfter = async (answer: Promise<unknown>): Promise<unknown> =>
    answer.then(
      () => undefined,
      (error: ProviderError) => error.facts["retryAfterSeconds"],
    );

  it("waits for the time that the provider gives, and retries", async () => {
    server.replyWith(status(429, { "retry-after": "2" }), json("well again"));
    const { client, clock } = clientOf(server);
    const startedAt = clock.now();

    const answer = await advancedUntilSettled(clock, client.getJson(address(), { signal: never }));

    expect(answer).toBe("well again");
    expect(clock.now() - startedAt).toBe(2_000);
  });

  it.each([
    ["in seconds", () => "60"],
    ["as a date", (now: number) => new Date(now + 60_000).toUTCString()],
  ])(
    "fails with the wait that a reply gives %s when it exceeds the deadline",
    async (_how, header) => {
      const { client, clock } = clientOf(server);
      server.replyWith(status(429, { "retry-after": header(clock.now()) }));

      const seconds = await retryAfter(client.getJson(address(), { signal: never }));

      expect(seconds).toBe(60);
      expect(server.requests).toHaveLength(1);
    },
  );

  it("sends no request before that time has passed", async () => {
    server.replyWith(status(503, { "retry-after": "60" }), json("well again"));
    const { client, clock } = clientOf(server);
    await retryAfter(client.getJson(address(), { signal: never }));
    clock.advance(20_000);

    const seconds = await retryAfter(client.getJson(address(), { signal: never }));
    clock.advance(40_000);
    const answer = await client.getJson(address(), { signal: never });

    expect(seconds).toBe(40);
    expect(answer).toBe("well again");
    expect(server.requests).toHaveLength(2);
  });

  it("treats the provider's own statuses as rate limits", async () => {
    server.replyWith(status(403));
    const requestPolicy = { requests: 20, perMilliseconds: 60_000, rateLimitStatuses: [403] };
    const { client } = clientOf(server, { requestPolicy: requestPolicy });

    const seconds = await retryAfter(client.getJson(address(), { signal: never }));

    expect(seconds).toBe(60);
    expect(server.requests).toHaveLength(1);
  });

  it("refuses a request at once that its own rate limit would delay beyond the deadline", async () => {
    server.replyWith(json([]));
    const requestPolicy = { requests: 1, perMilliseconds: 10_000 };
    const { client } = clientOf(server, { requestPolicy: requestPolicy });
    await client.getJson(address("/1"), { signal: never });

    const seconds = await retryAfter(client.getJson(address("/2"), { signal: never }));

    expect(seconds).toBe(10);
    expect(server.requests).toHaveLength(1);
  });
});

describe("ProviderClient, aborted by its caller", () => {
  it("rejects with the caller's reason, and closes the connection", async () => {
    server.replyWith(neverReply);
    const { client } = clientOf(server);
    const caller = new AbortController();

    const answer = client.getJson(address(), { signal: caller.signal });
    await server.received(1);
    caller.abort(new Error("gone"));

    await expect(answer).rejects.toThrow("gone");
    await server.disconnected(1);
  });

  it("rejects with the caller's reason while it waits for its own rate limit", async () => {
    server.replyWith(json([]));
    const requestPolicy = { requests: 1, perMilliseconds: 2_000 };
    const { client } = clientOf(server, { requestPolicy: requestPolicy });
    await client.getJson(address("/1"), { signal: never });
    const caller = new AbortController();

    const answer = client.getJson(address("/2"), { signal: caller.signal });
    caller.abort(new Error("gone"));

    await expect(answer).rejects.toThrow("gone");
    expect(server.requests).toHaveLength(1);
  });

  it("sends no request for a caller that has already aborted", async () => {
    const { client } = clientOf(server);

    const answer = client.getJson(address(), { signal: AbortSignal.abort(new Error("gone")) });

    await expect(answer).rejects.toThrow("gone");
    expect(server.requests).toHaveLength(0);
  });
});

describe("ProviderClient's circuit breaker", () => {
  const breaker = { failures: 2, pauseMilliseconds: 30_000 };

  it("opens after repeated failures, sends nothing while open, and closes after the provider recovers", async () => {
    server.replyWith(text("<html>"), text("<html>"), json("well again"));
    const { client, clock } = clientOf(server, { breaker });
    await Promise.allSettled([client.getJson(address("/1"), { signal: never })]);
    await Promise.allSettled([client.getJson(address("/2"), { signal: never })]);

    const refused = client.getJson(address("/3"), { signal: never });
    await expect(refused).rejects.toThrow(ProviderUnavailableError);
    const stateMeanwhile = client.breakerState;
    clock.advance(30_000);
    const answer = await client.getJson(address("/4"), { signal: never });

    expect(stateMeanwhile).toBe("open");
    expect(answer).toBe("well again");
    expect(client.breakerState).toBe("closed");
    expect(server.requests.map(({ path }) => path)).toEqual(["/1", "/2", "/4"]);
  });

  it.each([
    ["opens when callers run out of time again and again", new TimedOutError("It", 4), "open"],
    ["stays closed when callers just leave", new Error("gone"), "closed"],
  ])("%s", async (_promise, reason, state) => {
    server.replyWith(neverReply);
    const { client } = clientOf(server, { breaker });

    for (const count of [1, 2]) {
      const caller = new AbortController();
      const answer = client.getJson(address(), { signal: caller.signal });
      await server.received(count);
      caller.abort(reason);
      await expect(answer).rejects.toBe(reason);
      await server.disconnected(count);
    }

    expect(client.breakerState).toBe(state);
  });

  it("stays closed after a rate limit", async () => {
    server.replyWith(status(429, { "retry-after": "60" }));
    const { client, clock } = clientOf(server, { breaker });

    for (const path of ["/1", "/2", "/3"]) {
      await Promise.allSettled([client.getJson(address(path), { signal: never })]);
      clock.advance(60_000);
    }

    expect(client.breakerState).toBe("closed");
    expect(server.requests).toHaveLength(3);
  });
});

describe("ProviderClient's observer", () => {
  it("is called with the outcome and the duration of every request", async () => {
    const seen: ProviderExchange[] = [];
    const observe = (exchange: ProviderExchange): void => void seen.push(exchange);
    server.replyWith(json("fine"), text("<html>"), status(429, { "retry-after": "60" }));
    const { client } = clientOf(server, { observe });

    for (const path of ["/1", "/2", "/3"]) {
      await Promise.allSettled([client.getJson(address(path), { signal: never })]);
    }

    expect(seen.map(({ outcome }) => outcome)).toEqual([
      "answered",
      "PROVIDER_BAD_RESPONSE",
      "PROVIDER_RATE_LIMITED",
    ]);
    expect(seen[0]).toEqual({ provider: "stand-in", outcome: "answered", milliseconds: 0 });
  });
});
