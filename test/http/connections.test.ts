import { createServer, type RequestListener, type Server } from "node:http";
import { connect, type AddressInfo, type Socket } from "node:net";
import { Connections } from "../../src/http/connections.js";

describe("Connections", () => {
  let server: Server;
  let connections: Connections;
  let answer: RequestListener;

  beforeEach(async () => {
    server = createServer((request, response) => {
      connections.track(request, response);
      answer(request, response);
    });
    // Node.js itself would close idle connections after five seconds.
    server.keepAliveTimeout = 0;
    connections = new Connections(server, 50);
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  });

  afterEach(async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  });

  const open = (text: string): { readonly socket: Socket; readonly ended: Promise<string> } => {
    const socket = connect((server.address() as AddressInfo).port, "127.0.0.1");
    let received = "";
    socket.setEncoding("utf8").on("data", (part: string) => (received += part));
    const ended = new Promise<string>((resolve) => socket.once("close", () => resolve(received)));
    socket.on("error", () => undefined).write(text);
    return { socket, ended };
  };

  it("are closed where a client continues a body after the response", async () => {
    answer = (_request, response) => response.end("enough");
    const { socket, ended } = open(
      "POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n",
    );
    const sending = setInterval(() => socket.write("1\r\na\r\n"), 5);

    const received = await ended;

    clearInterval(sending);
    expect(received).toContain("enough");
  });

  it("stay open where the body ends with the response, or soon after", async () => {
    answer = (_request, response) => response.end("enough");
    const { socket, ended } = open("POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 4\r\n\r\nab");
    await new Promise((resolve) => socket.once("data", resolve));

    socket.write("cdGET / HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n");
    const received = await ended;

    expect(received.match(/enough/g)).toHaveLength(2);
  });

  it("keep no listener of a request whose body ended after its response", async () => {
    const counts: number[] = [];
    answer = (request, response) => {
      counts.push(request.socket.listenerCount("close"));
      response.end("enough");
    };
    const { socket } = open("");
    const sent = "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 4\r\n\r\nab";
    for (let request = 0; request < 5; request++) {
      const answered = new Promise((resolve) => socket.once("data", resolve));
      socket.write(request === 0 ? sent : `cd${sent}`);
      await answered;
    }
    socket.destroy();

    expect(new Set(counts.slice(1)).size).toBe(1);
    expect(counts[4]).toBeLessThanOrEqual(counts[0]! + 1);
  });

  it("are announced to close by each response while the server stops", async () => {
    let finish: () => void = () => undefined;
    const whenReceived = new Promise<void>((resolve) => {
      answer = (_request, response) => {
        finish = () => response.end("done");
        resolve();
      };
    });
    const { ended } = open("GET / HTTP/1.1\r\nHost: a\r\n\r\n");
    await whenReceived;

    connections.drain();
    finish();

    expect(await ended).toMatch(/^HTTP\/1\.1 200 [^]*\r\nConnection: close\r\n[^]*done/);
  });

  it("are announced to close by responses to requests that arrive while the server stops", async () => {
    answer = (_request, response) => response.end("done");
    connections.drain();

    const { ended } = open("GET / HTTP/1.1\r\nHost: a\r\n\r\n");

    expect(await ended).toMatch(/\r\nConnection: close\r\n/);
  });

  it("are closed after a response that had begun before the server stopped", async () => {
    let finish: () => void = () => undefined;
    answer = (_request, response) => {
      response.write("begun, ");
      finish = () => response.end("done");
    };
    const { socket, ended } = open("GET / HTTP/1.1\r\nHost: a\r\n\r\n");
    await new Promise((resolve) => socket.once("data", resolve));

    connections.drain();
    finish();

    expect(await ended).toContain("done");
  }, 10_000);
});
