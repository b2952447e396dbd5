import { DeezerProvider } from "../../../../src/adapters/metadata/deezer/deezer-provider.js";
import {
  ProviderBadResponseError,
  ProviderRateLimitedError,
  ProviderUnavailableError,
} from "../../../../src/domain/errors/provider-errors.js";
import type { Isrc, TrackCandidate } from "../../../../src/domain/track/track.js";
import { describeMetadataProvider } from "../../../contracts/metadata-provider.contract.js";
import { clientOf } from "../../../fakes/provider-client-fixture.js";
import { inventedFor, pageOf } from "../invented-catalogue.js";
import { json, StandInProviderServer } from "../../../fakes/stand-in-provider-server.js";

const never = new AbortController().signal;

let server: StandInProviderServer;

beforeEach(async () => {
  server = await StandInProviderServer.open();
});

afterEach(() => server.close());

const provider = (): DeezerProvider =>
  new DeezerProvider({ client: clientOf(server).client, baseUrl: server.baseUrl });

/** A track as Deezer sends it; invented. */
const track = (parts: object = {}): object => ({
  id: 9_990_001,
  readable: true,
  title: "Harbour Lights (Live)",
  title_short: "Harbour Lights",
  title_version: "(Live)",
  link: "https://www.deezer.com/track/9990001",
  duration: 201,
  rank: 12_345,
  explicit_lyrics: false,
  preview: "",
  md5_image: "0123456789abcdef0123456789abcdef",
  artist: { id: 77, name: "The Paper Lanterns", type: "artist" },
  album: { id: 88, title: "Low Tide", type: "album", ...covers("0123456789abcdef") },
  type: "track",
  ...parts,
});

const covers = (md5: string): Record<string, string> => ({
  cover: "https://api.deezer.com/album/88/image",
  cover_small: `https://cdn.example/images/cover/${md5}/56x56-000000-80-0-0.jpg`,
  cover_medium: `https://cdn.example/images/cover/${md5}/250x250-000000-80-0-0.jpg`,
  cover_big: `https://cdn.example/images/cover/${md5}/500x500-000000-80-0-0.jpg`,
  cover_xl: `https://cdn.example/images/cover/${md5}/1000x1000-000000-80-0-0.jpg`,
});

const error = (code: number): object => ({
  error: { type: "Exception", message: "invented", code },
});

async function found(...data: readonly unknown[]): Promise<readonly TrackCandidate[]> {
  server.replyWith(json({ data, total: data.length }));
  return (await provider().searchTracks({ track: "harbour lights", limit: 30 }, never)).candidates;
}

