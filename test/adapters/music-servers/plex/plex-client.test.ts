import { PlexClient } from "../../../../src/adapters/music-servers/plex/plex-client.js";
import { SystemClock } from "../../../../src/adapters/runtime/system-clock.js";
import { neverAborted } from "../../../../src/domain/abort-signals.js";
import {
  allSongs,
  bytesOf,
  describeMusicServerClient,
} from "../../../contracts/music-server-client.contract.js";
import { musicServer } from "../../../fakes/music-servers.js";
import { standInSongs } from "../../../fakes/songs.js";
import { StandInPlex } from "../../../fakes/music-servers/stand-in-plex.js";

const RELEASE_TRACK = "608f4314-aced-4171-9ffa-ded268a5e905";

const signal = neverAborted();
const open: { close(): Promise<void> }[] = [];

afterEach(async () => {
  for (const one of open.splice(0)) await one.close();
});

async function standIn(songCount: number): Promise<StandInPlex> {
  const server = await StandInPlex.open(standInSongs(songCount));
  open.push(server);
  return server;
}

function clientOf({ url }: StandInPlex, secret = "token1"): PlexClient {
  const client = new PlexClient(musicServer({ url, kind: "plex", user: null, secret }), {
    ...{ userAgent: "Test/1.0 (of tests)", clock: new SystemClock() },
  });
  open.unshift(client);
  return client;
}

