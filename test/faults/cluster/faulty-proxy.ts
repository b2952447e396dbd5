import { once } from "node:events";
import { connect, createServer, type AddressInfo, type Server, type Socket } from "node:net";
import { setTimeout as pause } from "node:timers/promises";

/** How a proxy treats what the servers send. */
export interface ProxyManners {
  /** Bytes in a second and connection; without it, as fast as possible. */
  readonly bytesPerSecond?: number;
  /** A connection is cut after so many bytes of the server; without it, never. */
  readonly cutAfterBytes?: number;
  /** A connection passes nothing on for so long, once, after so many bytes of the server. */
  readonly stallMilliseconds?: number;
  readonly stallAfterBytes?: number;
}

/** Interval of the drops of a slow connection. */
const DROP_MILLISECONDS = 50;

const CONTINUED = Buffer.from("HTTP/1.1 206");

/** A way to some servers, connection by connection in turn; the manners of the network can be set. */
export class FaultyProxy {
  manners: ProxyManners = {};
  /** How many replies continued a transfer, how many connections were cut, and how many bytes came. */
  readonly seen = { continued: 0, cut: 0, bytes: 0 };
  readonly #server: Server;
  readonly #sockets = new Set<Socket>();
  #next = 0;

  private constructor(
    /** Of servers on this machine. */
    public ports: readonly number[],
  ) {
    this.#server = createServer((socket) => void this.#serve(socket));
  }

  static async open(ports: readonly number[]): Promise<FaultyProxy> {
    const proxy = new FaultyProxy(ports);
    proxy.#server.listen(0, "127.0.0.1");
    await once(proxy.#server, "listening");
    return proxy;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  async close(): Promise<void> {
    const closed = once(this.#server, "close");
    this.#server.close();
    for (const socket of this.#sockets) socket.destroy();
    await closed;
  }

  async #serve(client: Socket): Promise<void> {
    this.#keep(client);
    const server = await this.#reach();
    if (server === undefined || client.destroyed) {
      client.destroy();
      server?.destroy();
      return;
    }
    client.once("close", () => server.destroy());
    client.pipe(server);
    await this.#pass(server, client).then(
      () => client.end(),
      () => client.destroy(),
    );
  }

  /** Connects to the next server that accepts connections. */
  async #reach(): Promise<Socket | undefined> {
    for (let attempt = 0; attempt < this.ports.length; attempt += 1) {
      const port = this.ports[this.#next++ % this.ports.length]!;
      const socket = this.#keep(connect(port, "127.0.0.1"));
      const isOpen = await new Promise<boolean>((resolve) => {
        socket.once("connect", () => resolve(true)).once("close", () => resolve(false));
      });
      if (isOpen) return socket;
    }
    return undefined;
  }

  async #pass(server: Socket, client: Socket): Promise<void> {
    let passed = 0;
    for await (const part of server as AsyncIterable<Buffer>) {
      if (part.includes(CONTINUED)) this.seen.continued += 1;
      for (let at = 0; at < part.length;) {
        const { bytesPerSecond, cutAfterBytes = Infinity } = this.manners;
        const { stallMilliseconds = 0, stallAfterBytes = Infinity } = this.manners;
        const isStalling = passed < stallAfterBytes;
        const most = Math.min(
          Math.ceil(((bytesPerSecond ?? Infinity) * DROP_MILLISECONDS) / 1_000),
          isStalling ? stallAfterBytes - passed : Infinity,
          part.length,
        );
        const drop = part.subarray(at, at + most);
        if (passed + drop.length > cutAfterBytes) {
          this.seen.cut += 1;
          client.destroy();
          return;
        }
        if (client.destroyed) return;
        if (!client.write(drop)) await Promise.race([once(client, "drain"), once(client, "close")]);
        at += drop.length;
        passed += drop.length;
        this.seen.bytes += drop.length;
        if (isStalling && passed === stallAfterBytes) await pause(stallMilliseconds);
        if (bytesPerSecond !== undefined) await pause(DROP_MILLISECONDS);
      }
    }
  }

  #keep(socket: Socket): Socket {
    this.#sockets.add(socket);
    return socket
      .on("error", () => undefined)
      .once("close", () => void this.#sockets.delete(socket));
  }
}
