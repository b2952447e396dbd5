import { once } from "node:events";
import { Agent, request as httpRequest, type IncomingMessage } from "node:http";
import { connect } from "node:net";
import { text } from "node:stream/consumers";
import { WebSocket } from "ws";
import { mounts, type Mount } from "../../../src/server/mounts.js";
import { MAX_STRANGER_BYTES } from "../../../src/http/body/unread-body.js";
import { openApplicationUnderTest, type ApplicationUnderTest } from "../application-under-test.js";

/** Requests at once: above the limit of any path, if they are sent within a second. */
const BURST = 30;

const UNKNOWN = `Bearer ot_live_00000000_${"0".repeat(48)}`;

/** What a caller without a valid key may send. */
const strangers: readonly (readonly [string, Readonly<Record<string, string>>])[] = [
  ["no key", {}],
  ["an unknown key", { authorization: UNKNOWN }],
];

/** The paths of mounts whose callers are counted, or not. */
const pathsOf = (isCounted: boolean): readonly string[] =>
  mounts
    .filter(({ admission }) => (typeof admission === "function") === isCounted)
    .flatMap(({ paths }: Mount) => paths);

/** A path below a mount, which may lead to a route or to none. */
const below = (path: string): string => (path.includes(".") ? path : `${path}/a/b`);

