import { WorkerAnalyzer } from "../../../src/adapters/analyzer/worker-analyzer.js";
import { builtAnalysisThread } from "../../adapters/threads/built-threads.js";
import { silentOggFlac, silentOpus } from "../../signals/encoded/silent-ogg.js";
import { openUploading, type Uploading } from "./uploading.js";

const HOUR = 3_600;

describe("An uploaded recording of seven hours", () => {
  let uploading: Uploading;

  beforeAll(async () => {
    // Decoding and measuring up to the maximum takes 20 s and more, and would be ANALYSIS_TOO_COSTLY.
    const limits = { maxDurationSeconds: 6 * HOUR, timeoutMilliseconds: 8_000 };
    const analyzer = new WorkerAnalyzer({
      concurrency: 1,
      workerUrl: builtAnalysisThread,
      ...limits,
    });
    uploading = await openUploading({ analyzer }, { UPLOAD_LIMIT_MB: "2" });
  });
  afterAll(() => uploading.close());

  it.each([
    ["Opus", silentOpus],
    ["FLAC in Ogg", silentOggFlac],
  ])("is refused by its pages before it is decoded: %s", async (_format, silent) => {
    const response = await uploading.postRaw(silent(7 * HOUR));

    expect(response.status).toBe(422);
    expect(await response.json()).toMatchObject({
      error: { code: "AUDIO_TOO_LONG", maxSeconds: 6 * HOUR },
    });
    await uploading.whenFilesGone();
  });
});
