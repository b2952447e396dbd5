import { once } from "node:events";
import { createServer, type AddressInfo } from "node:net";
import { SubsonicClient } from "../../../../src/adapters/music-servers/opensubsonic/subsonic-client.js";
import { SystemClock } from "../../../../src/adapters/runtime/system-clock.js";
import { neverAborted } from "../../../../src/domain/abort-signals.js";
import type { Clock } from "../../../../src/ports/runtime/clock.js";
import type { NewMusicServer } from "../../../../src/domain/music-server/music-server.js";
import {
  allSongs,
  bytesOf,
  describeMusicServerClient,
} from "../../../contracts/music-server-client.contract.js";
import { ManualClock } from "../../../fakes/manual-clock.js";
import { musicServer } from "../../../fakes/music-servers.js";
import { standInSongs } from "../../../fakes/songs.js";
import { StandInMusicServer } from "../../../fakes/stand-in-music-server.js";
import { waitUntil } from "../../../wait-until.js";

const signal = neverAborted();
const open: { close(): Promise<void> }[] = [];

afterEach(async () => {
  for (const one of open.splice(0)) await one.close();
});

async function standIn(songCount: number): Promise<StandInMusicServer> {
  const server = await StandInMusicServer.open(standInSongs(songCount));
  open.push(server);
  return server;
}

function clientOf(
  url: string,
  server: Partial<NewMusicServer> = {},
  clock: Clock = new SystemClock(),
): SubsonicClient {
  const client = new SubsonicClient(
    { ...musicServer({ url }), ...server },
    {
      ...{ userAgent: "Test/1.0", clock },
    },
  );
  open.unshift(client);
  return client;
}

for (const isOld of [false, true]) {
  const name = isOld ? "SubsonicClient on an old server" : "SubsonicClient";
  describeMusicServerClient(name, async (songCount) => {
    const server = await standIn(songCount);
    server.isOld = isOld;
    const sendsPassword = isOld;
    return {
      client: clientOf(server.url, { sendsPassword }),
      files: new Map(server.songs.map(({ path, bytes }) => [path!, bytes])),
      stranger: () => clientOf(server.url, { secret: "wrong", sendsPassword }),
      addSong: () => {
        server.songs = standInSongs(server.songs.length + 1);
        server.lastScan += 1;
      },
      renumber: () => server.renumber(),
      cutAfter: (cutAfterBytes) => (server.audio = { cutAfterBytes }),
      intercept: (answer) => (server.intercept = (_call, response) => answer(response)),
      stop: () => server.close(),
    };
  });
}

