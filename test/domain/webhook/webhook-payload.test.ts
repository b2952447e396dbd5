import { failedAnalysis } from "../../../src/domain/analysis/analysis-failure.js";
import {
  AnalyzerBusyError,
  AudioUndecodableError,
} from "../../../src/domain/errors/analysis-errors.js";
import type { RecordingId } from "../../../src/domain/track/recording-id.js";
import { trackKeyFrom } from "../../../src/domain/track/track-key.js";
import { webhookNotificationOf } from "../../../src/domain/webhook/webhook-payload.js";

const trackKey = trackKeyFrom("Overtone", "One");

describe("The webhook message about a failed analysis", () => {
  it("says after how many seconds another attempt may help", () => {
    const notification = webhookNotificationOf(failedAnalysis(trackKey, new AnalyzerBusyError(7)));

    expect(notification?.data).toMatchObject({
      trackKey,
      error: { code: "ANALYZER_BUSY", retryAfterSeconds: 7, isRetryable: true },
    });
  });

  it("names the recording of the file where it is known", () => {
    const failed = failedAnalysis(trackKey, new AudioUndecodableError("no audio"));
    const recordingId = "rec:0123456789abcdef" as RecordingId;

    const notifications = [failed, { ...failed, recordingId }].map(webhookNotificationOf);

    expect(notifications.map((one) => one?.data)).toEqual([
      expect.objectContaining({ recordingId: null }),
      expect.objectContaining({ recordingId }),
    ]);
  });

  it("has no time when another attempt would not help", () => {
    const notification = webhookNotificationOf(
      failedAnalysis(trackKey, new AudioUndecodableError("no audio"), 60),
    );

    expect(notification?.data).toMatchObject({
      trackKey,
      error: { code: "AUDIO_UNDECODABLE", retryAfterSeconds: null, isRetryable: false },
    });
  });
});
