import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { MusicServerHttp } from "../../../src/adapters/music-servers/music-server-http.js";
import { SystemClock } from "../../../src/adapters/runtime/system-clock.js";
import { neverAborted } from "../../../src/domain/abort-signals.js";

const signal = neverAborted();

describe("A music server that sends an answer byte by byte", () => {
  let server: Server;
  let http: MusicServerHttp;
  let asked: number;

  beforeEach(async () => {
    asked = 0;
    server = createServer((_request, response) => {
      asked += 1;
      response.writeHead(200, { "content-length": 1_000_000 });
      const timer = setInterval(() => response.write("a"), 10);
      response.on("close", () => clearInterval(timer));
    });
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    http = new MusicServerHttp({
      ...{ url: urlOf(server), userAgent: "Test/1.0", clock: new SystemClock() },
      ...{ requestsPerSecond: 100, replyMilliseconds: 200 },
    });
  });
  afterEach(async () => {
    http.close();
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  });

  const ask = (given: AbortSignal = signal): Promise<unknown> =>
    http.get(new URL(urlOf(server)), { signal: given, limitBytes: 2_000_000, attempts: 1 });

  it("is said not to answer in time, and not to have closed the connection", async () => {
    const answer = ask();

    await expect(answer).rejects.toMatchObject({ kind: "away" });
    await expect(answer).rejects.toThrow(/^does not respond in time/);
    expect(asked).toBe(1);
  });

  it("is left at once where the caller aborts, and where the connections are closed", async () => {
    const reason = new Error("enough");

    await expect(ask(AbortSignal.abort(reason))).rejects.toBe(reason);
    const answer = ask();
    http.close();
    await expect(answer).rejects.toThrow(/was changed while it was asked/);
  });
});

const urlOf = (server: Server): string =>
  `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
