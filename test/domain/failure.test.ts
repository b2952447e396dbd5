import { MASKED_MESSAGE, publicReasonOf } from "../../src/domain/errors/domain-error.js";
import { failureFrom, errorFrom } from "../../src/domain/errors/failure.js";
import { AudioTooLongError } from "../../src/domain/errors/analysis-errors.js";
import { failedAnalysis } from "../../src/domain/analysis/analysis-failure.js";
import { StorageBusyError } from "../../src/domain/errors/availability-errors.js";
import { trackKeyFrom } from "../../src/domain/track/track-key.js";

describe("A failure as data", () => {
  const trackKey = trackKeyFrom("Overtone", "Slow Waltz");
  const sent = (error: unknown): Error =>
    errorFrom(JSON.parse(JSON.stringify(failureFrom(error))) as ReturnType<typeof failureFrom>);

  it("becomes an error that clients see as the original", () => {
    for (const error of [new AudioTooLongError(7_200), new StorageBusyError(new Error("held"))]) {
      const again = sent(error);

      expect(publicReasonOf(again)).toEqual(publicReasonOf(error));
      expect(again).toMatchObject({ facts: error.facts });
      expect({ ...failedAnalysis(trackKey, again), error }).toEqual(
        failedAnalysis(trackKey, error),
      );
    }
  });

  it("says of a bug only that it is internal", () => {
    const again = sent(new Error("secret"));

    expect(again.message).toBe(MASKED_MESSAGE);
    expect(publicReasonOf(again)).toEqual({ code: "INTERNAL", message: MASKED_MESSAGE });
  });
});
