import { MusicbrainzProvider } from "../../../../src/adapters/metadata/musicbrainz/musicbrainz-provider.js";
import {
  ProviderBadResponseError,
  ProviderRateLimitedError,
} from "../../../../src/domain/errors/provider-errors.js";
import type { Isrc, TrackCandidate } from "../../../../src/domain/track/track.js";
import { describeMetadataProvider } from "../../../contracts/metadata-provider.contract.js";
import { clientOf } from "../../../fakes/provider-client-fixture.js";
import { inventedFor, pageOf } from "../invented-catalogue.js";
import { json, StandInProviderServer, status } from "../../../fakes/stand-in-provider-server.js";

const never = new AbortController().signal;

let server: StandInProviderServer;

beforeEach(async () => {
  server = await StandInProviderServer.open();
});

afterEach(() => server.close());

const provider = (): MusicbrainzProvider =>
  new MusicbrainzProvider({
    client: clientOf(server).client,
    baseUrl: server.baseUrl,
    coverArtBaseUrl: "https://covers.example",
  });

const id = (digit: number): string => `11112222-3333-4444-8555-66667777888${digit}`;

/** A recording as MusicBrainz sends it; invented. */
const recording = (parts: object = {}): object => ({
  id: id(0),
  score: 100,
  title: "Salt",
  length: 158_250,
  video: null,
  "artist-credit": [{ name: "Mirabel Oake", artist: { id: id(1), name: "Mirabel Oake" } }],
  "first-release-date": "2026-01-01",
  releases: [
    { id: id(2), title: "Bootlegs", status: "Bootleg" },
    {
      id: id(3),
      title: "Small Rooms",
      status: "Official",
      media: [{ position: 2, track: [{ id: id(4), number: "5", title: "Salt" }] }],
    },
  ],
  isrcs: ["XXABC2600002", "XXABC2600003"],
  ...parts,
});

const reply = (recordings: unknown): object => ({
  created: "2026-01-01T00:00:00.000Z",
  count: 1,
  offset: 0,
  recordings,
});

async function found(...recordings: readonly unknown[]): Promise<readonly TrackCandidate[]> {
  server.replyWith(json(reply(recordings)));
  return (await provider().searchTracks({ track: "salt", limit: 30 }, never)).candidates;
}

