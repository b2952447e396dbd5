import { createServer, type Server } from "node:http";
import { connect, type AddressInfo } from "node:net";
import { answerUnreadable } from "../src/http-client-error.js";

describe("answerUnreadable", () => {
  let server: Server;

  beforeAll(async () => {
    server = createServer((_request, response) => response.end("read"));
    server.on("clientError", answerUnreadable);
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  });

  afterAll(() => new Promise((resolve) => server.close(resolve)));

  it.each([
    ["a URL that is not encoded", "GET /?track=Beyoncé HTTP/1.1\r\nHost: a\r\n\r\n", 400],
    ["words that are no request", "let me in\r\n\r\n", 400],
    ["headers too large", `GET /${"a".repeat(70_000)} HTTP/1.1\r\nHost: a\r\n\r\n`, 431],
  ])("tells a client in the envelope that it sent %s", async (_name, text, status) => {
    const answer = await answerTo(text);

    const [head = "", body = ""] = answer.split("\r\n\r\n");
    expect(head).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `));
    expect(JSON.parse(body)).toMatchObject({
      success: false,
      data: null,
      error: {
        code: "INVALID_INPUT",
        message: expect.stringContaining("percent-encoded") as string,
      },
    });
  });

  it("leaves the server able to answer the next one", async () => {
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
