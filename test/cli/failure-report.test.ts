import { failureReportFrom } from "../../src/cli/failure-report.js";
import { AudioUndecodableError } from "../../src/domain/errors/analysis-errors.js";
import { InvalidInputError } from "../../src/domain/errors/request-errors.js";

describe("The report of a failed command", () => {
  it.each([
    ["2 for what it refuses as input", new InvalidInputError("scopes", "is unknown"), 2],
    ["1 for what has another word", new AudioUndecodableError("the file is empty"), 1],
    ["70 for a bug", new TypeError("x is not a function"), 70],
  ])("exits with %s", (_promise, failure, exitCode) => {
    const report = failureReportFrom(failure);

    expect(report.exitCode).toBe(exitCode);
  });

  it("includes the stack only of a bug", () => {
    const word = failureReportFrom(new InvalidInputError("scopes", "is unknown"));
    const bug = failureReportFrom(new TypeError("x is not a function"));

    expect(word).toMatchObject({
      code: "INVALID_INPUT",
      message: 'The parameter "scopes" is unknown.',
    });
    expect(bug).toMatchObject({
      code: "INTERNAL",
      message: expect.stringMatching(/TypeError[^]*at /) as string,
    });
  });
});
