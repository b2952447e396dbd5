import { AudioUndecodableError } from "../../../src/domain/errors/analysis-errors.js";
import {
  AudioUnavailableError,
  StorageFullError,
  StorageUnavailableError,
} from "../../../src/domain/errors/availability-errors.js";
import { retryDelayAfter } from "../../../src/services/analysis/retry-policy.js";

describe("A failed analysis", () => {
  it.each([new AudioUnavailableError(), new StorageUnavailableError()])(
    "is repeated after %s, later each time, and at last no more",
    (error) => {
      const delays = [1, 2, 3, 4, 5, 6].map((attempt) => retryDelayAfter(error, attempt));

      expect(delays).toEqual([2_000, 5_000, 15_000, 40_000, 120_000, undefined]);
    },
  );

  it.each([new AudioUndecodableError("it is empty"), new StorageFullError(), new Error("a bug")])(
    "is not repeated after %s",
    (error) => {
      expect(retryDelayAfter(error, 1)).toBeUndefined();
    },
  );
});
