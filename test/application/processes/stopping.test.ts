import { trackKeyFrom } from "../../../src/domain/track/track-key.js";
import { candidate, FakeProvider } from "../../fakes/fake-provider.js";
import { openUploading, uploadPath, wav, type Uploading } from "../uploads/uploading.js";
import { waitUntil } from "../../wait-until.js";

describe("Stopping the server", () => {
  let uploading: Uploading;
  let release: () => void;

  beforeEach(async () => {
    const providers = [new FakeProvider("library", [candidate("Overtone", "Slow Waltz")])];
    uploading = await openUploading({ providers });
    release = uploading.analyzer.hold();
  });
  afterEach(() => release());

  const whenAnalysing = async (): Promise<void> => {
    await waitUntil(() => uploading.analyzer.received.length > 0);
  };

  it("responds to waiting requests at once that the analysis is not ready", async () => {
    const path = `${uploadPath}/${trackKeyFrom("Overtone", "Slow Waltz")}`;
    const waiting = uploading.application.get(`${path}?artist=Overtone&track=Slow+Waltz`);
    await whenAnalysing();
    const stoppedAt = performance.now();

    const stopped = uploading.close();
    const response = await waiting;

    expect(performance.now() - stoppedAt).toBeLessThan(5_000);
    expect([response.status, response.headers.get("retry-after")]).toEqual([202, "2"]);
    expect(await response.json()).toMatchObject({ success: true, status: "processing" });
    await stopped;
  });

  it("responds to waiting uploads at once, and keeps their files for the next start", async () => {
    const waiting = uploading.postRaw(wav);
    await whenAnalysing();

    const stopped = uploading.application.close();
    const response = await waiting;
    await stopped;
    const kept = await uploading.filesLeft();
    await uploading.close();

    expect([response.status, response.headers.get("retry-after")]).toEqual([202, "2"]);
    expect(await response.json()).toMatchObject({ success: true, status: "processing" });
    expect(kept).toHaveLength(1);
  });
});
