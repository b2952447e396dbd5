import { DiscogsProvider } from "../../../../src/adapters/metadata/discogs/discogs-provider.js";
import {
  ProviderBadResponseError,
  ProviderRateLimitedError,
  ProviderUnavailableError,
} from "../../../../src/domain/errors/provider-errors.js";
import type { SearchQuery } from "../../../../src/domain/track/search-query.js";
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

const provider = (): DiscogsProvider =>
  new DiscogsProvider({
    client: clientOf(server).client,
    apiKey: "invented-token",
    baseUrl: server.baseUrl,
  });

/** A release as Discogs sends it; invented. */
const release = (title: string, parts: object = {}): object => ({
  id: 999_001,
  type: "release",
  title,
  year: "2026",
  country: "US",
  genre: ["Classical", "Folk"],
  format: ["Vinyl", "LP"],
  label: ["Invented Records"],
  thumb: "https://i.discogs.example/thumb.jpeg",
  cover_image: "https://i.discogs.example/cover.jpeg",
  ...parts,
});

const reply = (results: unknown): object => ({ pagination: { page: 1, items: 1 }, results });

async function found(
  query: Omit<SearchQuery, "limit">,
  ...results: readonly unknown[]
): Promise<readonly TrackCandidate[]> {
  server.replyWith(json(reply(results)));
  return (await provider().searchTracks({ ...query, limit: 30 }, never)).candidates;
}

describeMetadataProvider("DiscogsProvider", () => {
  server.replyWith((response, request) => {
    const { query } = request;
    const known = pageOf(inventedFor(`${query.get("artist") ?? ""} ${query.get("track")}`), query, {
      size: "per_page",
      page: "page",
    });
    const results = known.map(({ artist, title }) => release(`${artist} - ${title}`));
    json(reply(results))(response, request);
  });
  return Promise.resolve({
    provider: provider(),
    known: { artist: "Mirabel Oake", track: "Salt" },
    shared: "Salt",
  });
});

describe("DiscogsProvider", () => {
  it("finds a track by a release of the same name, as Discogs spells it", async () => {
    const query = { track: "salt", artist: "ullo kvartett" };

    const candidates = await found(query, release("Üllő Kvartett - Salt"));

    expect(candidates).toEqual([
      {
        provider: "discogs",
        trackName: "Salt",
        artist: "Üllő Kvartett",
        artwork: { kind: "remote", url: "https://i.discogs.example/cover.jpeg" },
        album: "Salt",
        genre: "Classical; Folk",
        year: 2026,
      },
    ]);
  });

  it("returns no track for a release of another name", async () => {
    const candidates = await found(
      { track: "Salt", artist: "Mirabel Oake" },
      release("Mirabel Oake - Small Rooms"),
      release("Somebody Else - Salt"),
      release("Salt"),
    );

    expect(candidates).toEqual([]);
  });

  it.each([
    ["Mirabel Oake (2) - Salt", { track: "Salt", artist: "Mirabel Oake" }],
    ["Mirabel Oake* - Salt", { track: "Salt", artist: "Mirabel Oake" }],
    ["Oake - Ditto - Salt", { track: "Salt", artist: "Oake - Ditto" }],
    ["Oake - Salt - Live", { track: "Salt - Live", artist: "Oake" }],
    ["P!nk - So What?", { track: "so what", artist: "p!nk" }],
    ["Oake - !!!", { track: "!!!" }],
    ["Mirabel Oake (2) - Salt", { track: "salt", isOfAnyName: true as const }],
    ["Mirabel Oake (2) - Salt", { track: "salt mirabel oake", isOfAnyName: true as const }],
  ])("finds a track by the release title %p", async (title, query) => {
    const candidates = await found(query, release(title));

    expect(candidates).toHaveLength(1);
  });

  it("finds none by some words of a release, for the others may be of another track of it", async () => {
    const query = { track: "oake salt", isOfAnyName: true as const };

    expect(await found(query, release("Mirabel Oake - Salt Live"))).toEqual([]);
    expect(Object.fromEntries(server.requests.at(-1)?.query ?? [])).toMatchObject({
      q: "oake salt",
      type: "release",
    });
  });

  it.each([
    ["the thumbnail where there is no cover", { cover_image: null }, "thumb.jpeg"],
    [
      "the thumbnail where the cover is a placeholder",
      { cover_image: "https://st.discogs.example/images/spacer.gif" },
      "thumb.jpeg",
    ],
    ["nothing where both are relative", { cover_image: "/a.gif", thumb: "/b.gif" }, undefined],
    ["nothing where both are missing", { cover_image: "", thumb: null }, undefined],
  ])("has as its picture %s", async (_what, pictures, name) => {
    const [candidate] = await found({ track: "Salt" }, release("Oake - Salt", pictures));

    expect(candidate?.artwork).toEqual(
      name === undefined
        ? { kind: "none" }
        : { kind: "remote", url: `https://i.discogs.example/${name}` },
    );
  });

  it("skips an invalid entry, and keeps the rest of the list", async () => {
    const candidates = await found({ track: "Salt" }, null, {}, release("Oake - Salt"));

    expect(candidates).toHaveLength(1);
  });

  it("searches for releases with its token", async () => {
    await found({ track: "Salt", artist: "Oake" });

    expect(server.requests[0]?.path).toBe("/database/search");
    expect(Object.fromEntries(server.requests[0]?.query ?? [])).toEqual({
      artist: "Oake",
      track: "Salt",
      type: "release",
      per_page: "30",
      token: "invented-token",
    });
  });

  it.each([
    [401, ProviderUnavailableError],
    [429, ProviderRateLimitedError],
  ])("maps status %d to its meaning", async (status, expected) => {
    server.replyWith(json({ message: "invented" }, status));

    const search = provider().searchTracks({ track: "x", limit: 30 }, never);

    await expect(search).rejects.toThrow(expected);
  });

  it.each([[[]], [{}], [reply({})], [reply([{}])]])("reports %j as unreadable", async (body) => {
    server.replyWith(json(body));

    const search = provider().searchTracks({ track: "x", limit: 30 }, never);

    await expect(search).rejects.toThrow(ProviderBadResponseError);
  });
});
