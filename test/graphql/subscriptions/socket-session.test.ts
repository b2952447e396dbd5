import { EventEmitter } from "node:events";
import type { WebSocket } from "ws";
import { OpenCount } from "../../../src/graphql/subscriptions/open-count.js";
import {
  credentialsIn,
  SocketSession,
  type SocketNeeds,
} from "../../../src/graphql/subscriptions/socket-session.js";
import type { RequestContext } from "../../../src/graphql/request-context.js";
import type { Identity } from "../../../src/services/access/access-service.js";
import type { Services } from "../../../src/services/services.js";
import { RecordingLogger } from "../../fakes/recording-logger.js";

describe("The credentials of a socket", () => {
  it.each([
    ["the first message", { Authorization: "Bearer a" }, "Bearer z", "Bearer a"],
    ["the first message in lower case", { authorization: "Bearer a" }, undefined, "Bearer a"],
    ["a plain key", { apiKey: "a" }, undefined, "Bearer a"],
    ["the header where there is no message", undefined, "Bearer z", "Bearer z"],
    ["the header where the message is about other things", { a: 1 }, "Bearer z", "Bearer z"],
    ["the header where the message has no text", { apiKey: 1 }, "Bearer z", "Bearer z"],
  ])("come from %s", (_where, firstMessage, header, credentials) => {
    expect(credentialsIn(firstMessage, header)).toBe(credentials);
  });

  it("are absent where the client sends none", () => {
    expect(credentialsIn({}, undefined)).toBeUndefined();
  });
});

/** A connection that records what it is told to do, and takes each text when the test says so. */
class FakeWebSocket extends EventEmitter {
  readonly OPEN = 1;
  readyState = 1;
  readonly sent: string[] = [];
  readonly closed: unknown[][] = [];
  take: () => void = () => undefined;

  send(text: string, taken: () => void): void {
    this.sent.push(text);
    this.take = taken;
  }

  close(...reason: unknown[]): void {
    this.closed.push(reason);
  }

  terminate(): void {
    this.readyState = 3;
  }
}

const caller = {
  requestId: "request-1",
  baseUrl: "http://localhost",
  prefix: "",
  address: "127.0.0.1",
};
const identityOf = (lookup: string) => ({ apiKey: { lookup } }) as unknown as Identity;
const identity = identityOf("0a1b2c3d");

