import { retryAfterSeconds } from "../../../../src/adapters/metadata/client/provider-outcome.js";

const now = Date.UTC(2026, 0, 1, 12, 0, 0);

describe("A Retry-After header", () => {
  it.each([
    ["3", 3],
    ["0", 0],
    ["Thu, 01 Jan 2026 12:00:30 GMT", 30],
    ["Thu, 01 Jan 2026 11:00:00 GMT", 0],
    ["999999999", 86_400],
  ])("of %p means %d s", (header, seconds) => {
    const meant = retryAfterSeconds(header, now);

    expect(meant).toBe(seconds);
  });

  it.each([
    [undefined],
    [""],
    ["-1"],
    ["1.5"],
    ["soon"],
    ["apples 5"],
    ["2026-01-01"],
    [["3", "4"]],
  ])("of %p is ignored", (header) => {
    const meant = retryAfterSeconds(header, now);

    expect(meant).toBeUndefined();
  });
});
