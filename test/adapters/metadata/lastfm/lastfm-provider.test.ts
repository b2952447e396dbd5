import { inspect } from "node:util";
import { LastfmProvider } from "../../../../src/adapters/metadata/lastfm/lastfm-provider.js";
import {
  ProviderBadResponseError,
  ProviderRateLimitedError,
  ProviderUnavailableError,
} from "../../../../src/domain/errors/provider-errors.js";
import type { TrackCandidate } from "../../../../src/domain/track/track.js";
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

const provider = (): LastfmProvider =>
  new LastfmProvider({
    client: clientOf(server).client,
    apiKey: "invented-key",
    baseUrl: server.baseUrl,
  });

const images = (name: string): object[] =>
  ["small", "medium", "large", "extralarge"].map((size) => ({
    "#text": name && `https://lastfm.example/i/u/${size}/${name}.png`,
    size,
  }));

/** A track as Last.fm sends it; invented. */
const track = (parts: object = {}): object => ({
  name: "06 - Harbour Lights",
  artist: "The Paper Lanterns",
  url: "https://www.last.fm/music/The+Paper+Lanterns/_/Harbour+Lights",
  streamable: "FIXME",
  listeners: "1234",
  image: images("0123456789abcdef"),
  mbid: "",
  ...parts,
});

const reply = (matches: unknown): object => ({
  results: {
    "opensearch:Query": { "#text": "", role: "request", startPage: "1" },
    "opensearch:totalResults": "1",
    trackmatches: matches,
    "@attr": {},
  },
});

async function found(matches: unknown): Promise<readonly TrackCandidate[]> {
  server.replyWith(json(reply(matches)));
  return (await provider().searchTracks({ track: "harbour lights", limit: 30 }, never)).candidates;
}

describeMetadataProvider("LastfmProvider", () => {
  server.replyWith((response, request) => {
    const { query } = request;
    const matches = pageOf(
      inventedFor(`${query.get("artist") ?? ""} ${query.get("track")}`),
      query,
      { size: "limit", page: "page" },
    );
    const tracks = matches.map(({ artist, title }) => track({ name: title, artist }));
    json(reply({ track: tracks }))(response, request);
  });
  return Promise.resolve({
    provider: provider(),
    known: { artist: "The Paper Lanterns", track: "Harbour Lights" },
    shared: "Lanterns",
  });
});

describe("LastfmProvider", () => {
  it("returns every supported field of a Last.fm track, including the prefix of its title", async () => {
    const mbid = "11112222-3333-4444-8555-666677778888";

    const candidates = await found({ track: [track({ mbid })] });

    expect(candidates).toEqual([
      {
        provider: "lastfm",
        trackName: "06 - Harbour Lights",
        artist: "The Paper Lanterns",
        artwork: {
          kind: "remote",
          url: "https://lastfm.example/i/u/extralarge/0123456789abcdef.png",
        },
        musicbrainzId: mbid,
      },
    ]);
  });

  it("accepts a single result that is not in a list", async () => {
    const candidates = await found({ track: track() });

    expect(candidates).toHaveLength(1);
  });

  it.each([
    ["an empty list", { track: [] }],
    ["blank text", "\n"],
  ])("treats %s as an empty result", async (_what, matches) => {
    const candidates = await found(matches);

    expect(candidates).toEqual([]);
  });

  it.each([
    ["the placeholder star", images("2a96cbd8b46e442fc41c2b86b821562f")],
    ["without an address", images("")],
    ["missing", undefined],
    ["not a list", "none"],
    ["an empty list", []],
  ])("has no artwork when the picture is %s", async (_what, image) => {
    const [candidate] = await found({ track: [track({ image })] });

    expect(candidate?.artwork).toEqual({ kind: "none" });
  });

  it("skips an invalid entry or part, and keeps the rest of the list", async () => {
    const entries = [7, track({ artist: {} }), track({ mbid: "?", image: [7, null] })];

    const candidates = await found({ track: entries });

    expect(candidates).toEqual([
      {
        provider: "lastfm",
        trackName: "06 - Harbour Lights",
        artist: "The Paper Lanterns",
        artwork: { kind: "none" },
      },
    ]);
  });

  it.each([
    [{ track: "Salt" }, {}],
    [{ track: "Salt", artist: "Oake" }, { artist: "Oake" }],
  ])("searches for %j with its key", async (names, more) => {
    server.replyWith(json(reply({ track: [] })));

    await provider().searchTracks({ ...names, limit: 7 }, never);

    expect(server.requests[0]?.path).toBe("/2.0/");
    expect(Object.fromEntries(server.requests[0]?.query ?? [])).toEqual({
      method: "track.search",
      track: "Salt",
      ...more,
      limit: "7",
      page: "1",
      api_key: "invented-key",
      format: "json",
    });
  });

  it.each([
    [6, 200, ProviderBadResponseError, 1],
    [6, 404, ProviderBadResponseError, 1],
    [8, 200, ProviderUnavailableError, 3],
    [11, 200, ProviderUnavailableError, 3],
    [16, 503, ProviderUnavailableError, 3],
    [10, 403, ProviderUnavailableError, 1],
    [10, 200, ProviderUnavailableError, 1],
    [26, 200, ProviderUnavailableError, 1],
    [29, 200, ProviderRateLimitedError, 3],
  ])("maps error %d with status %d to its meaning", async (code, status, expected, requests) => {
    server.replyWith(json({ error: code, message: "invented", links: [] }, status));

    const search = provider().searchTracks({ track: "x", limit: 30 }, never);

    await expect(search).rejects.toThrow(expected);
    expect(server.requests).toHaveLength(requests);
  });

  it("never includes its key in an error", async () => {
    server.replyWith(json({ error: 10, message: "Invalid API key" }, 403));

    const error = await provider()
      .searchTracks({ track: "x", limit: 30 }, never)
      .then(() => undefined, inspect);

    expect(error).toContain("Invalid API key");
    expect(error).not.toContain("invented-key");
  });

  it.each([[[]], [{}], [{ results: {} }], [reply({ track: 7 })], [reply({ track: [{}] })]])(
    "reports %j as unreadable",
    async (body) => {
      server.replyWith(json(body));

      const search = provider().searchTracks({ track: "x", limit: 30 }, never);

      await expect(search).rejects.toThrow(ProviderBadResponseError);
    },
  );
});
