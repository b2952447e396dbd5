import { TrackNotFoundError } from "../../../src/domain/errors/not-found-errors.js";
import { ProviderUnavailableError } from "../../../src/domain/errors/provider-errors.js";
import { InvalidInputError } from "../../../src/domain/errors/request-errors.js";
import { FailureLog } from "../../../src/services/failure-log.js";
import { RecordingLogger } from "../../fakes/recording-logger.js";

describe("The failure log", () => {
  it.each([
    ["the client's mistakes at debug", new InvalidInputError("track", "is required"), "debug"],
    ["what is not there at debug", new TrackNotFoundError("0".repeat(16)), "debug"],
    ["the world's failures at warn", new ProviderUnavailableError("deezer"), "warn"],
    ["bugs at error", new TypeError("undefined is not a function"), "error"],
  ])("writes %s", (_, failure, level) => {
    const logger = new RecordingLogger();

    new FailureLog({ logger }).record(failure);

    expect(logger.lines.map((line) => line.level)).toEqual([level]);
  });

  it("writes a failure once, even if several callers report it", () => {
    const logger = new RecordingLogger();
    const log = new FailureLog({ logger });
    const failure = new Error("broken");

    log.record(failure);
    log.record(failure);

    expect(logger.lines).toHaveLength(1);
  });

  it("writes the cause of a failure", () => {
    const logger = new RecordingLogger();
    const cause = new Error("socket hang up");

    new FailureLog({ logger }).record(new ProviderUnavailableError("deezer", cause));

    expect(logger.lines[0]?.facts).toMatchObject({ code: "PROVIDER_UNAVAILABLE", cause });
  });
});
