import type { ServerResponse } from "node:http";
import type { ServerPlaylistParameters } from "../../../src/domain/music-server/server-playlist.js";
import type { AddedMusicServer } from "../../../src/services/music-servers/music-server-service.js";
import { StandInMediaBrowser } from "../../fakes/music-servers/stand-in-media-browser.js";
import type { StandInPlaylists } from "../../fakes/music-servers/stand-in-playlists.js";
import { StandInPlex } from "../../fakes/music-servers/stand-in-plex.js";
import { StandInMusicServer, type StandInSong } from "../../fakes/stand-in-music-server.js";

/** A server that a test sends playlists to. */
export interface PlaylistServer {
  readonly url: string;
  readonly songs: readonly StandInSong[];
  readonly playlists: StandInPlaylists;
  /** Answers a request in place of the server; `perform` does what it asks for. */
  intercept: ((response: ServerResponse, perform: () => void) => boolean) | undefined;
  /** The requests that ask for something else than a session or what there is. */
  readonly changes: () => readonly string[];
  /** The longest address that was asked for, characters. */
  readonly longestQuery: () => number;
  readonly renumber: () => void;
  /** Lets another user sign in, and nobody else; returns as whom playlists are theirs. */
  readonly letIn: (login: { readonly user: string; readonly password: string }) => string;
  readonly close: () => Promise<void>;
}

/** A kind of servers that playlists are sent to, or a version. */
export interface PlaylistServerKind {
  readonly name: string;
  readonly server: Partial<AddedMusicServer>;
  readonly open: (songs: readonly StandInSong[]) => Promise<PlaylistServer>;
  /** What it has of a playlist beside its songs. */
  readonly keeps: { readonly note: boolean; readonly isPublic: boolean; readonly repeats: boolean };
  readonly hasFavourites: boolean;
  /** Another user, as a client writes it. */
  readonly other: ServerPlaylistParameters;
  readonly historyCount: number;
}

async function openSubsonic(songs: readonly StandInSong[]): Promise<PlaylistServer> {
  const server = await StandInMusicServer.open(songs);
  return {
    ...{ url: server.url, playlists: server.playlists },
    get songs() {
      return server.songs;
    },
    set intercept(answer: PlaylistServer["intercept"]) {
      server.intercept =
        answer && ((call, response) => answer(response, () => server.perform(call)));
    },
    changes: () =>
      server.calls.map(({ method }) => method).filter((method) => !/^(?:get|ping)/.test(method)),
    longestQuery: () => Math.max(...server.calls.map(({ query }) => query.toString().length)),
    renumber: () => server.renumber(),
    letIn: ({ user, password }) => {
      [server.user, server.password] = [user, password];
      return user;
    },
    close: () => server.close(),
  };
}

/** What signs in and out. */
const SESSIONS = /^\/(?:Users\/AuthenticateByName|Sessions\/Logout)$/;

function served(
  server: StandInMediaBrowser | StandInPlex,
  letIn: PlaylistServer["letIn"],
): PlaylistServer {
  return {
    ...{ url: server.url, playlists: server.playlists, letIn },
    get songs() {
      return server.songs;
    },
    set intercept(answer: PlaylistServer["intercept"]) {
      server.intercept =
        answer && ((request, response) => answer(response, () => server.perform(request)));
    },
    changes: () =>
      server.requests
        .filter(({ verb, path }) => verb !== "GET" && !SESSIONS.test(path))
        .map(({ verb, path }) => `${verb} ${path}`),
    longestQuery: () =>
      Math.max(...server.requests.map(({ query }) => [...query].flat().join().length)),
    renumber: () => server.renumber(),
    close: () => server.close(),
  };
}

async function openMediaBrowser(
  kind: "jellyfin" | "emby",
  songs: readonly StandInSong[],
): Promise<PlaylistServer> {
  const server = await StandInMediaBrowser.open(kind, songs);
  return served(server, ({ user, password }) => {
    [server.user, server.password] = [user, password];
    server.revokeTokens();
    return user;
  });
}

/** Another user than the one of the server. */
export const ben = { user: "ben", password: "bens" };
const all = { note: true, isPublic: true, repeats: true };

export const playlistServerKinds: readonly PlaylistServerKind[] = [
  {
    ...{ name: "OpenSubsonic", server: {}, open: openSubsonic, keeps: all, hasFavourites: true },
    ...{ other: ben, historyCount: 40 },
  },
  {
    ...{ name: "Jellyfin", server: { kind: "jellyfin" }, hasFavourites: true },
    open: (songs) => openMediaBrowser("jellyfin", songs),
    ...{ keeps: { ...all, note: false }, other: ben, historyCount: 15 },
  },
  {
    ...{ name: "Jellyfin before 12", server: { kind: "jellyfin" }, hasFavourites: true },
    open: async (songs) => {
      const server = await openMediaBrowser("jellyfin", songs);
      server.playlists.isWithoutRepeats = true;
      return server;
    },
    ...{ keeps: { ...all, note: false, repeats: false }, other: ben, historyCount: 15 },
  },
  {
    ...{ name: "Emby", server: { kind: "emby" }, hasFavourites: true },
    open: (songs) => openMediaBrowser("emby", songs),
    ...{ keeps: all, other: ben, historyCount: 15 },
  },
  {
    ...{ name: "Plex", server: { kind: "plex", user: null, secret: "secret" } },
    open: async (songs) => {
      const server = await StandInPlex.open(songs);
      server.token = "secret";
      return served(server, ({ password }) => (server.token = password));
    },
    ...{ keeps: { ...all, isPublic: false }, hasFavourites: false },
    ...{ other: { apiKey: ben.password }, historyCount: 15 },
  },
];