describeMusicServerClient("PlexClient", async (songCount) => {
  const server = await standIn(songCount);
  return {
    client: clientOf(server),
    files: new Map(server.songs.map(({ path, bytes }) => [`/music/${path}`, bytes])),
    stranger: () => clientOf(server, "wrong"),
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

describe("A client of Plex", () => {
  it("says who asks, and sends the token in no address", async () => {
    const server = await standIn(1);
    const client = clientOf(server);

    const about = await client.check(signal);
    await bytesOf(client, "1");

    expect(about).toEqual({
      ...{ product: "Plex Media Server", version: "1.41.3", sendsPassword: false },
    });
    const [first] = server.requests;
    expect(first!.headers).toMatchObject({
      "x-plex-product": "Overtone",
      "x-plex-version": "1.0",
      "x-plex-client-identifier": "overtone",
      "user-agent": "Test/1.0 (of tests)",
    });
    expect(server.requests.every(({ headers }) => headers["x-plex-token"] === "token1")).toBe(true);
    expect(server.requests.some(({ query }) => query.has("x-plex-token"))).toBe(false);
  });

  it("says that a token is not valid any more", async () => {
    const server = await standIn(1);
    const client = clientOf(server);
    await allSongs(client);
    server.token = "token2";

    const refused = /does not accept the token \(status 401\); add it again/;
    await expect(client.state(signal)).rejects.toThrow(refused);
    await expect(client.open("1", undefined, signal)).rejects.toThrow(refused);
  });

  it("says that a token cannot be one", async () => {
    const server = await standIn(1);

    const checked = clientOf(server, "a token").check(signal);

    await expect(checked).rejects.toThrow(/keys of letters and digits/);
    expect(server.requests).toEqual([]);
  });

  it("says that the token shows no library of music", async () => {
    const server = await standIn(1);
    server.sharesMusic = false;
    const client = clientOf(server);

    await expect(client.check(signal)).rejects.toThrow(/shows no library of music/);
    expect(await allSongs(client)).toEqual([]);
  });

  it("lists tracks in an order that has one place for each", async () => {
    const server = await standIn(1);

    await allSongs(clientOf(server));

    const [first] = server.requestsFor("/library/sections/3/all");
    expect(first!.query.get("sort")).toMatch(/,track\.id$/);
    expect(server.requestsFor("/library/sections/1/all")).toEqual([]);
  });

  it("reads what a track has beside its names", async () => {
    const server = await standIn(1);
    const item = {
      originalTitle: "Bo",
      grandparentTitle: "Various Artists",
      parentYear: 1999,
      parentIndex: 2,
      duration: 61_500,
      thumb: "/library/metadata/1/thumb/17",
      Genre: [{ tag: "Jazz" }, { tag: "Soul" }],
      userRating: 9,
      viewCount: 3,
      lastViewedAt: 1_679_869_666,
      Guid: [{ id: "plex://track/1" }, { id: `mbid://${RELEASE_TRACK}` }],
    };
    server.songs = server.songs.map((song) => ({ ...song, item }));

    const [listed] = await allSongs(clientOf(server));

    expect(listed).toEqual({
      id: "1",
      path: "/music/Ann/First/01 - Song 1.flac",
      suffix: "flac",
      sizeBytes: 1_000,
      coverId: "/library/metadata/1/thumb/17",
      tags: {
        artist: "Bo",
        trackName: "Song 1",
        album: "First",
        albumArtist: "Various Artists",
        genre: "Jazz; Soul",
        year: 1999,
        trackNumber: 1,
        discNumber: 2,
        durationSeconds: 61.5,
        bitRateKbps: 880,
        format: "FLAC",
        hasCover: true,
        tagged: { musicbrainz: { track: RELEASE_TRACK, artists: [] } },
      },
      use: { rating: 5, playCount: 3, playedAt: 1_679_869_666_000 },
    });
  });

  it("reads what a page says of all its tracks", async () => {
    const server = await standIn(2);
    server.isTerse = true;

    const songs = await allSongs(clientOf(server));

    expect(songs.map(({ tags }) => [tags.artist, tags.album, tags.trackName])).toEqual([
      ["Ann", "First", "Song 1"],
      ["Ann", "First", "Song 2"],
    ]);
    expect(songs[0]!.artistId).toBe("77");
  });

  it("leaves out what is not known, and what is no file of audio", async () => {
    const server = await standIn(3);
    const [first, second, third] = server.songs;
    const bare = { title: "Named", grandparentTitle: "Bea", parentTitle: null, index: null };
    server.songs = [
      { ...first!, item: { ...bare, Media: [{ container: "mp3", Part: [{}] }], duration: null } },
      { ...second!, item: { type: "clip" } },
      { ...third!, item: { Media: [] } },
    ];
    const client = clientOf(server);

    expect(await allSongs(client)).toEqual([
      {
        ...{ id: "1", suffix: "mp3", sizeBytes: 0, artistId: "77", use: {} },
        tags: {
          ...{ artist: "Bea", trackName: "Named", albumArtist: "Bea" },
          ...{ format: "MP3", hasCover: false },
        },
      },
    ]);
    expect(await client.open("3", undefined, signal)).toBeUndefined();
  });

  it("says that the server scans its files", async () => {
    const server = await standIn(1);
    server.isScanning = true;

    expect(await clientOf(server).state(signal)).toMatchObject({ isScanning: true });
  });

  it("asks for files as a player does where the user may not download", async () => {
    const server = await standIn(1);
    const client = clientOf(server);
    const whole = await bytesOf(client, "1");
    server.mayDownload = false;

    const bytes = await bytesOf(client, "1");
    await bytesOf(client, "1");

    expect([whole, bytes]).toEqual([server.songs[0]!.bytes, server.songs[0]!.bytes]);
    const downloads = server.requestsFor(/\/file\.flac$/).map(({ query }) => query.get("download"));
    expect(downloads).toEqual(["1", "1", undefined, undefined]);
  });

  it("says that the user may neither download nor play", async () => {
    const server = await standIn(1);
    server.intercept = ({ path }, response) => {
      if (!path.startsWith("/library/parts/")) return false;
      response.writeHead(403, { "content-type": "text/html" }).end("<html>");
      return true;
    };

    const opened = clientOf(server).open("1", undefined, signal);

    await expect(opened).rejects.toThrow(/does not allow the user of the token/);
  });

  it("asks for the whole of a file that has changed", async () => {
    const server = await standIn(1);
    const client = clientOf(server);
    const { tag = "" } = (await client.open("1", undefined, signal))!;
    server.save(0, { ...server.songs[0]!, bytes: Buffer.alloc(2_000, 9) });

    const rest = await client.open("1", { startByte: 400, tag }, signal);

    expect(rest).toMatchObject({ startByte: 0, lengthBytes: 2_000 });
    expect(tag).toMatch(/^\/library\/parts\/\d+\/\d+\//);
  });

  it("says that the file of a track is away", async () => {
    const server = await standIn(1);
    server.intercept = ({ path }, response) => {
      if (!path.startsWith("/library/parts/")) return false;
      response.writeHead(404, { "content-type": "text/html" }).end("<html>");
      return true;
    };

    const opened = clientOf(server).open("1", undefined, signal);

    await expect(opened).rejects.toMatchObject({ kind: "failed" });
    await expect(opened).rejects.toThrow(/does not find what it lists/);
  });

  it("returns a picture, and none that is no picture", async () => {
    const png = Buffer.from("89504e470d0a1a0a0000000d49484452", "hex");
    const server = await standIn(3);
    const [first, second, third] = server.songs;
    const thumb = (id: string): string => `/library/metadata/${id}/thumb/17`;
    server.songs = [
      { ...first!, cover: png, item: { thumb: thumb("1") } },
      { ...second!, cover: Buffer.from("<script>"), item: { parentThumb: thumb("2") } },
      { ...third!, item: { thumb: "https://elsewhere.example/picture" } },
    ];
    const client = clientOf(server);

    const songs = await allSongs(client);

    expect(songs.map(({ coverId }) => coverId)).toEqual([thumb("1"), thumb("2"), undefined]);
    const cover = { bytes: png, mediaType: "image/png" };
    expect(await client.findCover(thumb("1"), signal)).toEqual(cover);
    expect(await client.findCover(thumb("2"), signal)).toBeUndefined();
    expect(await client.findCover(thumb("9"), signal)).toBeUndefined();
  });
});
