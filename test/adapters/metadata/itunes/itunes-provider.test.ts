import { ItunesProvider } from "../../../../src/adapters/metadata/itunes/itunes-provider.js";
import {
  ProviderBadResponseError,
  ProviderRateLimitedError,
} from "../../../../src/domain/errors/provider-errors.js";
import type { TrackCandidate } from "../../../../src/domain/track/track.js";
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

const provider = (): ItunesProvider =>
  new ItunesProvider({
    client: clientOf(server, { requestPolicy: ItunesProvider.requestPolicy }).client,
    baseUrl: server.baseUrl,
  });

const picture = (size: string): string =>
  `https://is9-ssl.example/image/thumb/Music/v4/aa/source/${size}bb.jpg`;

/** A song as iTunes sends it; invented. */
const song = (parts: object = {}): object => ({
  wrapperType: "track",
  kind: "song",
  artistId: 55,
  collectionId: 66,
  trackId: 1_999_000_111,
  artistName: "Mirabel Oake",
  collectionName: "Small Rooms",
  trackName: "Salt",
  previewUrl: "https://audio-ssl.example/preview.m4a",
  artworkUrl30: picture("30x30"),
  artworkUrl60: picture("60x60"),
  artworkUrl100: picture("100x100"),
  trackTimeMillis: 158_250,
  releaseDate: "2026-01-01T12:00:00Z",
  primaryGenreName: "Folk",
  trackNumber: 3,
  discNumber: 1,
  trackExplicitness: "notExplicit",
  ...parts,
});

async function found(...results: readonly unknown[]): Promise<readonly TrackCandidate[]> {
  server.replyWith(json({ resultCount: results.length, results }));
  return (await provider().searchTracks({ track: "salt", limit: 30 }, never)).candidates;
}

describeMetadataProvider("ItunesProvider", () => {
  server.replyWith((response, request) => {
    const results = pageOf(inventedFor(request.query.get("term") ?? ""), request.query, {
      size: "limit",
      offset: "start",
    }).map(({ artist, title }) => song({ artistName: artist, trackName: title }));
    json({ resultCount: results.length, results })(response, request);
  });
  return Promise.resolve({
    provider: provider(),
    known: { artist: "Mirabel Oake", track: "Salt" },
    shared: "Lanterns",
  });
});

describe("ItunesProvider", () => {
  it("returns every supported field of an iTunes track, with a larger picture", async () => {
    const candidates = await found(song());

    expect(candidates).toEqual([
      {
        provider: "itunes",
        trackName: "Salt",
        artist: "Mirabel Oake",
        artwork: { kind: "remote", url: picture("600x600") },
        album: "Small Rooms",
        genre: "Folk",
        year: 2026,
        trackNumber: 3,
        discNumber: 1,
        durationSeconds: 158.25,
        itunesId: "1999000111",
      },
    ]);
  });

  it("returns the URL of a picture of another form unchanged", async () => {
    const [candidate] = await found(song({ artworkUrl100: "https://is9-ssl.example/cover.jpg" }));

    expect(candidate?.artwork).toEqual({
      kind: "remote",
      url: "https://is9-ssl.example/cover.jpg",
    });
  });

  it("skips an invalid entry or part, and keeps the rest of the list", async () => {
    const bare = {
      collectionName: null,
      trackTimeMillis: "long",
      trackId: -1,
      primaryGenreName: 7,
      releaseDate: "soon",
      trackNumber: 0,
      discNumber: null,
      artworkUrl30: null,
      artworkUrl60: "javascript:alert(1)",
      artworkUrl100: "//is9-ssl.example/100x100bb.jpg",
    };

    const candidates = await found("?", song({ trackName: undefined }), song(bare));

    expect(candidates).toEqual([
      {
        provider: "itunes",
        trackName: "Salt",
        artist: "Mirabel Oake",
        artwork: { kind: "none" },
      },
    ]);
  });

  it.each([
    [{ track: "Salt & Light" }, "Salt & Light"],
    [{ track: "Salt", artist: "Üllő Kvartett" }, "Üllő Kvartett Salt"],
  ])("searches for %j among songs", async (names, term) => {
    server.replyWith(json({ resultCount: 0, results: [] }));

    await provider().searchTracks({ ...names, limit: 7 }, never);

    expect(server.requests[0]?.path).toBe("/search");
    expect(Object.fromEntries(server.requests[0]?.query ?? [])).toEqual({
      term,
      media: "music",
      entity: "song",
      country: "US",
      limit: "7",
    });
  });

  it("treats 403 as a rate limit, and sends no more requests", async () => {
    server.replyWith(status(403));

    const search = provider().searchTracks({ track: "x", limit: 30 }, never);

    await expect(search).rejects.toThrow(ProviderRateLimitedError);
    expect(server.requests).toHaveLength(1);
  });

  it.each([[[]], [{ resultCount: 0 }], [{ results: {} }], [{ results: [{}] }]])(
    "reports %j as unreadable",
    async (body) => {
      server.replyWith(json(body));

      const search = provider().searchTracks({ track: "x", limit: 30 }, never);

      await expect(search).rejects.toThrow(ProviderBadResponseError);
    },
  );
});
