import { failedAnalysis } from "../../../src/domain/analysis/analysis-failure.js";
import {
  AnalysisTooCostlyError,
  AnalyzerBusyError,
  AudioTooLongError,
  AudioUndecodableError,
} from "../../../src/domain/errors/analysis-errors.js";
import { TimedOutError } from "../../../src/domain/errors/availability-errors.js";
import {
  AudioNotFoundError,
  TrackNotFoundError,
} from "../../../src/domain/errors/not-found-errors.js";
import {
  ProviderRateLimitedError,
  ProviderUnavailableError,
} from "../../../src/domain/errors/provider-errors.js";
import { trackKeyFrom } from "../../../src/domain/track/track-key.js";

const trackKey = trackKeyFrom("Overtone", "Slow Waltz");

describe("A failed analysis", () => {
  it.each([
    [new ProviderUnavailableError("deezer"), true],
    [new ProviderRateLimitedError("deezer", 30), true],
    [new AnalyzerBusyError(8), true],
    [new TimedOutError("The analysis", 60), true],
    [new Error("a bug"), true],
    [new TrackNotFoundError(trackKey), false],
    [new AudioNotFoundError(trackKey), false],
    [new AudioUndecodableError("it is damaged"), false],
    [new AudioTooLongError(21_600), false],
    [new AnalysisTooCostlyError(1_080), false],
  ])("is retryable when its reason is temporary: %s", (error, isRetryable) => {
    expect(failedAnalysis(trackKey, error)).toMatchObject({ state: "failed", error, isRetryable });
  });

  it.each([
    ["at the time that a refusal names", new AnalyzerBusyError(8), 0, 8],
    ["when it is forgotten, if that is later", new AnalyzerBusyError(8), 12.3, 13],
    ["when it is forgotten", new Error("a bug"), 59.999, 60],
    ["soon, where the time is unknown", new ProviderUnavailableError("deezer"), 0, 5],
  ])("can be tried again %s", (_when, error, rememberedSeconds, retryAfterSeconds) => {
    expect(failedAnalysis(trackKey, error, rememberedSeconds)).toMatchObject({ retryAfterSeconds });
  });
});
