import { request as httpRequest } from "node:http";
import { connect } from "node:net";
import { waitUntil } from "../../wait-until.js";
import { openUploading, song, uploadPath, wav, type Uploading } from "./uploading.js";

describe("Uploading audio over HTTP", () => {
  let uploading: Uploading;

  beforeEach(async () => {
    uploading = await openUploading();
  });
  afterEach(() => uploading.close());

  it.each([
    ["the file itself", "Content-Type: audio/wav", ""],
    [
      "a form",
      "Content-Type: multipart/form-data; boundary=a",
      "--a\r\nContent-Disposition: form-data; name=file; filename=a\r\n\r\n",
    ],
  ])("keeps no file of %s when the client disconnects", async (_what, type, head) => {
    const { port } = new URL(uploading.application.url);
    const socket = connect(Number(port), "127.0.0.1");
    socket.write(
      `POST ${uploadPath}${song.query} HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer ${uploading.token}\r\n${type}\r\nContent-Length: 900000\r\n\r\n${head}`,
    );
    socket.write(wav);
    await waitUntil(async () => (await uploading.filesLeft()).length > 0);

    socket.destroy();
    await uploading.whenFilesGone();

    expect(uploading.analyzer.received).toEqual([]);
    expect(
      uploading.application.logger.lines.filter(
        ({ level }) => level === "warn" || level === "error",
      ),
    ).toEqual([]);
  });

  it("sends 100 Continue to a client that waits for it, and only if the body is accepted", async () => {
    const wanted = await sendExpecting(uploading.token);
    const refused = await sendExpecting("nothing");

    expect(wanted).toEqual({ isContinued: true, status: 200, connection: undefined });
    expect(refused).toEqual({ isContinued: false, status: 401, connection: "close" });
  });

  it("continues on the same connection after a refusal", async () => {
    const { port } = new URL(uploading.application.url);
    const socket = connect(Number(port), "127.0.0.1");
    let answers = "";
    socket.setEncoding("utf8").on("data", (part: string) => (answers += part));
    const head = `POST ${uploadPath}${song.query} HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer ${uploading.token}\r\nContent-Type: audio/wav\r\n`;
    socket.write(`${head}Content-Length: 500000\r\n\r\n`);
    socket.write(Buffer.alloc(500_000, "text"));
    socket.write("GET /health/live HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n");

    await new Promise((resolve) => socket.once("close", resolve));

    expect(answers.match(/HTTP\/1\.1 \d+/g)).toEqual(["HTTP/1.1 422", "HTTP/1.1 200"]);
  });

  /** Sends an upload that waits for "100 Continue" before its body. */
  function sendExpecting(
    key: string,
  ): Promise<{ isContinued: boolean; status: number | undefined; connection: string | undefined }> {
    return new Promise((resolve, reject) => {
      let isContinued = false;
      const headers = {
        authorization: `Bearer ${key}`,
        "content-type": "audio/wav",
        "content-length": wav.length,
        connection: "keep-alive",
        expect: "100-continue",
      };
      const sent = httpRequest(uploading.application.url + uploadPath + song.query, {
        method: "POST",
        headers,
      });
      sent.on("continue", () => {
        isContinued = true;
        sent.end(wav);
      });
      sent.on("response", (response) => {
        response.resume().on("end", () => sent.destroy());
        const { statusCode: status, headers } = response;
        resolve({ isContinued, status, connection: headers.connection });
      });
      sent.on("error", reject).flushHeaders();
    });
  }
});
