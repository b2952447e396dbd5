import { connect } from "node:net";
import { abortUploads } from "../../faults/aborted-uploads.js";
import { waitUntil } from "../../wait-until.js";
import { openUploading, song, uploadPath, wav, type Uploading } from "./uploading.js";

describe("Uploads whose clients disconnect", () => {
  let uploading: Uploading;

  beforeEach(async () => {
    uploading = await openUploading({}, { ANALYSIS_CONCURRENCY: "1" });
  });
  afterEach(() => uploading.close());

  it("leave no file, no descriptor and no slot in the queue, at whatever byte they end", async () => {
    const { url, services, logger } = uploading.application;

    await abortUploads({ url, token: uploading.token, file: wav, count: 80, seed: 9 });
    await uploading.whenFilesGone();
    const { text } = await services.metrics.expose();

    expect(text).toMatch(/^overtone_analyses_waiting 0$/m);
    expect(text).toMatch(/^overtone_analyses_running 0$/m);
    expect(uploading.openFiles()).toEqual([]);
    expect(logger.lines.filter(({ level }) => level === "error")).toEqual([]);
  });

  it("leave nothing when they end before the first byte of a form is read", async () => {
    const { port } = new URL(uploading.application.url);
    const head = `POST ${uploadPath}${song.query} HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer ${uploading.token}\r\nContent-Type: multipart/form-data; boundary=a\r\nContent-Length: 900\r\n\r\n`;
    for (let count = 0; count < 20; count += 1) {
      const socket = connect(Number(port), "127.0.0.1").on("error", () => undefined);
      socket.write(head, () => socket.resetAndDestroy());
      await new Promise((resolve) => socket.once("close", resolve));
    }

    await waitUntil(() => leftRequests(uploading) >= 20);
    await uploading.whenFilesGone();

    expect(uploading.analyzer.received).toEqual([]);
  });
});

/** Returns how many requests were logged as left by their clients. */
function leftRequests({ application }: Uploading): number {
  return application.logger.lines.filter(({ facts }) => facts["hasClientLeft"] === true).length;
}
