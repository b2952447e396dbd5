import { once } from "node:events";
import { createServer, type RequestListener, type Server } from "node:http";
import type { AddressInfo, Socket } from "node:net";
import { buffer } from "node:stream/consumers";
import { AddressRefusedError } from "../../../src/adapters/outbound/address-refused-error.js";
import {
  HttpConnections,
  type ResolveHost,
} from "../../../src/adapters/outbound/http-connections.js";
import { publicAddressesOf } from "../../../src/adapters/outbound/public-addresses-of.js";

const { signal } = new AbortController();
const plain = { headers: {}, signal, headMilliseconds: 10_000 };

describe("Connections to a server", () => {
  const close: (() => unknown)[] = [];
  afterEach(() => {
    for (const end of close.splice(0)) end();
  });

  /** Starts a server, and opens connections to it. */
  async function connect(
    answer: RequestListener,
    options: { readonly resolve?: ResolveHost } = {},
  ) {
    const server: Server = createServer(answer).listen(0, "127.0.0.1");
    await once(server, "listening");
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const connections = new HttpConnections(options);
    close.push(
      () => connections.close(),
      () => server.closeAllConnections(),
      () => server.close(),
    );
    return { server, url, connections };
  }

  it("are used again for the next request", async () => {
    const { server, url, connections } = await connect((_request, response) => response.end("yes"));
    const sockets = new Set<Socket>();
    server.on("connection", (socket: Socket) => sockets.add(socket));

    for (let count = 0; count < 3; count++) {
      const { statusCode, body } = await connections.open(url, plain);
      expect([statusCode, String(await buffer(body))]).toEqual([200, "yes"]);
    }

    expect(sockets.size).toBe(1);
  });

  it("send a body with its length", async () => {
    const { url, connections } = await connect((request, response) => {
      const { method, headers } = request;
      response.end(JSON.stringify([method, headers["content-length"], headers["x-name"]]));
    });

    const { body } = await connections.open(url, {
      ...plain,
      method: "POST",
      headers: { "x-name": "value" },
      body: Buffer.from("four"),
    });

    expect(JSON.parse(String(await buffer(body)))).toEqual(["POST", "4", "value"]);
  });

  it("fail where the server breaks off a body that nobody reads yet", async () => {
    let noteBreak: () => void = () => undefined;
    const broken = new Promise<void>((resolve) => (noteBreak = resolve));
    const { url, connections } = await connect((_request, response) => {
      response.writeHead(200, { connection: "close", "content-length": 1_000_000 });
      response.once("close", noteBreak);
      response.write(Buffer.alloc(100_000), () => response.destroy());
    });

    const { body } = await connections.open(url, plain);
    await broken;

    await expect(buffer(body)).rejects.toMatchObject({ code: "ECONNRESET" });
  });

  it("fail where the server breaks off a body that is read", async () => {
    const { url, connections } = await connect((_request, response) => {
      response.writeHead(200, { "content-length": 1_000_000 });
      response.write(Buffer.alloc(100_000), () => response.destroy());
    });

    const { body } = await connections.open(url, plain);

    await expect(buffer(body)).rejects.toMatchObject({ code: "ECONNRESET" });
  });

  it("fail where no head of a reply arrives in time", async () => {
    const { url, connections } = await connect(() => undefined);

    const opening = connections.open(url, { ...plain, headMilliseconds: 50 });

    await expect(opening).rejects.toMatchObject({ code: "ETIMEDOUT" });
  });

  it("fail where they are closed during a request", async () => {
    const { server, url, connections } = await connect(() => connections.close());

    const opening = connections.open(url, plain);

    await expect(opening).rejects.toMatchObject({ code: "ECONNRESET" });
    expect(server.listening).toBe(true);
  });

  it("fail where the request is aborted", async () => {
    const stopping = new AbortController();
    const { url, connections } = await connect(() => stopping.abort());

    const opening = connections.open(url, { ...plain, signal: stopping.signal });

    await expect(opening).rejects.toMatchObject({ name: "AbortError" });
  });

  describe("with addresses of their own", () => {
    const answered: RequestListener = (request, response) => response.end(request.headers.host);

    it("go where the name is said to be, and keep the name", async () => {
      const asked: string[] = [];
      const resolve: ResolveHost = (name) => {
        asked.push(name);
        return Promise.resolve(["127.0.0.1"]);
      };
      const { url, connections } = await connect(answered, { resolve });
      const named = url.replace("127.0.0.1", "somewhere.invalid");

      for (let count = 0; count < 2; count++) {
        const { body } = await connections.open(named, plain);
        expect(String(await buffer(body))).toBe(new URL(named).host);
      }

      expect(asked).toEqual(["somewhere.invalid"]);
    });

    it.each([
      "127.0.0.1",
      "[::1]",
      "10.0.0.1",
      "169.254.169.254",
      "[::ffff:10.0.0.1]",
      "2130706433",
      "0x7f.1",
    ])("refuse %s as an address before they connect", async (host) => {
      const { server, url, connections } = await connect(answered, { resolve: publicAddressesOf });
      const connected = jest.fn();
      server.on("connection", connected);

      for (const scheme of ["http", "https"]) {
        const opening = connections.open(`${scheme}://${host}:${new URL(url).port}/`, plain);
        await expect(opening).rejects.toThrow(AddressRefusedError);
      }

      expect(connected).not.toHaveBeenCalled();
    });

    it("refuse a name before they connect, with the reason", async () => {
      const { server, url, connections } = await connect(answered, {
        resolve: (name) => publicAddressesOf(name, () => Promise.resolve(["127.0.0.1"])),
      });
      const connected = jest.fn();
      server.on("connection", connected);

      for (const scheme of ["http", "https"]) {
        const opening = connections.open(
          `${scheme}://rebinding.invalid:${new URL(url).port}/`,
          plain,
        );
        await expect(opening).rejects.toThrow(AddressRefusedError);
      }

      expect(connected).not.toHaveBeenCalled();
    });

    it("fail with the error of the resolver", async () => {
      const resolve: ResolveHost = () => Promise.reject(new Error("no such name"));
      const { url, connections } = await connect(answered, { resolve });

      const opening = connections.open(url.replace("127.0.0.1", "nowhere.invalid"), plain);

      await expect(opening).rejects.toThrow("no such name");
    });
  });
});