describe("Callers without a valid key", () => {
  let application: ApplicationUnderTest;

  beforeAll(async () => {
    application = await openApplicationUnderTest({}, { RATE_LIMIT_PER_SECOND: "5" });
  });
  afterAll(() => application.close());

  const statusesOf = async (path: string, init: RequestInit): Promise<readonly number[]> => {
    const responses = await Promise.all(
      Array.from({ length: BURST }, () => fetch(application.url + path, init)),
    );
    await Promise.all(responses.map((response) => response.arrayBuffer()));
    return responses.map(({ status }) => status);
  };

  /** Which methods are never refused on a path, however many requests without a valid key are sent. */
  const uncountedOn = async (
    path: string,
    headers: Readonly<Record<string, string>>,
  ): Promise<readonly string[]> => {
    const query = path.startsWith("/graphql") ? "?query={__typename}" : "";
    const uncounted = await Promise.all(
      ["GET", "POST", "PUT"].map(async (method) => {
        // A machine that stands still spreads the requests over many seconds.
        for (let round = 0; round < 10; round++) {
          if ((await statusesOf(path + query, { method, headers })).includes(429)) return [];
        }
        return [method];
      }),
    );
    return uncounted.flat();
  };

  it.each(pathsOf(true).map(below))(
    "are counted by their address below each path, also where no route is: %s",
    async (path) => {
      expect(await uncountedOn(path, {})).toEqual([]);
    },
  );

  describe.each(strangers)("with %s", (_, headers) => {
    it.each(pathsOf(true))(
      "are counted by their address on %s, by each method, before anything else",
      async (path) => {
        expect(await uncountedOn(path, headers)).toEqual([]);
      },
    );

    it.each([...pathsOf(true), ...pathsOf(false), "/nothing/here"])(
      "are answered after little of a large body on %s",
      async (path) => {
        const { hostname, port } = new URL(application.url);
        const socket = connect(Number(port), hostname);
        const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
        socket.write(
          `POST ${path} HTTP/1.1\r\nHost: ${hostname}\r\n${lines.join("")}` +
            "Content-Type: application/json\r\nContent-Length: 100000000\r\n\r\n",
        );
        socket.write(Buffer.alloc(MAX_STRANGER_BYTES / 2, " "));

        const [answer] = (await once(socket, "data")) as [Buffer];

        expect(answer.toString()).toMatch(/^HTTP\/1\.1 (4\d\d) [^]*\nConnection: close\r\n/);
        // The rest is not read: the server has ended the connection.
        socket.resume();
        await once(socket, "end");
        socket.destroy();
      },
    );
  });

  it("with clients that keep connections get each answer to a large body whole", async () => {
    const agent = new Agent({ keepAlive: true, maxSockets: 4 });
    const body = " ".repeat(1_000_000);
    const answered = async (): Promise<string> => {
      const sent = httpRequest(`${application.url}/graphql`, {
        ...{ agent, method: "POST", headers: { "content-type": "application/json" } },
      });
      // The server may have ended the connection before all was sent.
      sent.on("error", () => undefined);
      sent.end(body);
      const [response] = (await once(sent, "response")) as [IncomingMessage];
      return JSON.stringify(JSON.parse(await text(response)));
    };

    const answers = await Promise.all(Array.from({ length: 40 }, answered));
    agent.destroy();

    for (const answer of answers) expect(answer).toMatch(/"code":"(UNAUTHENTICATED|RATE_LIMITED)"/);
  });

  it("are not asked for a large body that they offer", async () => {
    const { hostname, port } = new URL(application.url);
    const socket = connect(Number(port), hostname);
    socket.write(
      `POST /graphql HTTP/1.1\r\nHost: ${hostname}\r\nContent-Type: application/json\r\n` +
        "Expect: 100-continue\r\nContent-Length: 1000000\r\n\r\n",
    );

    expect(await text(socket)).toMatch(/^HTTP\/1\.1 4\d\d [^]*\nConnection: close\r\n/);
  });

  describe("over a WebSocket", () => {
    const opened = async (): Promise<WebSocket> => {
      const socket = new WebSocket(
        `${application.url.replace("http", "ws")}/graphql`,
        "graphql-transport-ws",
      );
      await once(socket, "open");
      return socket;
    };

    it("are refused before their operation is validated", async () => {
      const socket = await opened();
      socket.send('{"type":"connection_init"}');
      await once(socket, "message");

      const payload = { query: "{ nothingLikeIt andThis { neither } }" };
      socket.send(JSON.stringify({ id: "1", type: "subscribe", payload }));
      const [message] = (await once(socket, "message")) as [Buffer];
      socket.terminate();

      const { payload: errors } = JSON.parse(message.toString()) as {
        payload: { extensions: { code: string } }[];
      };
      expect(["UNAUTHENTICATED", "RATE_LIMITED"]).toContain(errors[0]?.extensions.code);
    });

    it("may not send a large message", async () => {
      const socket = await opened();

      socket.send(JSON.stringify({ type: "ping", payload: { a: " ".repeat(MAX_STRANGER_BYTES) } }));
      const [code] = (await once(socket, "close")) as [number];

      expect(code).toBe(1009);
    });
  });

  it("are not counted for a reason alone", () => {
    const reasons = mounts.flatMap(({ admission }) =>
      typeof admission === "function" ? [] : [admission.uncounted],
    );

    expect(pathsOf(false)).toEqual(["/health", "/", "/assets", "/guide", "/docs", "/altair"]);
    expect(reasons.every((reason) => reason.length > 20)).toBe(true);
  });

  it("do not keep a valid key from the same address waiting, or from being answered", async () => {
    await statusesOf("/api/audio/library", { headers: { authorization: UNKNOWN } });

    const response = await application.get("/api/audio/library");

    expect(response.status).toBe(200);
  });

  it("are refused before their operation is validated, and before a large one is read", async () => {
    const codeOf = async (query: string): Promise<unknown> => {
      for (;;) {
        const response = await fetch(`${application.url}/graphql`, {
          method: "POST",
          headers: { "content-type": "application/json" },
          body: JSON.stringify({ query }),
        });
        const { errors } = (await response.json()) as {
          errors?: { extensions: { code: string } }[];
        };
        const code = errors?.[0]?.extensions.code;
        if (code !== "RATE_LIMITED") return code;
        await new Promise((resolve) => setTimeout(resolve, 1_000));
      }
    };
    const padded = `{ __typename ${" ".repeat(MAX_STRANGER_BYTES)} }`;

    expect(await codeOf("{ nothingLikeIt andThis { neither } }")).toBe("UNAUTHENTICATED");
    expect(await codeOf("{ ...A } fragment A on Query { ...B } fragment B on Query { ...A }")).toBe(
      "INVALID_INPUT",
    );
    expect(await codeOf(padded)).toBe("UNAUTHENTICATED");
    expect(await codeOf("{ __typename }")).toBeUndefined();
  });
});
