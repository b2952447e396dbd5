import { InvalidInputError } from "../../../src/domain/errors/request-errors.js";
import {
  findMusicServerName,
  folderOfMusicServer,
  isOnMusicServer,
  parseMusicServerKind,
  parseMusicServerLimits,
  parseMusicServerLogin,
  parseMusicServerName,
  parseMusicServerUrl,
} from "../../../src/domain/music-server/music-server.js";

describe("The name of a music server", () => {
  it("is lower-case letters, digits and hyphens", () => {
    expect(parseMusicServerName("nas-2")).toBe("nas-2");
  });

  it.each([undefined, null, "", "-nas", "NAS", "a/b", "ä", "a".repeat(33), 7])(
    "is not %p",
    (value) => {
      expect(() => parseMusicServerName(value)).toThrow(InvalidInputError);
    },
  );
});

describe("The folder of a music server", () => {
  it("leads to the name, also from a path in it", () => {
    const folder = folderOfMusicServer(parseMusicServerName("home"));

    expect(folder).toBe("server:home");
    expect(findMusicServerName(folder)).toBe("home");
    expect(findMusicServerName(`${folder}/Ann/First`)).toBe("home");
  });

  it("is no folder of a disk", () => {
    expect(["/music", "C:\\Music", "music"].map(isOnMusicServer)).toEqual([false, false, false]);
    expect(findMusicServerName("/music")).toBeUndefined();
    expect(findMusicServerName("server:Not A Name")).toBeUndefined();
  });
});

describe("The address of a music server", () => {
  it.each([
    ["http://nas:4533", "http://nas:4533"],
    ["http://nas:4533/", "http://nas:4533"],
    ["https://music.example/navidrome/", "https://music.example/navidrome"],
    ["https://music.example/rest/", "https://music.example"],
  ])("of %s is %s", (text, url) => {
    expect(parseMusicServerUrl(text)).toBe(url);
  });

  it.each([
    undefined,
    "nas:4533",
    "ftp://nas",
    "http://ann:secret@nas",
    "http://nas/?u=ann",
    "http://nas/#x",
    "http://",
  ])("is not %s", (text) => {
    expect(() => parseMusicServerUrl(text)).toThrow(InvalidInputError);
  });
});

describe("The login of a music server", () => {
  it("is a user and a password, or an API key", () => {
    const login = { user: "ann", password: " p " };

    expect(parseMusicServerLogin(login, "jellyfin")).toEqual({ user: "ann", secret: " p " });
    expect(parseMusicServerLogin({ apiKey: "k" }, "emby")).toEqual({ user: null, secret: "k" });
  });

  it("is a token alone for Plex", () => {
    expect(parseMusicServerLogin({ apiKey: "k" }, "plex")).toEqual({ user: null, secret: "k" });
    expect(() => parseMusicServerLogin({ user: "ann", password: "p" }, "plex")).toThrow(
      /"apiKey" is required: a server of the kind plex takes a token/,
    );
  });

  it.each([
    {},
    { user: "ann" },
    { password: "p" },
    { user: "ann", password: "" },
    { user: "ann", password: "p", apiKey: "k" },
    { apiKey: "k".repeat(2_049) },
    { apiKey: "\ud800" },
  ])("is not %j", (login) => {
    expect(() => parseMusicServerLogin(login, "opensubsonic")).toThrow(InvalidInputError);
  });
});

describe("The kind and the limits of a music server", () => {
  it("have defaults", () => {
    expect(parseMusicServerKind(undefined, "home")).toBe("opensubsonic");
    expect(parseMusicServerKind(undefined, "jellyfin")).toBe("jellyfin");
    expect(parseMusicServerLimits({})).toEqual({ requestsPerSecond: 20, bytesPerSecond: null });
  });

  it("are what is stated", () => {
    const limits = { requestsPerSecond: 2, bytesPerSecond: 1_000_000 };

    expect(parseMusicServerLimits(limits)).toEqual(limits);
    expect(parseMusicServerKind("emby", "jellyfin")).toBe("emby");
  });

  it.each([
    { requestsPerSecond: 0 },
    { requestsPerSecond: 1.5 },
    { requestsPerSecond: 1_001 },
    { bytesPerSecond: 9_999 },
    { bytesPerSecond: 10_000.5 },
    { bytesPerSecond: NaN },
  ])("are not %j", (limits) => {
    expect(() => parseMusicServerLimits(limits)).toThrow(InvalidInputError);
    expect(() => parseMusicServerKind("winamp", "home")).toThrow(InvalidInputError);
  });
});
