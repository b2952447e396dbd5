import { InvalidInputError } from "../../../src/domain/errors/request-errors.js";
import { parseMusicServerName } from "../../../src/domain/music-server/music-server.js";
import {
  isAsSent,
  notSent,
  parseServerPlaylist,
  shownStateOf,
  type ServerPlaylistParameters,
} from "../../../src/domain/music-server/server-playlist.js";

const listOf = (name: string, ...songIds: readonly string[]) => ({ name, songIds });
const sent = listOf("Calm", "a", "b", "c");
const sending = { ...listOf("Quiet", "d", "e"), othersBefore: [] };
const knowsAll = (): boolean => true;

type Server = Parameters<typeof parseServerPlaylist>[1];

const parsed = (
  parameters: ServerPlaylistParameters,
  server: Server = { kind: "opensubsonic", user: "ann" },
) => parseServerPlaylist(parameters, server);

describe("How a playlist is to be kept on a music server", () => {
  it("is as a playlist of the user of the server that others do not see, unless it says otherwise", () => {
    expect(parsed({})).toEqual({ kind: "playlist", isPublic: false, login: null });
    expect(parsed({ isPublic: true, user: "ben", password: "pässword" })).toEqual({
      ...{ kind: "playlist", isPublic: true, login: { user: "ben", secret: "pässword" } },
    });
  });

  it.each([
    [{ kind: "album" }, /"kind" must be one of playlist, favourites/],
    [{ kind: "favourites", isPublic: true }, /"isPublic" cannot be combined with favourites/],
    [{ user: "ben" }, /"password" is required/],
    [{ apiKey: "key", user: "ben" }, /"apiKey" must be given without a user/],
  ])("is refused where it is %j", (parameters, problem) => {
    expect(() => parsed(parameters)).toThrow(InvalidInputError);
    expect(() => parsed(parameters)).toThrow(problem);
  });
});

describe("What a kind of music servers does not have", () => {
  const plex: Server = { kind: "plex", user: null };
  const emby: Server = { kind: "emby", user: null };

  it.each([
    [plex, { kind: "favourites" }, /"kind" cannot be favourites on Plex/],
    [plex, { isPublic: true }, /"isPublic" cannot be true on Plex/],
    [plex, { user: "ben", password: "bens" }, /"apiKey" is required/],
    [emby, {}, /"user" is required, with a password: an API key of this server belongs to nobody/],
    [emby, { apiKey: "key" }, /"user" is required/],
  ] as const)("is refused: %j %j", (server, parameters, problem) => {
    expect(() => parsed(parameters, server)).toThrow(problem);
  });

  it("is no owner where one signs in", () => {
    const { login } = parsed({ user: "ben", password: "bens" }, emby);

    expect(login).toEqual({ user: "ben", secret: "bens" });
  });
});

describe("How far a playlist is", () => {
  const kept = {
    ...{ ...notSent, ...parsed({}), playlistId: "pl_1", server: parseMusicServerName("home") },
    ...{ isDue: false, isEnding: false },
  };

  it.each([
    ["sent", { state: "sent" }],
    ["waiting", { state: "sent", sending }],
    ["waiting", { state: "changed", isDue: true }],
    ["failed", { state: "failed", sending }],
  ] as const)("is %s where it is %j", (shown, parts) => {
    expect(shownStateOf({ ...kept, ...parts })).toBe(shown);
  });
});

describe("What a music server has is as it was sent", () => {
  it.each([
    ["the same", sent],
    ["the same with other white space and letters", listOf(" Calm ", "a", "b", "c")],
    ["a beginning of what is being sent", listOf("Quiet", "d")],
    ["nothing of what is being sent", listOf("Quiet")],
    ["what was sent, under the name that is being sent", listOf("Quiet", "a", "b", "c")],
    ["a beginning of what was sent", listOf("Quiet", "a", "b")],
  ])("where it is %s", (_name, there) => {
    expect(isAsSent(there, { sent, sending }, knowsAll)).toBe(true);
  });

  it.each([
    ["another name", listOf("Loud", "a", "b", "c")],
    ["another order", listOf("Calm", "b", "a", "c")],
    ["one song more", listOf("Calm", "a", "b", "c", "d")],
    ["one song less that the server still has", listOf("Calm", "a", "c")],
    ["a song twice", listOf("Calm", "a", "a", "b", "c")],
  ])("and is not where it has %s", (_name, there) => {
    expect(isAsSent(there, { sent, sending: null }, knowsAll)).toBe(false);
  });

  it("where a server has left out what is being sent twice", () => {
    const twice = { ...listOf("Quiet", "d", "d", "e", "d"), othersBefore: [] };

    expect(isAsSent(listOf("Quiet", "d", "e"), { sent, sending: twice }, knowsAll)).toBe(true);
    expect(isAsSent(listOf("Quiet", "e", "d"), { sent, sending: twice }, knowsAll)).toBe(false);
  });

  it("without the songs that the server does not have any more", () => {
    const there = listOf("Calm", "a", "c");

    expect(isAsSent(there, { sent, sending: null }, (songId) => songId !== "b")).toBe(true);
    expect(isAsSent(listOf("Calm", "c", "a"), { sent, sending: null }, () => false)).toBe(false);
  });

  it("and is nothing where nothing was sent", () => {
    expect(isAsSent(listOf(""), { sent: null, sending: null }, knowsAll)).toBe(false);
  });
});