describe("A client of OpenSubsonic", () => {
  it("sends a token and no password to a server that takes it", async () => {
    const server = await standIn(1);

    const about = await clientOf(server.url).check(signal);

    expect(about).toEqual({ product: "stand-in", version: "1.0", sendsPassword: false });
    const [ping] = server.callsOf("ping");
    expect(server.callsOf("ping")).toHaveLength(1);
    expect(ping!.query.get("t")).toMatch(/^[0-9a-f]{32}$/);
    expect(ping!.query.has("p")).toBe(false);
    expect(ping!.headers["user-agent"]).toBe("Test/1.0");
  });

  it("finds out that a server takes the password only", async () => {
    const server = await standIn(1);
    server.isOld = true;

    const about = await clientOf(server.url).check(signal);

    expect(about.sendsPassword).toBe(true);
  });

  it.each([
    ["a token", false, 1],
    ["the password", true, 2],
  ])(
    "finds out once that a server takes %s, where nobody has found that out",
    async (_name, isOld, pings) => {
      const server = await standIn(1);
      server.isOld = isOld;
      const client = clientOf(server.url, { sendsPassword: null });

      const [song] = await allSongs(client);
      const stream = await client.open(song!.id, undefined, signal);
      stream?.close();

      expect(stream).toBeDefined();
      expect(server.callsOf("ping")).toHaveLength(pings);
    },
  );

  it("signs in with an API key and no user", async () => {
    const server = await standIn(1);
    server.apiKey = "key-1";

    const about = await clientOf(server.url, { user: null, secret: "key-1" }).check(signal);

    expect(about.sendsPassword).toBe(false);
    expect(server.calls[0]!.query.has("u")).toBe(false);
  });

  it("says that an API key is refused", async () => {
    const server = await standIn(1);

    const checked = clientOf(server.url, { user: null, secret: "key-2" }).check(signal);

    await expect(checked).rejects.toThrow(/does not accept the API key/);
  });

  it("reads what a song has beside its names", async () => {
    const server = await standIn(1);
    server.songs = server.songs.map((song) => ({
      ...song,
      displayArtist: "Ann & Bo",
      artists: [{ name: "Ann" }, { name: "Bo" }],
      displayComposer: "Clara • Dora",
      contributors: [
        { role: "composer", artist: { id: "ar-3", name: "Clara" } },
        { role: "performer", subRole: "flute", artist: { id: "ar-5", name: "Eva" } },
        { role: "composer", artist: { id: "ar-4", name: "Dora" } },
      ],
      displayAlbumArtist: "Various",
      genres: [{ name: "Jazz" }, { name: "Soul" }],
      year: 1999,
      discNumber: 2,
      duration: 61,
      bitRate: 880,
      coverArt: "cover-1",
      isrc: ["USSM18300073"],
      musicBrainzId: "189002E7-3285-4e2e-92a3-7f6c30d407a2",
      bpm: 120,
      replayGain: { trackGain: -6.5, trackPeak: 0 },
      userRating: 4,
      playCount: 8,
      userPlayCount: 3,
      starred: "2023-03-27T09:45:27Z",
      played: "2023-03-26T22:27:46Z",
    }));

    const [song] = await allSongs(clientOf(server.url));

    expect(song).toEqual({
      id: "id-1",
      path: "Ann/First/01 - Song 1.flac",
      suffix: "flac",
      sizeBytes: 1_000,
      coverId: "cover-1",
      tags: {
        artist: "Ann & Bo",
        artists: ["Ann", "Bo"],
        composer: "Clara; Dora",
        trackName: "Song 1",
        album: "First",
        albumArtist: "Various",
        genre: "Jazz; Soul",
        year: 1999,
        trackNumber: 1,
        discNumber: 2,
        durationSeconds: 61,
        bitRateKbps: 880,
        format: "FLAC",
        isrc: "USSM18300073",
        musicbrainzId: "189002e7-3285-4e2e-92a3-7f6c30d407a2",
        hasCover: true,
        tagged: { tempo: 120, trackGain: -6.5, musicbrainz: { artists: [] } },
      },
      use: {
        rating: 4,
        playCount: 3,
        favouriteAt: Date.parse("2023-03-27T09:45:27Z"),
        playedAt: Date.parse("2023-03-26T22:27:46Z"),
      },
    });
  });

  it("leaves out what is not known, and numbers that are none", async () => {
    const server = await standIn(0);
    server.songs = [
      {
        id: "1",
        bytes: new Uint8Array(3),
        suffix: "ogg",
        title: "",
        artist: " ",
        album: "",
        path: "Bo - Named by its file.ogg",
        year: null,
        playCount: null,
        duration: "many",
        userRating: 0,
      },
    ];

    const [song] = await allSongs(clientOf(server.url));

    expect(song!.tags).toEqual({ artist: "Bo", trackName: "Named by its file", hasCover: false });
    expect(song!.use).toEqual({});
  });

  it("leaves out videos, directories and formats that scans do not take", async () => {
    const server = await standIn(4);
    const [first, second, third, fourth] = server.songs;
    server.songs = [
      { ...first!, isVideo: true },
      { ...second!, isDir: "true" },
      { ...third!, suffix: "txt" },
      fourth!,
    ];

    const songs = await allSongs(clientOf(server.url));

    expect(songs.map(({ id }) => id)).toEqual(["id-4"]);
  });

  it("streams the file as it is where the user may not download", async () => {
    const server = await standIn(1);
    server.mayDownload = false;

    const bytes = await bytesOf(clientOf(server.url), "id-1");

    expect(bytes).toEqual(server.songs[0]!.bytes);
    expect(server.callsOf("stream")[0]!.query.get("format")).toBe("raw");
  });

  it("names no version of a file that the server does not name", async () => {
    const server = await standIn(1);
    server.audio = { isWithoutRanges: true, isWithoutLength: true };

    const stream = await clientOf(server.url).open("id-1", undefined, signal);

    expect(Object.keys(stream!).sort()).toEqual(["body", "close", "startByte"]);
  });

  it("returns a picture, and none that is no picture", async () => {
    const png = Buffer.from("89504e470d0a1a0a0000000d49484452", "hex");
    const server = await standIn(2);
    const [first, second] = server.songs;
    server.songs = [
      { ...first!, coverArt: "c1", cover: png },
      { ...second!, coverArt: "c2", cover: Buffer.from("<script>") },
    ];
    const client = clientOf(server.url);

    expect(await client.findCover("c1", signal)).toEqual({ bytes: png, mediaType: "image/png" });
    expect(await client.findCover("c2", signal)).toBeUndefined();
    expect(await client.findCover("c3", signal)).toBeUndefined();
  });

  it("says that the server scans its files", async () => {
    const server = await standIn(1);
    server.isScanning = true;

    expect(await clientOf(server.url).state(signal)).toMatchObject({ isScanning: true });
  });

  it("refuses a server that sends the same page whatever is asked for", async () => {
    const server = await standIn(3);
    server.intercept = (call) => {
      call.query.delete("songOffset");
      return false;
    };

    await expect(allSongs(clientOf(server.url))).rejects.toThrow(/sends the same page/);
  });

  it("fails where a song is answered with an error in XML", async () => {
    const server = await standIn(1);
    server.intercept = (_call, response) => {
      const error = '<subsonic-response status="failed"><error code="40" message="no"/>';
      response.writeHead(200, { "content-type": "text/xml" }).end(error);
      return true;
    };

    const opened = clientOf(server.url).open("id-1", undefined, signal);

    await expect(opened).rejects.toThrow(/does not accept the user or the password/);
  });

  it("says that a server does not speak TLS at its port", async () => {
    const plain = createServer((socket) =>
      socket
        .on("error", () => undefined)
        .resume()
        .end("plain\n"),
    );
    plain.listen(0, "127.0.0.1");
    await once(plain, "listening");
    const { port } = plain.address() as AddressInfo;

    const checked = clientOf(`https://127.0.0.1:${port}`).check(signal);

    await expect(checked).rejects.toThrow(/does not speak HTTPS|closed the connection/);
    await new Promise((resolve) => plain.close(resolve));
  });

  it("keeps the pace of its server", async () => {
    const server = await standIn(1);
    const clock = new ManualClock();
    const client = clientOf(server.url, { requestsPerSecond: 1 }, clock);
    await client.find("id-1", signal);

    const second = client.find("id-1", signal);
    await waitUntil(() => clock.sleeperCount === 1);
    const callsBefore = server.calls.length;
    clock.advance(1_000);
    await second;

    expect(callsBefore).toBe(1);
    expect(server.calls).toHaveLength(2);
  });
});
