import { connect, type Socket } from "node:net";
import { openUploading, song, uploadPath, type Uploading } from "../uploads/uploading.js";

/** A raw connection, and what it received until it ended. */
interface Exchange {
  readonly socket: Socket;
  /** Resolves with the first bytes that arrive. */
  readonly answered: Promise<string>;
  readonly ended: Promise<string>;
}

describe("A request over its limits", () => {
  let uploading: Uploading;

  const openWith = async (environment: Record<string, string> = {}): Promise<void> => {
    uploading = await openUploading({}, environment);
  };
  afterEach(() => uploading.close());

  function send(head: readonly string[]): Exchange {
    const { port } = new URL(uploading.application.url);
    const socket = connect(Number(port), "127.0.0.1").on("error", () => undefined);
    let received = "";
    socket.setEncoding("utf8").on("data", (part: string) => (received += part));
    const after = (event: "data" | "close"): Promise<string> =>
      new Promise((resolve) => socket.once(event, () => resolve(received)));
    socket.write(`${head.join("\r\n")}\r\n\r\n`);
    return { socket, answered: after("data"), ended: after("close") };
  }

  const post = (path: string, type: string, ...more: readonly string[]): readonly string[] => [
    `POST ${path} HTTP/1.1`,
    "Host: a",
    `Authorization: Bearer ${uploading.token}`,
    `Content-Type: ${type}`,
    ...more,
  ];

  it.each([
    ["/graphql", "errors"],
    ["/graphql/stream", "errors"],
    ["/api/audio/analysis/batch", "success"],
    ["/api/webhooks", "success"],
  ])("is answered before the end of an endless body: %s", async (path, member) => {
    await openWith();
    const { socket, answered } = send(post(path, "application/json", "Transfer-Encoding: chunked"));
    const chunk = `4000\r\n${" ".repeat(0x4000)}\r\n`;
    const sendMore = (): void => {
      if (!socket.destroyed) socket.write(chunk, () => setImmediate(sendMore));
    };
    sendMore();

    const answer = await answered;
    socket.destroy();

    expect(answer).toMatch(/^HTTP\/1\.1 413 /);
    expect(answer).toContain("PAYLOAD_TOO_LARGE");
    expect(answer).toContain(`"${member}"`);
  });

  it("is refused before it sends a body that is announced as too large", async () => {
    await openWith();
    const { socket, answered } = send(
      post("/graphql", "application/json", "Content-Length: 9000000000"),
    );

    expect(await answered).toMatch(/^HTTP\/1\.1 413 /);
    socket.destroy();
  });

  it.each([
    ["/graphql", "application/json", "5\r\n\x20\x20\x20\x20\x20\r\n"],
    ["/api/audio/analysis/batch", "application/json", "1\r\n{\r\n"],
    [uploadPath + song.query, "audio/wav", "1\r\nR\r\n"],
    [uploadPath + song.query, "multipart/form-data; boundary=a", "1\r\n-\r\n"],
  ])("is answered when it takes too long, and leaves no file: %s %s", async (path, type, drip) => {
    await openWith({ REQUEST_TIMEOUT_MS: "300" });
    const { socket, ended } = send(post(path, type, "Transfer-Encoding: chunked"));
    const dripping = setInterval(() => socket.write(drip), 20);

    const answer = await ended;
    clearInterval(dripping);
    await uploading.whenFilesGone();

    expect(answer).toMatch(/^HTTP\/1\.1 408 /);
    expect(answer).toContain('"success":false,"data":null');
    expect(uploading.analyzer.received).toEqual([]);
  });

  it("is refused when it has two Host headers", async () => {
    await openWith();

    const { ended } = send([
      "GET /health/live HTTP/1.1",
      "Host: a",
      "host: b",
      "Connection: close",
    ]);
    const answer = await ended;

    expect(answer).toMatch(/^HTTP\/1\.1 400 /);
    expect(answer).toContain('"parameter":"Host"');
  });

  it("is not upgraded to a WebSocket when it has two Host headers", async () => {
    await openWith();

    const { answered, socket } = send([
      "GET /graphql HTTP/1.1",
      "Host: a",
      "Host: b",
      "Connection: Upgrade",
      "Upgrade: websocket",
      "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==",
      "Sec-WebSocket-Version: 13",
    ]);

    expect(await answered).toMatch(/^HTTP\/1\.1 400 /);
    socket.destroy();
  });
});
