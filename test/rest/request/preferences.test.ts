import { preferencesFrom } from "../../../src/rest/request/preferences.js";

describe("preferencesFrom", () => {
  it.each<[string | undefined, number | undefined, string | undefined]>([
    [undefined, undefined, undefined],
    ["", undefined, undefined],
    ["respond-async", 0, "respond-async"],
    ["Respond-Async", 0, "respond-async"],
    ["wait=5", 5, "wait=5"],
    ["wait = 5", 5, "wait=5"],
    ['WAIT="5"', 5, "wait=5"],
    ["wait=0", 0, "wait=0"],
    ["respond-async, wait=10", 10, "respond-async, wait=10"],
    ["wait=10; foo=bar , respond-async;x", 10, "respond-async, wait=10"],
    ['return="a, respond-async", wait=3', 3, "wait=3"],
    ["wait=1, wait=2", 1, "wait=1"],
    ["handling=lenient,,", undefined, undefined],
  ])("reads %s as a wait of %d s, and says what was applied", (header, waitSeconds, applied) => {
    expect(preferencesFrom(header, 20)).toEqual({ waitSeconds, applied });
  });

  it.each([
    "wait",
    "wait=",
    "wait=soon",
    "wait=-1",
    "wait=1.5",
    "wait=99999999999",
    "=5",
    "wait 5",
  ])("ignores %s, because a preference can never fail a request", (header) => {
    expect(preferencesFrom(header, 20)).toEqual({});
  });

  it.each([
    ["wait=99999", 20, 20],
    ["wait=20", 20, 20],
    ["wait=99999", 1.5, 2],
    ["wait=1", 1.5, 1],
    ["wait=5", 0, 0],
  ])("reads %s with a maximum of %d s as %d s", (header, max, waitSeconds) => {
    const preferences = preferencesFrom(header, max);

    expect(preferences).toEqual({ waitSeconds, applied: `wait=${waitSeconds}` });
  });
});