describeMetadataProvider("DeezerProvider", () => {
  server.replyWith((response, request) => {
    const words = (request.query.get("q") ?? "").replace(/(?:artist|track):|"/g, " ");
    const data = pageOf(inventedFor(words), request.query, { size: "limit", offset: "index" }).map(
      ({ artist, title, seconds }) => track({ title, artist: { name: artist }, duration: seconds }),
    );
    json({ data, total: data.length })(response, request);
  });
  return Promise.resolve({
    provider: provider(),
    known: { artist: "The Paper Lanterns", track: "Harbour Lights" },
    shared: "Lanterns",
  });
});

describe("DeezerProvider", () => {
  it("returns every supported field of a Deezer track", async () => {
    const candidates = await found(track({ isrc: "xx-abc-26-00001" }));

    expect(candidates).toEqual([
      {
        provider: "deezer",
        trackName: "Harbour Lights (Live)",
        artist: "The Paper Lanterns",
        artwork: { kind: "remote", url: covers("0123456789abcdef")["cover_big"] },
        album: "Low Tide",
        durationSeconds: 201,
        isrc: "XXABC2600001",
        deezerId: "9990001",
      },
    ]);
  });

  it.each([
    ["none", undefined],
    ["one without a hash", ""],
    ["one with the hash of nothing", "d41d8cd98f00b204e9800998ecf8427e"],
  ])("has no artwork when the cover is %s", async (_what, md5) => {
    const album = md5 === undefined ? { cover: null } : covers(md5);

    const [candidate] = await found(track({ album }));

    expect(candidate?.artwork).toEqual({ kind: "none" });
  });

  it("skips an invalid entry or part, and keeps the rest of the list", async () => {
    const candidates = await found(
      null,
      track({ artist: null }),
      track({ title: " " }),
      track({ album: null, duration: 0, isrc: 7 }),
    );

    expect(candidates).toEqual([
      {
        provider: "deezer",
        trackName: "Harbour Lights (Live)",
        artist: "The Paper Lanterns",
        artwork: { kind: "none" },
        deezerId: "9990001",
      },
    ]);
  });

  it.each([
    [{ track: "Salt" }, 'track:"Salt"'],
    [{ track: "Salt", artist: "Oake" }, 'artist:"Oake" track:"Salt"'],
    [{ track: 'The "Big" One' }, 'track:"The Big One"'],
    [{ track: "AC/DC & P!nk: 椎名" }, 'track:"AC/DC & P!nk: 椎名"'],
    [{ track: 'oake "salt"', isOfAnyName: true as const }, "oake salt"],
  ])("searches for %j in Deezer's query syntax", async (names, words) => {
    server.replyWith(json({ data: [] }));

    await provider().searchTracks({ ...names, limit: 7 }, never);

    expect(server.requests[0]?.path).toBe("/search");
    expect(Object.fromEntries(server.requests[0]?.query ?? [])).toEqual({ q: words, limit: "7" });
  });

  it("sends no request for a name of quotes only", async () => {
    const { candidates } = await provider().searchTracks({ track: '"', limit: 30 }, never);

    expect(candidates).toEqual([]);
    expect(server.requests).toHaveLength(0);
  });

  it.each([200, 404])('treats "no data" with status %d as an empty result', async (status) => {
    server.replyWith(json(error(800), status));

    const { candidates } = await provider().searchTracks({ track: "x", limit: 30 }, never);

    expect(candidates).toEqual([]);
  });

  it.each([
    [4, ProviderRateLimitedError, 3],
    [700, ProviderUnavailableError, 3],
    [300, ProviderUnavailableError, 1],
    [500, ProviderBadResponseError, 1],
  ])("maps error %d with status 200 to its meaning", async (code, expected, requests) => {
    server.replyWith(json(error(code)));

    const search = provider().searchTracks({ track: "x", limit: 30 }, never);

    await expect(search).rejects.toThrow(expected);
    expect(server.requests).toHaveLength(requests);
  });

  it.each([[[]], [{}], [{ data: null }], [{ data: [{ id: "?" }] }], [7], [null]])(
    "reports %j as unreadable",
    async (body) => {
      server.replyWith(json(body));

      const search = provider().searchTracks({ track: "x", limit: 30 }, never);

      await expect(search).rejects.toThrow(ProviderBadResponseError);
    },
  );
});

describe("DeezerProvider, looking up one track", () => {
  it.each([
    [{ deezerId: "9990001" }, "/track/9990001"],
    [{ isrc: "XXABC2600001" as Isrc }, "/track/isrc:XXABC2600001"],
  ])("finds the track of %j, and the current URL of its preview", async (by, path) => {
    const preview = "https://previews.example/1.mp3?hdnea=exp=1";
    const place = { release_date: "2026-01-01", track_position: 4, disk_number: 1 };
    server.replyWith(json(track({ isrc: "XXABC2600001", bpm: 0, preview, ...place })));

    const found = await provider().findTrack(by, never);

    expect(server.requests[0]?.path).toBe(path);
    expect(found?.previewUrl).toBe(preview);
    expect(found?.candidate).toMatchObject({
      ...{ deezerId: "9990001", isrc: "XXABC2600001" },
      ...{ year: 2026, trackNumber: 4, discNumber: 1 },
    });
  });

  it("reports that a track has no preview", async () => {
    server.replyWith(json(track({ preview: "" })));

    const found = await provider().findTrack({ deezerId: "9990001" }, never);

    expect(found).not.toHaveProperty("previewUrl");
  });

  it.each([200, 404])('treats "no data" with status %d as an unknown track', async (status) => {
    server.replyWith(json(error(800), status));

    const found = await provider().findTrack({ deezerId: "1" }, never);

    expect(found).toBeUndefined();
  });

  it.each([[{}], [{ data: [] }], [track({ title: 7 })]])(
    "reports %j as unreadable",
    async (body) => {
      server.replyWith(json(body));

      const search = provider().findTrack({ deezerId: "1" }, never);

      await expect(search).rejects.toThrow(ProviderBadResponseError);
    },
  );
});
