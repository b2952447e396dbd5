import { once } from "node:events";
import { connect, createServer, type AddressInfo, type Server, type Socket } from "node:net";

/** A way to a PostgreSQL server that can be cut and closed, as when the server stops. */
export class PostgresProxy {
  readonly #target: URL;
  readonly #sockets = new Set<Socket>();
  #server: Server | undefined;
  #port = 0;

  /** @param url of a database on a socket of this machine */
  constructor(url: string) {
    this.#target = new URL(url);
  }

  /** The URL of the same database by this way. */
  get url(): string {
    return `postgres://postgres@127.0.0.1:${this.#port}${this.#target.pathname}`;
  }

  /** Accepts connections, again on the same port. */
  async open(): Promise<void> {
    const path = `${decodeURIComponent(this.#target.hostname)}/.s.PGSQL.5432`;
    this.#server = createServer((socket) => {
      const onward = connect(path);
      for (const end of [socket, onward]) {
        this.#sockets.add(end);
        end.on("error", () => undefined);
        end.on("close", () => {
          this.#sockets.delete(end);
          socket.destroy();
          onward.destroy();
        });
      }
      socket.pipe(onward).pipe(socket);
    });
    this.#server.listen(this.#port, "127.0.0.1");
    await once(this.#server, "listening");
    this.#port = (this.#server.address() as AddressInfo).port;
  }

  /** Cuts all connections. */
  cut(): void {
    for (const socket of this.#sockets) socket.destroy();
  }

  /** Cuts each of today's connections when something is sent through it, as after a silent loss. */
  cutWhenUsed(): void {
    for (const socket of this.#sockets) socket.once("data", () => socket.destroy());
  }

  /** Cuts all connections, and refuses new ones. */
  async close(): Promise<void> {
    const server = this.#server;
    this.#server = undefined;
    if (server === undefined) return;
    const closed = once(server, "close");
    server.close();
    this.cut();
    await closed;
  }
}
