import {
  appliedFrom,
  preferencesFrom,
  waitSecondsOf,
} from "../../../src/rest/request/preferences.js";

describe("preferencesFrom", () => {
  it.each<[string | undefined, object]>([
    [undefined, { isAsync: false }],
    ["", { isAsync: false }],
    ["respond-async", { isAsync: true }],
    ["Respond-Async", { isAsync: true }],
    ["wait=5", { isAsync: false, waitSeconds: 5 }],
    ["wait = 5", { isAsync: false, waitSeconds: 5 }],
    ['WAIT="5"', { isAsync: false, waitSeconds: 5 }],
    ["wait=0", { isAsync: false, waitSeconds: 0 }],
    ["respond-async, wait=10", { isAsync: true, waitSeconds: 10 }],
    ["wait=10; foo=bar , respond-async;x", { isAsync: true, waitSeconds: 10 }],
    ['return="a, respond-async", wait=3', { isAsync: false, waitSeconds: 3 }],
    ["wait=1, wait=2", { isAsync: false, waitSeconds: 1 }],
    ["handling=lenient,,", { isAsync: false }],
  ])("reads %s", (header, preferences) => {
    expect(preferencesFrom(header, 20)).toEqual(preferences);
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
    expect(preferencesFrom(header, 20)).toEqual({ isAsync: false });
  });

  it.each([
    ["wait=99999", 20, 20],
    ["wait=20", 20, 20],
    ["wait=99999", 1.5, 2],
    ["wait=1", 1.5, 1],
    ["wait=5", 0, 0],
  ])("reads %s with a maximum of %d s as %d s", (header, max, waitSeconds) => {
    expect(preferencesFrom(header, max)).toEqual({ isAsync: false, waitSeconds });
  });
});

describe("waitSecondsOf", () => {
  it("does not wait for respond-async, unless a wait is given", () => {
    expect(waitSecondsOf(preferencesFrom("respond-async", 20))).toBe(0);
    expect(waitSecondsOf(preferencesFrom("respond-async, wait=2", 20))).toBe(2);
    expect(waitSecondsOf(preferencesFrom(undefined, 20))).toBeUndefined();
  });
});

describe("appliedFrom", () => {
  it("returns the preferences that were applied", () => {
    expect(appliedFrom(preferencesFrom("wait=2, respond-async", 20))).toBe("respond-async, wait=2");
    expect(appliedFrom(preferencesFrom("handling=strict", 20))).toBeUndefined();
  });
});