describe("SocketSession", () => {
  const ends: (() => void)[] = [];
  afterEach(() => {
    for (const end of ends.splice(0)) end();
  });

  /** Opens a session; its operations have the given result, and are recorded. */
  function open(options: { maxSockets?: number; body?: unknown; results?: unknown } = {}) {
    const { maxSockets = 1, results } = options;
    const body = options.body ?? { kind: "single", singleResult: { data: { a: 1 } } };
    const log = new RecordingLogger();
    const identified: unknown[] = [];
    const executed: { request: unknown; context: RequestContext }[] = [];
    const count = new OpenCount("sockets", maxSockets);
    const identify = (credentials: unknown) =>
      Promise.resolve(
        (identified.push(credentials),
        credentials === "Bearer other" ? identityOf("ffffffff") : identity),
      );
    const needs = {
      services: {
        access: { identify, requireAdmitted: () => undefined },
        sessions: { watch: () => () => undefined },
      } as unknown as Services,
      apollo: {
        executeOperation: (request: unknown, given: { contextValue: RequestContext }) => {
          executed.push({ request, context: given.contextValue });
          Object.assign(given.contextValue.transport!, results && { results });
          return Promise.resolve({ body });
        },
      } as unknown as SocketNeeds["apollo"],
      open: count,
      log,
      timing: { initialisation: 60_000, heartbeat: 60_000, closing: 60_000 },
    };
    const connect = () => {
      const webSocket = new FakeWebSocket();
      const session = new SocketSession(
        webSocket as unknown as WebSocket,
        { caller, credentials: { authorization: "Bearer key" } },
        needs,
      );
      ends.push(() => session.end(1000));
      return { webSocket, session };
    };
    return { connect, ...connect(), log, identified, executed, count };
  }

  it("runs an operation as the client sent it, with the identity of its key", async () => {
    const { session, executed, identified } = open();
    await session.authenticate({ apiKey: "mine" });
    const operation = {
      query: "query A($b: Int) { a }",
      operationName: "A",
      variables: { b: 1 },
      extensions: { persistedQuery: {} },
    };

    const outcome = await session.run(operation);

    expect(outcome).toEqual({ data: { a: 1 } });
    const { requestId, baseUrl } = caller;
    const context = { requestId, baseUrl, identity, transport: { isSafe: false } };
    expect(executed).toMatchObject([{ request: operation, context }]);
    expect(identified).toEqual(["Bearer mine", "Bearer mine"]);
  });

  it("passes on no part of an operation that the client leaves out", async () => {
    const { session, executed } = open();

    await session.run({ query: "", operationName: null, variables: null, extensions: null });

    expect(executed[0]!.request).toEqual({});
  });

  it("returns the results of a subscription, and refuses any other kind of body", async () => {
    const results = (async function* () {})();
    const subscribed = open({ results });
    const incremental = open({ body: { kind: "incremental" } });

    expect(await subscribed.session.run({ query: "subscription { a }" })).toBe(results);
    await expect(incremental.session.run({ query: "{ a }" })).rejects.toThrow("@defer");
  });

  it("counts its socket for its key until it ends", async () => {
    const { connect, session, count } = open({ maxSockets: 1 });

    const isFirst = await session.authenticate({});
    const other = connect();
    const isOther = await other.session.authenticate({});
    session.end(1000);
    const sizeAfter = count.size;
    const isThird = await connect().session.authenticate({});

    expect([isFirst, isOther, isThird, sizeAfter]).toEqual([true, false, true, 0]);
    expect(other.webSocket.closed).toEqual([[4429, expect.stringContaining("1 sockets")]]);
  });

  it("counts the sockets of each key by themselves", async () => {
    const { connect, session, count } = open({ maxSockets: 1 });

    const isFirst = await session.authenticate({});
    const isOther = await connect().session.authenticate({ apiKey: "other" });

    expect([isFirst, isOther, count.size]).toEqual([true, true, 2]);
  });

  it("counts no socket that was closed while its key was looked up", async () => {
    const { session, count } = open();

    const authenticating = session.authenticate({});
    session.end(1006);
    await authenticating;

    expect(count.size).toBe(0);
  });

  it("sends a text when the connection has taken the one before", async () => {
    const { session, webSocket } = open();
    let isTaken = false;

    const sending = session.send("a").then(() => (isTaken = true));
    await new Promise(setImmediate);
    const early = isTaken;
    webSocket.take();
    await sending;

    expect([early, webSocket.sent]).toEqual([false, ["a"]]);
  });

  it("sends nothing, and does not wait, when the socket is closing", async () => {
    const { session, webSocket } = open();
    webSocket.readyState = 2;

    await session.send("a");

    expect(webSocket.sent).toEqual([]);
  });

  it("aborts its operations when it ends, and logs the socket", async () => {
    const startedAt = performance.now();
    const { session, executed, log } = open();
    await session.authenticate({});
    for (const query of ["{ a }", "{ b }"]) await session.run({ query });

    session.end(1001);

    expect(executed.map(({ context }) => context.signal().aborted)).toEqual([true, true]);
    expect(log.lines).toMatchObject([
      { facts: { requestId: "request-1", code: 1001, operations: 2, key: "0a1b2c3d" } },
    ]);
    const longest = Math.ceil(performance.now() - startedAt);
    expect(log.lines[0]!.facts["milliseconds"]).toBeLessThanOrEqual(longest);
  });
});
