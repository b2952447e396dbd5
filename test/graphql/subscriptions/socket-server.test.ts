import { once } from "node:events";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { WebSocket } from "ws";
import { OpenCount } from "../../../src/graphql/subscriptions/open-count.js";
import { SocketServer } from "../../../src/graphql/subscriptions/socket-server.js";
import type {
  SocketNeeds,
  SocketTiming,
} from "../../../src/graphql/subscriptions/socket-session.js";
import type { Services } from "../../../src/services/services.js";
import { RecordingLogger } from "../../fakes/recording-logger.js";

const longTimings: SocketTiming = { initialisation: 60_000, heartbeat: 60_000, closing: 60_000 };
const caller = { requestId: "test", baseUrl: "http://127.0.0.1", prefix: "", address: "127.0.0.1" };

describe("SocketServer", () => {
  const close: (() => Promise<void>)[] = [];
  afterEach(async () => {
    for (const end of close.splice(0)) await end();
  });

  /** A server without clients, whose operations end by `finish`. */
  async function open(timing: Partial<SocketTiming>) {
    const httpServer: Server = createServer();
    let finish: (data: string) => void = () => undefined;
    const failures: unknown[] = [];
    const apollo = {
      executeOperation: () =>
        new Promise((resolve) => {
          finish = (text) =>
            resolve({ body: { kind: "single", singleResult: { data: { text } } } });
        }),
    } as unknown as SocketNeeds["apollo"];
    const services = {
      access: {
        identify: () => Promise.resolve({ apiKey: { lookup: "tests" } }),
        requireAdmitted: () => undefined,
      },
      sessions: { watch: () => () => undefined },
      failures: { record: (failure: unknown) => failures.push(failure) },
    } as unknown as Services;
    const sockets = new SocketServer({
      services,
      apollo,
      open: new OpenCount("sockets", 10),
      log: new RecordingLogger(),
      timing: { ...longTimings, ...timing },
    });
    httpServer.on("upgrade", (request, socket, head) =>
      sockets.accept(request, socket, head, caller),
    );
    await new Promise<void>((resolve) => httpServer.listen(0, "127.0.0.1", resolve));
    close.push(async () => {
      await sockets.close(0);
      await new Promise((resolve) => httpServer.close(resolve));
    });
    const { port } = httpServer.address() as AddressInfo;
    const connect = (options = {}): WebSocket =>
      new WebSocket(`ws://127.0.0.1:${port}/graphql`, "graphql-transport-ws", options);
    return { sockets, connect, failures, finish: (data: string) => finish(data) };
  }

  it("closes the socket of a client that does not initialise in time", async () => {
    const { connect } = await open({ initialisation: 20 });

    const [code] = (await once(connect(), "close")) as [number];

    expect(code).toBe(4408);
  });

  it("keeps a client that replies to pings, and disconnects one that does not", async () => {
    // Both ends are in this thread, which must not stand still for as long.
    const { connect } = await open({ heartbeat: 500 });
    const [lively, dead] = [connect(), connect({ autoPong: false })];

    const [code] = (await once(dead, "close")) as [number];
    await once(lively, "ping");

    expect(code).toBe(1006);
    expect(lively.readyState).toBe(WebSocket.OPEN);
    lively.terminate();
  });

  it("disconnects a client that does not close its socket when the server stops", async () => {
    const { sockets, connect } = await open({ closing: 20 });
    const client = connect();
    await once(client, "open");
    client.pause();

    await sockets.close(0);

    expect(client.readyState).toBe(WebSocket.OPEN);
    client.terminate();
  });

  it("waits for running operations at most for the drain time when the server stops", async () => {
    const { sockets, connect } = await open({});
    const client = connect();
    const closed = once(client, "close");
    await once(client, "open");
    client.send('{"type":"connection_init"}');
    await once(client, "message");
    client.send('{"id":"1","type":"subscribe","payload":{"query":"{ slow }"}}');
    client.send('{"type":"ping"}');
    await once(client, "message");

    await sockets.close(20);

    expect((await closed)[0]).toBe(1001);
  });

  it("runs at most 100 operations at once for one client", async () => {
    const { connect } = await open({});
    const client = connect();
    await once(client, "open");
    client.send('{"type":"connection_init"}');
    await once(client, "message");

    for (let id = 0; id <= 100; id++) {
      client.send(`{"id":"${id}","type":"subscribe","payload":{"query":"{ slow }"}}`);
    }
    const [message] = (await once(client, "message")) as [Buffer];

    expect(JSON.parse(message.toString())).toMatchObject({
      id: "100",
      type: "error",
      payload: [{ extensions: { code: "RATE_LIMITED", limit: 100 } }],
    });
    client.terminate();
  });

  it("accepts no socket once it is closing", async () => {
    const { sockets, connect } = await open({});
    await sockets.close(0);

    const [error] = (await once(connect(), "error")) as [Error];

    expect(error.message).toContain("503");
  });
});
