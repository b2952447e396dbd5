import { requestsFresh } from "../../../src/rest/track/search-routes.js";

describe("Cache-Control of a request", () => {
  it.each([
    [undefined, false],
    ["", false],
    ["max-age=0", false],
    ["no-cache", true],
    ["max-age=0, No-Cache", true],
    ["no-cacheable", false],
  ])("%p bypasses the cache: %p", (header, expected) => {
    const isAnew = requestsFresh(header);

    expect(isAnew).toBe(expected);
  });
});
