import { createServer, maxHeaderSize, type Server } from "node:http";
import { connect, type AddressInfo } from "node:net";
import { respondToUnreadable } from "../../src/server/client-error.js";
import { RecordingLogger } from "../fakes/recording-logger.js";

describe("respondToUnreadable", () => {
  const logger = new RecordingLogger();
  let server: Server;

  beforeAll(async () => {
    server = createServer((_request, response) => response.end("read"));
    server.on("clientError", respondToUnreadable(logger));
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  });

  afterAll(() => new Promise((resolve) => server.close(resolve)));

  it.each([
    [
      "a URL that is not encoded",
      "GET /?track=Four on the Floor HTTP/1.1\r\nHost: a\r\n\r\n",
      400,
      "percent-encoded",
    ],
    ["text that is not a request", "let me in\r\n\r\n", 400, "percent-encoded"],
    [
      "a URL too large",
      `GET /${"a".repeat(20_000)} HTTP/1.1\r\nHost: a\r\n\r\n`,
      431,
      `larger than the ${maxHeaderSize} bytes allowed`,
    ],
  ])("sends the error envelope to a client that sent %s", async (_name, text, status, problem) => {
    const answer = await answerTo(text);

    const [head = "", body = ""] = answer.split("\r\n\r\n");
    expect(head).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `));
    expect(JSON.parse(body)).toMatchObject({
      success: false,
      data: null,
      error: {
        code: "INVALID_INPUT",
        message: expect.stringContaining(problem) as string,
      },
    });
  });

  it("sends the request id, and allows pages of any origin to read the response", async () => {
    const [head = ""] = (await answerTo("let me in\r\n\r\n")).split("\r\n\r\n");

    const { facts } = logger.lines.at(-1)!;
    expect(facts["requestId"]).toMatch(/^[0-9a-f-]{36}$/);
    expect(head).toContain(`\r\nX-Request-Id: ${String(facts["requestId"])}\r\n`);
    expect(head).toMatch(/^Access-Control-Allow-Origin: \*$/m);
    expect(head).toMatch(/^Access-Control-Expose-Headers: .*X-Request-Id/m);
  });

  it("closes the connection of a client that continues to send after the refusal", async () => {
    const patient = createServer((_request, response) => response.end("read"));
    patient.on("clientError", respondToUnreadable(logger, 50));
    await new Promise<void>((resolve) => patient.listen(0, "127.0.0.1", resolve));
    const { port } = patient.address() as AddressInfo;
    const socket = connect({ port, host: "127.0.0.1", allowHalfOpen: true });
    socket.on("error", () => undefined).resume();
    const sending = setInterval(() => socket.write("more"), 5);

    await new Promise((resolve) => socket.once("close", resolve));

    clearInterval(sending);
    await new Promise((resolve) => patient.close(resolve));
    expect(logger.lines.at(-1)?.facts["status"]).toBe(400);
  });

  it("does not affect the next request", async () => {
    await answerTo("nonsense\r\n\r\n");

    const answer = await answerTo("GET / HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n");

    expect(answer).toMatch(/^HTTP\/1\.1 200 [^]*read/);
  });

  function answerTo(text: string): Promise<string> {
    return new Promise((resolve, reject) => {
      const socket = connect((server.address() as AddressInfo).port, "127.0.0.1");
      let answer = "";
      socket.setEncoding("utf8").on("data", (part: string) => (answer += part));
      socket.on("end", () => resolve(answer)).on("error", reject);
      socket.write(text);
    });
  }
});
