import { isOwnPage } from "../../../src/http/session/own-page.js";

const locals = { baseUrl: "https://music.example/overtone" };
const own = "https://music.example";

describe("A cookie", () => {
  it.each<[string, string, Record<string, string>, boolean]>([
    ["by its own page, to change something", "POST", { "sec-fetch-site": "same-origin" }, true],
    ["by an address that was typed, to read", "GET", { "sec-fetch-site": "none" }, true],
    [
      "by an address that was typed, to change something",
      "POST",
      { "sec-fetch-site": "none" },
      false,
    ],
    ["by another port or subdomain", "GET", { "sec-fetch-site": "same-site" }, false],
    [
      "by another site that forges nothing",
      "POST",
      { "sec-fetch-site": "cross-site", origin: own },
      false,
    ],
    ["by its own page in an old browser", "DELETE", { origin: own }, true],
    ["by its own page in an old browser, to read", "GET", {}, true],
    ["by another page in an old browser", "POST", { origin: "https://evil.example" }, false],
    ["by a page of another scheme", "POST", { origin: "http://music.example" }, false],
    ["by a page without an origin", "POST", { origin: "null" }, false],
    ["without any origin, to change something", "POST", {}, false],
  ])("that is sent %s is accepted or not", (_what, method, headers, isAccepted) => {
    expect(isOwnPage({ method, headers }, locals)).toBe(isAccepted);
  });

  it("opens a WebSocket for pages of the server only", () => {
    const origins = [own, "https://evil.example", undefined];

    const accepted = origins.map((origin) =>
      isOwnPage({ method: "GET", headers: origin === undefined ? {} : { origin } }, locals, true),
    );

    expect(accepted).toEqual([true, false, false]);
  });
});