describeMetadataProvider("MusicbrainzProvider", () => {
  server.replyWith((response, request) => {
    const words = (request.query.get("query") ?? "").replace(/\w+:|"| AND |\\/g, " ");
    const recordings = pageOf(inventedFor(words), request.query, {
      size: "limit",
      offset: "offset",
    }).map(({ artist, title }) => recording({ title, "artist-credit": [{ name: artist }] }));
    json(reply(recordings))(response, request);
  });
  return Promise.resolve({
    provider: provider(),
    known: { artist: "Mirabel Oake", track: "Salt" },
    shared: "Lanterns",
  });
});

describe("MusicbrainzProvider", () => {
  it("returns every supported field of a MusicBrainz recording, with the cover of its official release", async () => {
    const candidates = await found(recording());

    expect(candidates).toEqual([
      {
        provider: "musicbrainz",
        trackName: "Salt",
        artist: "Mirabel Oake",
        artwork: { kind: "remote", url: `https://covers.example/release/${id(3)}/front-250` },
        album: "Small Rooms",
        year: 2026,
        trackNumber: 5,
        discNumber: 2,
        durationSeconds: 158.25,
        isrc: "XXABC2600002",
        musicbrainzId: id(0),
      },
    ]);
  });

  it("returns the genre that most people gave a recording, and no number of a side", async () => {
    const genres = [
      { name: "folk", count: 2 },
      { name: "chamber pop", count: 7 },
    ];
    const media = [{ position: 1, track: [{ number: "A2" }] }];
    const releases = [{ id: id(3), title: "Small Rooms", status: "Official", media }];

    const [candidate] = await found(recording({ genres, releases }));

    expect(candidate).toMatchObject({ genre: "chamber pop", discNumber: 1 });
    expect(candidate).not.toHaveProperty("trackNumber");
  });

  it("links to covers and never fetches them", async () => {
    await found(recording());

    expect(server.requests.map(({ path }) => path)).toEqual(["/ws/2/recording"]);
  });

  it("joins the artists as in the credits", async () => {
    const credit = [
      { name: "Mirabel Oake", joinphrase: " & " },
      { name: "Üllő Kvartett", joinphrase: " feat. " },
      { name: "DJ Ditto" },
    ];

    const [candidate] = await found(recording({ "artist-credit": credit }));

    expect(candidate?.artist).toBe("Mirabel Oake & Üllő Kvartett feat. DJ Ditto");
  });

  it("lists the best first, and of equals the one without a disambiguation", async () => {
    const candidates = await found(
      recording({ id: id(4), score: 100, disambiguation: "live, 2025-05-05" }),
      recording({ id: id(5), score: 90, disambiguation: "" }),
      recording({ id: id(6), score: 100, disambiguation: "" }),
    );

    expect(candidates.map(({ musicbrainzId }) => musicbrainzId)).toEqual([id(6), id(4), id(5)]);
  });

  it("skips an invalid entry or part, and keeps the rest of the list", async () => {
    const candidates = await found(
      7,
      recording({ id: "?" }),
      recording({ "artist-credit": [] }),
      recording({
        length: null,
        releases: null,
        isrcs: [7],
        score: null,
        "first-release-date": "",
      }),
    );

    expect(candidates).toEqual([
      {
        provider: "musicbrainz",
        trackName: "Salt",
        artist: "Mirabel Oake",
        artwork: { kind: "none" },
        musicbrainzId: id(0),
      },
    ]);
  });

  it.each([
    [{ track: "Salt" }, 'recording:"Salt"'],
    [{ track: "Salt", artist: "Oake" }, 'recording:"Salt" AND artist:"Oake"'],
    [{ track: "AC/DC" }, 'recording:"AC\\/DC"'],
    [{ track: 'a "b" \\ (c) OR d*?' }, 'recording:"a \\"b\\" \\\\ \\(c\\) OR d\\*\\?"'],
    [{ track: "+-&|!{}[]^~:" }, 'recording:"\\+\\-\\&\\|\\!\\{\\}\\[\\]\\^\\~\\:"'],
    [
      { track: "OR s*lt", isOfAnyName: true as const },
      '(recording:"OR" OR artist:"OR" OR release:"OR") AND (recording:"s\\*lt" OR artist:"s\\*lt" OR release:"s\\*lt")',
    ],
  ])("searches for %j with query syntax in the names escaped", async (names, query) => {
    server.replyWith(json(reply([])));

    await provider().searchTracks({ ...names, limit: 7 }, never);

    expect(Object.fromEntries(server.requests[0]?.query ?? [])).toEqual({
      query,
      fmt: "json",
      limit: "7",
    });
  });

  it("treats 503 as a rate limit", async () => {
    server.replyWith(status(503));
    const requestPolicy = { ...MusicbrainzProvider.requestPolicy, requests: 100 };
    const { client } = clientOf(server, { requestPolicy: requestPolicy });

    const search = new MusicbrainzProvider({ client, baseUrl: server.baseUrl }).searchTracks(
      { track: "x", limit: 30 },
      never,
    );

    await expect(search).rejects.toThrow(ProviderRateLimitedError);
    expect(server.requests).toHaveLength(3);
  });

  it.each([[[]], [{ count: 0 }], [reply({})], [reply([{}])]])("cannot read %j", async (body) => {
    server.replyWith(json(body));

    const search = provider().searchTracks({ track: "x", limit: 30 }, never);

    await expect(search).rejects.toThrow(ProviderBadResponseError);
  });
});

describe("MusicbrainzProvider, looking up an id", () => {
  it("finds every recording of an ISRC", async () => {
    const recordings = [recording(), recording({ id: id(5), title: "Salt (demo)" })];
    server.replyWith(json({ isrc: "XXABC2600002", recordings }));

    const found = await provider().find({ kind: "isrc", isrc: "XXABC2600002" as Isrc }, never);

    expect(found.map(({ trackName }) => trackName)).toEqual(["Salt", "Salt (demo)"]);
    expect(server.requests[0]?.path).toBe("/ws/2/isrc/XXABC2600002");
    expect(server.requests[0]?.query.get("inc")).toBe("artist-credits isrcs releases genres");
  });

  it("finds the recording of a MusicBrainz id", async () => {
    server.replyWith(json(recording()));

    const found = await provider().find({ kind: "mbid", musicbrainzId: id(0) }, never);

    expect(found).toMatchObject([{ trackName: "Salt", artist: "Mirabel Oake" }]);
    expect(server.requests[0]?.path).toBe(`/ws/2/recording/${id(0)}`);
  });

  it("returns an empty list for an unknown id", async () => {
    server.replyWith(json({ error: "Not Found", help: "For usage, please see: …" }, 404));

    const found = await provider().find({ kind: "mbid", musicbrainzId: id(0) }, never);

    expect(found).toEqual([]);
  });

  const spotifyId = "0vFOzaXqZHahrZp6enQwQb";

  it("finds the recording that a Spotify track is linked to, and keeps both ids", async () => {
    const relation = { type: "free streaming", "target-type": "recording" };
    const recordings = [{ ...relation, recording: { id: id(0), title: "Salt" } }];
    const links = { resource: "…", relations: [...recordings, ...recordings, { type: "other" }] };
    server.replyWith((response, request) => {
      json(request.path === "/ws/2/url" ? links : recording())(response, request);
    });

    const found = await provider().find({ kind: "spotify", spotifyId }, never);

    expect(found).toMatchObject([{ trackName: "Salt", musicbrainzId: id(0), spotifyId }]);
    expect(server.requests.map(({ path }) => path)).toEqual([
      "/ws/2/url",
      `/ws/2/recording/${id(0)}`,
    ]);
    expect(server.requests[0]?.query.get("resource")).toBe(
      `https://open.spotify.com/track/${spotifyId}`,
    );
  });

  it.each([
    [{ error: "Not Found" }, 404],
    [{ relations: [] }, 200],
  ])("returns an empty list for a Spotify track without a link, %j", async (body, code) => {
    server.replyWith(json(body, code));

    const found = await provider().find({ kind: "spotify", spotifyId }, never);

    expect(found).toEqual([]);
    expect(server.requests).toHaveLength(1);
  });

  it.each([[{}], [{ relations: [{ recording: {} }] }]])(
    "reports %j as unreadable links",
    async (body) => {
      server.replyWith(json(body));

      const search = provider().find({ kind: "spotify", spotifyId }, never);

      await expect(search).rejects.toThrow(ProviderBadResponseError);
    },
  );

  it.each([[{}], [{ error: "Internal Server Error" }], [recording({ title: 7 })]])(
    "cannot read %j",
    async (body) => {
      server.replyWith(json(body));

      const search = provider().find({ kind: "mbid", musicbrainzId: id(0) }, never);

      await expect(search).rejects.toThrow(ProviderBadResponseError);
    },
  );
});
