import type { ServerResponse } from "node:http";
import { musicServerOpener } from "../../../src/adapters/music-servers/open-music-server.js";
import { SystemClock } from "../../../src/adapters/runtime/system-clock.js";
import type { SavedMusicServer } from "../../../src/domain/music-server/music-server.js";
import { neverAborted } from "../../../src/domain/abort-signals.js";
import {
  describeServerPlaylists,
  type ServedPlaylists,
} from "../../contracts/server-playlists.contract.js";
import { musicServer } from "../../fakes/music-servers.js";
import { StandInMediaBrowser } from "../../fakes/music-servers/stand-in-media-browser.js";
import type { StandInPlaylists } from "../../fakes/music-servers/stand-in-playlists.js";
import { StandInPlex } from "../../fakes/music-servers/stand-in-plex.js";
import { standInSongs } from "../../fakes/songs.js";
import { StandInMusicServer, type StandInSong } from "../../fakes/stand-in-music-server.js";

const signal = neverAborted();
const open: { close(): Promise<void> }[] = [];
const clientOf = musicServerOpener({ userAgent: "Test/1.0", clock: new SystemClock() });

afterEach(async () => {
  for (const one of open.splice(0)) await one.close();
});

interface Server {
  readonly url: string;
  readonly songs: readonly StandInSong[];
  readonly playlists: StandInPlaylists;
  intercept: ((request: never, response: ServerResponse) => boolean) | undefined;
  close(): Promise<void>;
}

function served(
  server: Server,
  user: string,
  login: Pick<SavedMusicServer, "kind"> & Partial<SavedMusicServer>,
): ServedPlaylists {
  const client = clientOf(musicServer({ url: server.url, ...login }));
  open.push(client, server);
  return {
    ...{ client, user, kept: server.playlists },
    songIds: () => server.songs.map(({ id }) => id),
    failFrom: (request) => {
      let count = 0;
      server.intercept = (_request, response) => {
        if (count++ < request) return false;
        response.writeHead(403).end();
        return true;
      };
    },
  };
}

const songs = standInSongs(6);
const all = { note: true, isPublic: true };

describeServerPlaylists("SubsonicClient", all, async () =>
  served(await StandInMusicServer.open(songs), "ann", { kind: "opensubsonic" }),
);
describeServerPlaylists("MediaBrowserClient of jellyfin", { ...all, note: false }, async () =>
  served(await StandInMediaBrowser.open("jellyfin", songs), "ann", { kind: "jellyfin" }),
);
describeServerPlaylists("MediaBrowserClient of emby", all, async () =>
  served(await StandInMediaBrowser.open("emby", songs), "ann", { kind: "emby" }),
);
describeServerPlaylists("PlexClient", { ...all, isPublic: false }, async () =>
  served(await StandInPlex.open(songs), "token1", { kind: "plex", user: null, secret: "token1" }),
);

describe("Playlists of Jellyfin and Emby", () => {
  it.each(["jellyfin", "emby"] as const)("are nobody's with an API key of %s", async (kind) => {
    const server = await StandInMediaBrowser.open(kind, songs);
    server.apiKey = "key";
    const { client } = served(server, "ann", { kind, user: null, secret: "key" });

    const found = client.playlists.findNamed("Calm", signal);

    await expect(found).rejects.toThrow(/knows no user by an API key/);
  });

  it("are said to need a later version of Jellyfin that does not take changes of one", async () => {
    const server = await StandInMediaBrowser.open("jellyfin", songs);
    const { client } = served(server, "ann", { kind: "jellyfin" });
    const wanted = { name: "Calm", note: "", isPublic: false, songIds: [] };
    const id = await client.playlists.create(wanted, [], signal);
    server.intercept = ({ verb, path }, response) => {
      if (verb !== "POST" || path !== `/Playlists/${id}`) return false;
      response.writeHead(405).end();
      return true;
    };

    const replaced = client.playlists.replace(id, wanted, signal);

    await expect(replaced).rejects.toThrow(/\(status 405\); Jellyfin does since version 10\.9/);
  });

  it.each([
    [true, /makes no playlists public \(status 404\); a later version of Emby does/],
    [false, undefined],
  ])("are private on an Emby without public ones (%j)", async (isPublic, problem) => {
    const server = await StandInMediaBrowser.open("emby", songs);
    const { client } = served(server, "ann", { kind: "emby" });
    const wanted = { name: "Calm", note: "", isPublic, songIds: [server.songs[0]!.id] };
    const id = await client.playlists.create(wanted, [], signal);
    server.intercept = ({ path }, response) => {
      if (!/\/Make(?:Public|Private)$/.test(path)) return false;
      response.writeHead(404).end();
      return true;
    };

    const replaced = client.playlists.replace(id, wanted, signal);

    if (problem === undefined) await expect(replaced).resolves.toBeUndefined();
    else await expect(replaced).rejects.toThrow(problem);
  });

  it("keep what else Emby says of one when it is renamed", async () => {
    const server = await StandInMediaBrowser.open("emby", songs);
    const { client } = served(server, "ann", { kind: "emby" });
    const wanted = { name: "Calm", note: "By the sea", isPublic: false, songIds: [] };
    const id = await client.playlists.create(wanted, [], signal);

    await client.playlists.replace(id, wanted, signal);
    await client.playlists.replace(id, { ...wanted, isPublic: true }, signal);

    const sent = server.requestsFor(`/Items/${id}`).map(({ posted }) => posted);
    expect(sent).toEqual([expect.objectContaining({ MediaType: "Audio", Overview: "By the sea" })]);
  });
});
