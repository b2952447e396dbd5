import { MediaBrowserClient } from "../../../../src/adapters/music-servers/media-browser/media-browser-client.js";
import { SystemClock } from "../../../../src/adapters/runtime/system-clock.js";
import { neverAborted } from "../../../../src/domain/abort-signals.js";
import type { NewMusicServer } from "../../../../src/domain/music-server/music-server.js";
import {
  allSongs,
  bytesOf,
  describeMusicServerClient,
} from "../../../contracts/music-server-client.contract.js";
import { musicServer } from "../../../fakes/music-servers.js";
import { standInSongs } from "../../../fakes/songs.js";
import { StandInMediaBrowser } from "../../../fakes/music-servers/stand-in-media-browser.js";

const KINDS = ["jellyfin", "emby"] as const;

const signal = neverAborted();
const open: { close(): Promise<void> }[] = [];

afterEach(async () => {
  for (const one of open.splice(0)) await one.close();
});

async function standIn(
  songCount: number,
  kind: (typeof KINDS)[number] = "jellyfin",
): Promise<StandInMediaBrowser> {
  const server = await StandInMediaBrowser.open(kind, standInSongs(songCount));
  open.push(server);
  return server;
}

function clientOf(
  { url, kind }: StandInMediaBrowser,
  parts: Partial<Pick<NewMusicServer, "user" | "secret">> = {},
  addedAs = kind,
): MediaBrowserClient {
  const client = new MediaBrowserClient(musicServer({ url, kind: addedAs, ...parts }), {
    ...{ kind: addedAs, userAgent: "Test/1.0 (of tests)", clock: new SystemClock() },
  });
  open.unshift(client);
  return client;
}

for (const kind of KINDS) {
  describeMusicServerClient(`MediaBrowserClient of ${kind}`, async (songCount) => {
    const server = await standIn(songCount, kind);
    return {
      client: clientOf(server),
      files: new Map(server.songs.map(({ path, bytes }) => [`/music/${path}`, bytes])),
      stranger: () => clientOf(server, { secret: "wrong" }),
      addSong: () => {
        const index = server.songs.length;
        server.save(index, standInSongs(index + 1)[index]!);
      },
      renumber: () => server.renumber(),
      cutAfter: (cutAfterBytes) => (server.audio = { cutAfterBytes }),
      intercept: (answer) => (server.intercept = (_request, response) => answer(response)),
      stop: () => server.close(),
    };
  });
}

