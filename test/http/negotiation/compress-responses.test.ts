import { once } from "node:events";
import { createServer, get, type IncomingMessage, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { Readable } from "node:stream";
import { buffer } from "node:stream/consumers";
import { pipeline } from "node:stream/promises";
import { createGunzip, gunzipSync } from "node:zlib";
import express, { type RequestHandler } from "express";
import {
  compressionTimeOf,
  compressResponses,
} from "../../../src/http/negotiation/compress-responses.js";
import {
  acceptedEncoder,
  contentEncoders,
  type ContentEncoder,
} from "../../../src/http/negotiation/content-encoders.js";
import { waitUntil } from "../../wait-until.js";

const nextFrame = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 50));

const long = "four on the floor ".repeat(100);

interface Received {
  readonly headers: IncomingMessage["headers"];
  readonly body: Buffer;
}

describe("A compressed response", () => {
  let server: Server;
  let answer: RequestHandler;
  /** Makes bodies smaller in place of the encoder that the client accepts. */
  let encoder: ContentEncoder | undefined;

  beforeEach(async () => {
    encoder = undefined;
    const app = express().disable("etag");
    const findEncoder = (accepted?: string) => encoder ?? acceptedEncoder(accepted);
    app.use(compressResponses(findEncoder), (request, response, next) =>
      answer(request, response, next),
    );
    server = createServer(app);
    await once(server.listen(0, "127.0.0.1"), "listening");
  });

  afterEach(async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  });

  const open = async (headers: object = {}, method = "GET"): Promise<IncomingMessage> => {
    const { port } = server.address() as AddressInfo;
    const sent = { "accept-encoding": "gzip", ...headers };
    const request = get({ port, host: "127.0.0.1", method, headers: sent, agent: false });
    const [response] = (await once(request, "response")) as [IncomingMessage];
    return response;
  };

  const receive = async (headers?: object, method?: string): Promise<Received> => {
    const response = await open(headers, method);
    return { headers: response.headers, body: await buffer(response) };
  };

  it("tells how long it was compressed, by which its client is charged", async () => {
    const times: number[] = [];
    answer = (_request, response) => {
      response.once("finish", () => times.push(compressionTimeOf(response)));
      response.type("json").send(long.repeat(1_000));
    };

    await receive();
    await receive({ "accept-encoding": "identity" });

    expect(times).toEqual([expect.any(Number), 0]);
    expect(times[0]).toBeGreaterThan(0);
  });

  it("is not compressed on where its client has left", async () => {
    const signals: AbortSignal[] = [];
    const [gzip] = contentEncoders.filter(({ name }) => name === "gzip");
    const compress: ContentEncoder["compress"] = (_body, signal) => {
      signals.push(signal);
      return new Promise(() => undefined);
    };
    encoder = { ...gzip!, compress };
    answer = (_request, response) => void response.type("json").send(long);
    const { port } = server.address() as AddressInfo;

    const request = get({ port, host: "127.0.0.1", agent: false });
    request.on("error", () => undefined);
    await waitUntil(() => signals.length > 0);
    const wasAborted = signals[0]?.aborted;
    request.destroy();

    await waitUntil(() => signals[0]?.aborted === true);
    expect(wasAborted).toBe(false);
  });

  it("has the length of what is sent, and a weak tag", async () => {
    answer = (_request, response) => void response.set("ETag", '"a"').type("json").send(long);

    const { headers, body } = await receive();

    expect(headers).toMatchObject({
      "content-encoding": "gzip",
      "content-length": String(body.length),
      etag: 'W/"a"',
      vary: "Accept-Encoding",
    });
    expect(gunzipSync(body).toString()).toBe(long);
  });

  it("is the response as it is for a client that does not accept it, with its strong tag", async () => {
    answer = (_request, response) => void response.set("ETag", '"a"').type("json").send(long);

    const { headers, body } = await receive({ "accept-encoding": "identity" });

    expect([headers.etag, headers.vary]).toEqual(['"a"', "Accept-Encoding"]);
    expect(headers["content-encoding"]).toBeUndefined();
    expect(body.toString()).toBe(long);
  });

  it("has the headers of its GET where it has no body", async () => {
    answer = (_request, response) => void response.type("json").send(long);

    const { headers, body } = await receive({}, "HEAD");

    expect(headers["content-encoding"]).toBe("gzip");
    expect(headers["content-length"]).toBeUndefined();
    expect(body.length).toBe(0);
  });

  it("that a client has already keeps its strong tag", async () => {
    answer = (_request, response) => void response.set("ETag", '"a"').status(304).end();

    const { headers } = await receive({ "if-none-match": 'W/"a"' });

    expect([headers.etag, headers.vary]).toEqual(['"a"', "Accept-Encoding"]);
  });

  it.each<[string, RequestHandler]>([
    ["is short", (_request, response) => void response.json({ success: true })],
    ["is audio", (_request, response) => void response.type("audio/flac").send(long)],
    ["is a picture", (_request, response) => void response.type("png").send(Buffer.from(long))],
    ["is of no type", (_request, response) => void response.end(long)],
    [
      "is a part",
      (_request, response) =>
        void response.status(206).set("Content-Range", "bytes 0-1/2").type("txt").send(long),
    ],
    [
      "is encoded already",
      (_request, response) =>
        void response.set("Content-Encoding", "gzip").type("json").send(Buffer.from(long)),
    ],
    [
      "may not be transformed",
      (_request, response) =>
        void response.set("Cache-Control", "no-store, no-transform").type("json").send(long),
    ],
    [
      "is a stream of events",
      (_request, response) => {
        response.type("text/event-stream").write(long);
        response.end();
      },
    ],
  ])("is not one that %s", async (_promise, given) => {
    let sent: unknown;
    answer = (request, response, next) => {
      given(request, response, next);
      sent = response.getHeader("Content-Encoding");
    };

    const { headers, body } = await receive();

    expect(headers["content-encoding"]).toBe(sent);
    expect(["gzip", undefined]).toContain(sent);
    expect([long, '{"success":true}']).toContain(body.toString());
  });

  it("that is written in parts arrives whole, at the pace of a slow client", async () => {
    // Hardly compressible, so that the connection is full before the end.
    const part = Buffer.from(Array.from({ length: 65_536 }, (_, n) => (n * n * 7919) % 251));
    let written = 0;
    const parts = function* (): Generator<Buffer> {
      for (; written < 400; written += 1) {
        part.writeUInt32LE((written * 2654435761) >>> 0, (written * 160) % 65_532);
        yield Buffer.from(part.map((byte, n) => (byte * (written + 1) + n * written) & 255));
      }
    };
    const isAnswered = new Promise<void>((resolve, reject) => {
      answer = (_request, response) => {
        response.type("text/csv");
        pipeline(Readable.from(parts(), { objectMode: false }), response).then(resolve, reject);
      };
    });
    const response = await open();
    response.pause();
    // The connection is full as soon as the writer stands still.
    let last = -1;
    await waitUntil(async () => {
      const isStill = written > 0 && written === last;
      last = written;
      if (!isStill) await nextFrame();
      return isStill;
    });
    const writtenMeanwhile = written;

    const body = await buffer(response);

    await isAnswered;
    expect(writtenMeanwhile).toBeLessThan(400);
    expect([written, gunzipSync(body).length]).toEqual([400, 400 * 65_536]);
  });

  it("does not keep back what is written while the writer waits for more", async () => {
    let goOn = (): void => undefined;
    answer = (_request, response) => {
      response.type("text/csv").write(long);
      goOn = () => void response.end(long);
    };
    const response = await open();

    const decompressed = response.pipe(createGunzip());
    const [first] = (await once(decompressed, "data")) as [Buffer];

    goOn();
    expect(first.toString()).toBe(long);
    expect((await buffer(decompressed)).toString()).toBe(long);
  });

  it("ends for its writer where the client leaves", async () => {
    const isEnded = new Promise<unknown>((resolve) => {
      answer = (_request, response) => {
        response.type("text/csv");
        const endless = function* (): Generator<string> {
          for (;;) yield String(Math.random()).repeat(1000);
        };
        pipeline(Readable.from(endless(), { objectMode: false }), response).catch(resolve);
      };
    });
    const response = await open();

    response.destroy();

    expect(await isEnded).toBeInstanceOf(Error);
  });
});
