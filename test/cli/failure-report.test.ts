import { failureLinesOf, failureReportFrom } from "../../src/cli/failure-report.js";
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
      message: "TypeError: x is not a function",
    });
    expect(word.stack).toBeUndefined();
    expect(bug.stack?.[0]).toMatch(/^ +at /);
  });

  it("is one line, whatever an error says, and those of the stack of a bug", () => {
    const bug = failureReportFrom(new TypeError("no\n    at all"));

    const [first, ...stack] = failureLinesOf(bug, "a\nb.mp3");

    expect(first).toBe("INTERNAL: a\nb.mp3: TypeError: no\n    at all");
    expect(stack.every((line) => line.startsWith("    at "))).toBe(true);
  });
});