describe("A client of Jellyfin and Emby", () => {
  it.each([
    ["jellyfin", /^MediaBrowser /, "Jellyfin Server"],
    ["emby", /^Emby /, "Emby"],
  ] as const)("signs in to %s by name and password, and says who asks", async (...given) => {
    const [kind, scheme, product] = given;
    const server = await standIn(1, kind);

    const about = await clientOf(server).check(signal);

    expect(about).toEqual({ product, version: "10.10.7", sendsPassword: false });
    const [signIn] = server.requestsFor("/Users/AuthenticateByName");
    expect(signIn!.posted).toEqual({ Username: "ann", Pw: "secret" });
    expect(signIn!.headers.authorization).toMatch(scheme);
    expect(signIn!.headers.authorization).toMatch(
      /Client="Overtone", Device="Overtone", DeviceId="[0-9a-f]{32}", Version="1.0"$/,
    );
    expect(signIn!.headers["user-agent"]).toBe("Test/1.0 (of tests)");
  });

  it("signs in once for all that is asked at the same time", async () => {
    const server = await standIn(2);
    const client = clientOf(server);

    await Promise.all([allSongs(client), client.state(signal), bytesOf(client, "0")]);

    expect(server.requestsFor("/Users/AuthenticateByName")).toHaveLength(1);
    expect(server.sessionCount).toBe(1);
  });

  it("signs in again where its token is not accepted any more, for audio too", async () => {
    const server = await standIn(1);
    const client = clientOf(server);
    const [song] = await allSongs(client);
    server.revokeTokens();

    const bytes = await bytesOf(client, song!.id);
    server.revokeTokens();

    expect(bytes).toEqual(server.songs[0]!.bytes);
    expect(await allSongs(client)).toEqual([song]);
    expect(server.requestsFor("/Users/AuthenticateByName")).toHaveLength(3);
  });

  it("says that the password is another one when its token has expired", async () => {
    const server = await standIn(1);
    const client = clientOf(server);
    await allSongs(client);
    server.password = "new";
    server.revokeTokens();

    const state = client.state(signal);

    await expect(state).rejects.toThrow(/does not accept the user or the password/);
    await expect(client.open("0", undefined, signal)).rejects.toMatchObject({ kind: "refused" });
  });

  it("ends its session when it is closed", async () => {
    const server = await standIn(1);
    const client = clientOf(server);
    await allSongs(client);

    await client.close();

    expect(server.sessionCount).toBe(0);
  });

  it("does not end the sessions of others of its kind", async () => {
    const server = await standIn(1);
    const [one, other] = [clientOf(server), clientOf(server)];

    await one.state(signal);
    await other.state(signal);
    await one.state(signal);

    expect(server.requestsFor("/Users/AuthenticateByName")).toHaveLength(2);
  });

  it.each(KINDS)(
    "asks %s with an API key, without signing in, and for nobody's plays",
    async (kind) => {
      const server = await standIn(1, kind);
      server.apiKey = "key1";
      server.songs = server.songs.map((song) => ({
        ...song,
        item: { UserData: { PlayCount: 4 } },
      }));
      const client = clientOf(server, { user: null, secret: " key1\n" });

      const [song] = await allSongs(client);
      await client.close();

      expect(song!.use).toEqual({});
      expect(server.requests.map(({ path }) => path)).toEqual(["/Items", "/Items"]);
    },
  );

  it.each(["key2", "a key", 'k"e', "schlüssel"])(
    "says that the API key %j is refused",
    async (secret) => {
      const server = await standIn(1);
      server.apiKey = "key1";

      const checked = clientOf(server, { user: null, secret }).check(signal);

      await expect(checked).rejects.toMatchObject({ kind: "refused" });
      await expect(checked).rejects.toThrow(/API key|keys of letters/);
    },
  );

  it("says that the user may not do what is needed", async () => {
    const server = await standIn(1);
    const client = clientOf(server);
    server.isAllowed = false;

    await expect(client.check(signal)).rejects.toThrow(/does not allow this user what is needed/);
    await expect(client.open("0", undefined, signal)).rejects.toMatchObject({ kind: "refused" });
  });

  it("says that the user may not sign in", async () => {
    const server = await standIn(1);
    server.intercept = ({ path }, response) => {
      if (path !== "/Users/AuthenticateByName") return false;
      response.writeHead(403, { "content-type": "text/plain" }).end("Error processing request.");
      return true;
    };

    await expect(clientOf(server).check(signal)).rejects.toThrow(/does not let this user sign in/);
  });

  it.each([
    ["jellyfin", "emby", /is Jellyfin; add it with the kind jellyfin/],
    ["emby", "jellyfin", /does not say that it is Jellyfin; for Emby, the kind is emby/],
  ] as const)("finds %s out where it is added as %s", async (kind, as, problem) => {
    const server = await standIn(1, kind);

    await expect(clientOf(server, {}, as).check(signal)).rejects.toThrow(problem);
    expect(server.requestsFor("/Users/AuthenticateByName")).toEqual([]);
  });

  it.each(KINDS)("reads what %s says of a song beside its names", async (kind) => {
    const server = await standIn(1, kind);
    const [song] = server.songs;
    const source = { Path: "/music/Ann/1.flac", Size: 1_000, Container: "flac", Bitrate: 880_400 };
    const item = {
      Artists: ["Ann", "Bo"],
      AlbumArtist: "Various",
      Genres: ["Jazz", "Soul"],
      ProductionYear: 1999,
      ParentIndexNumber: 2,
      RunTimeTicks: 615_000_000,
      MediaSources: [source],
      ImageTags: { Primary: "tag" },
      ProviderIds: {
        MusicBrainzRecording: "189002E7-3285-4e2e-92a3-7f6c30d407a2",
        MusicBrainzTrack: "29f4d2a5-3f8a-4a04-8a24-52d3e3a0d7c1",
        MusicBrainzAlbum: "no id",
      },
      UserData: {
        Rating: 8.5,
        PlayCount: 3,
        IsFavorite: true,
        LastPlayedDate: "2023-03-26T22:27:46.0000000Z",
      },
    };
    server.songs = [{ ...song!, item }];

    const [listed] = await allSongs(clientOf(server));

    expect(listed).toEqual({
      id: song!.id,
      path: "/music/Ann/First/01 - Song 1.flac",
      suffix: "flac",
      sizeBytes: 1_000,
      artistId: "artist-Ann",
      coverId: song!.id,
      tags: {
        artist: "Ann, Bo",
        artists: ["Ann", "Bo"],
        trackName: "Song 1",
        album: "First",
        albumArtist: "Various",
        genre: "Jazz; Soul",
        year: 1999,
        trackNumber: 1,
        discNumber: 2,
        durationSeconds: 61.5,
        bitRateKbps: 880,
        format: "FLAC",
        musicbrainzId: "189002e7-3285-4e2e-92a3-7f6c30d407a2",
        hasCover: true,
        tagged: {
          musicbrainz: {
            recording: "189002e7-3285-4e2e-92a3-7f6c30d407a2",
            track: "29f4d2a5-3f8a-4a04-8a24-52d3e3a0d7c1",
            artists: [],
          },
        },
      },
      use: {
        rating: 4,
        playCount: 3,
        // The server does not say since when.
        favouriteAt: 0,
        playedAt: Date.parse("2023-03-26T22:27:46Z"),
      },
    });
  });

  it.each([
    [
      "jellyfin",
      {
        People: [
          { Name: "Ann", Type: "Artist" },
          { Name: "Clara", Type: "Composer" },
          { Name: "Dora", Type: "Composer" },
          { Name: " ", Type: "Composer" },
        ],
      },
    ],
    ["emby", { Composers: [{ Name: "Clara", Id: "7" }, { Name: "Dora" }], People: null }],
  ] as const)("reads from %s who has composed a song, one by one", async (kind, item) => {
    const server = await standIn(2, kind);
    const [first, second] = server.songs;
    server.songs = [{ ...first!, item }, second!];

    const songs = await allSongs(clientOf(server));

    expect(songs.map(({ tags }) => tags.composer)).toEqual(["Clara; Dora", undefined]);
  });

  it("leaves out what is not known, and takes the extension of the container where there is no path", async () => {
    const server = await standIn(1);
    const [song] = server.songs;
    const item = {
      ...{
        Name: "Named",
        Artists: [],
        AlbumArtist: "Ann",
        ArtistItems: [],
        Album: null,
        Path: null,
      },
      ...{ RunTimeTicks: null, IndexNumber: null, Container: "mov,mp4,m4a", MediaSources: null },
    };
    server.songs = [{ ...song!, item }];

    const [listed] = await allSongs(clientOf(server));

    expect(listed).toEqual({
      ...{ id: song!.id, suffix: "mp4", sizeBytes: 0, use: { playCount: 0 } },
      tags: { artist: "Ann", trackName: "Named", albumArtist: "Ann", hasCover: false },
    });
  });

  it("leaves out books, songs without a file, and formats that scans do not take", async () => {
    const server = await standIn(4);
    const [first, second, third, fourth] = server.songs;
    server.songs = [
      { ...first!, item: { Type: "AudioBook" } },
      { ...second!, item: { LocationType: "Virtual" } },
      { ...third!, item: { Path: "/music/notes.txt", Container: "txt" } },
      fourth!,
    ];

    expect((await allSongs(clientOf(server))).map(({ id }) => id)).toEqual([fourth!.id]);
  });

  it("notices each time that a song was saved again", async () => {
    const server = await standIn(3);
    const client = clientOf(server);
    const stamps: string[] = [];
    const look = async (): Promise<void> => void stamps.push((await client.state(signal)).stamp);
    await look();
    await look();

    server.save(1, { ...server.songs[1]!, title: "Renamed" });
    await look();
    server.save(1, { ...server.songs[1]!, title: "Renamed again" });
    await look();

    expect(stamps[1]).toBe(stamps[0]);
    expect(new Set(stamps).size).toBe(3);
  });

  it("knows that the server scans where the user may read its tasks, and asks for them nowhere else", async () => {
    const server = await standIn(1);
    server.isScanning = true;
    const ofUser = await clientOf(server).state(signal);
    server.isAdministrator = true;
    const ofAdministrator = await clientOf(server).state(signal);

    expect([ofUser.isScanning, ofAdministrator.isScanning]).toEqual([false, true]);
    expect(server.requestsFor("/ScheduledTasks")).toHaveLength(1);
  });

  it("returns pictures of songs and albums, and none that is no picture", async () => {
    const png = Buffer.from("89504e470d0a1a0a0000000d49484452", "hex");
    const server = await standIn(3);
    const [first, second, third] = server.songs;
    const ofAlbum = { AlbumId: first!.id, AlbumPrimaryImageTag: "tag" };
    server.songs = [
      { ...first!, cover: png, item: { ImageTags: { Primary: "tag" } } },
      { ...second!, item: ofAlbum },
      { ...third!, cover: Buffer.from("<script>") },
    ];
    const client = clientOf(server);

    const songs = await allSongs(client);

    expect(songs.map(({ coverId }) => coverId)).toEqual([first!.id, first!.id, undefined]);
    const cover = { bytes: png, mediaType: "image/png" };
    expect(await client.findCover(first!.id, signal)).toEqual(cover);
    expect(await client.findCover(second!.id, signal)).toBeUndefined();
    expect(await client.findCover(third!.id, signal)).toBeUndefined();
  });

  it("asks for files as they lie there, and leaves no trace of a download", async () => {
    const server = await standIn(1);
    const client = clientOf(server);
    const [song] = await allSongs(client);

    await bytesOf(client, song!.id);

    const [stream] = server.requestsFor(/\/stream$/);
    expect(stream!.query.get("static")).toBe("true");
    expect(server.requestsFor(/Download/)).toEqual([]);
  });

  it("says what an answer in place of audio is", async () => {
    const server = await standIn(1);
    const client = clientOf(server);
    await client.state(signal);
    server.intercept = (_request, response) => {
      response.writeHead(200, { "content-type": "text/html" }).end("<html>");
      return true;
    };

    const opened = client.open(server.songs[0]!.id, undefined, signal);

    await expect(opened).rejects.toThrow(/answers with a page/);
  });

  it("refuses a server that sends the same page whatever is asked for", async () => {
    const server = await standIn(3);
    server.intercept = ({ query }) => {
      (query as Map<string, string>).delete("startindex");
      return false;
    };

    await expect(allSongs(clientOf(server))).rejects.toThrow(/sends the same page/);
  });
});
