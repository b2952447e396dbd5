import {
  type ConfiguredProviders,
  configuredProviders,
} from "../../../src/adapters/metadata/configured-providers.js";
import type { ProviderExchange } from "../../../src/adapters/metadata/client/provider-client.js";
import type { ProviderConfig } from "../../../src/ports/metadata/provider-config.js";
import type { MetadataProvider } from "../../../src/ports/metadata/metadata-provider.js";
import { ManualClock } from "../../fakes/manual-clock.js";
import { json, StandInProviderServer } from "../../fakes/stand-in-provider-server.js";

const never = new AbortController().signal;

const library: MetadataProvider = {
  name: "library",
  isCacheable: false,
  searchTracks: () => Promise.resolve({ candidates: [], hasMore: false }),
};

let configured: ConfiguredProviders | undefined;

afterEach(() => configured?.close());

function configure(
  providers: readonly ProviderConfig[],
  observe?: (exchange: ProviderExchange) => void,
): ConfiguredProviders {
  const needs = { library, clock: new ManualClock(), userAgent: "Overtone/0.0.0 (test)" };
  configured = configuredProviders(
    { providers, soundDirectories: [] },
    { ...needs, ...(observe && { observe }) },
  );
  return configured;
}

describe("The configured providers", () => {
  it("are in the order of the options", () => {
    const { providers, clients } = configure([
      { name: "discogs", apiKey: "t" },
      { name: "musicbrainz" },
      { name: "library" },
      { name: "lastfm", apiKey: "k" },
      { name: "itunes" },
      { name: "deezer" },
    ]);

    const names = providers.map(({ name }) => name);

    expect(names).toEqual(["discogs", "musicbrainz", "library", "lastfm", "itunes", "deezer"]);
    expect([...clients.keys()]).toEqual(names.filter((name) => name !== "library"));
  });

  it("are cacheable, except for the library", () => {
    const { providers } = configure([{ name: "library" }, { name: "deezer" }, { name: "itunes" }]);

    const kept = providers.filter(({ isCacheable }) => isCacheable).map(({ name }) => name);

    expect(kept).toEqual(["deezer", "itunes"]);
  });

  it("are joined by the directories of sounds", async () => {
    const server = await StandInProviderServer.open(json({ status: "ok", results: [] }));
    const directory = { name: "acoustid", apiKey: "k", baseUrl: server.baseUrl } as const;
    const needs = { library, clock: new ManualClock(), userAgent: "Overtone/0.0.0 (test)" };
    configured = configuredProviders({ providers: [], soundDirectories: [directory] }, needs);

    const found = await configured.soundDirectories[0]?.findBySound(
      { fingerprint: "AQAAAA", durationSeconds: 3 },
      never,
    );
    await server.close();

    expect(found).toEqual([]);
    expect([...configured.clients.keys()]).toEqual(["acoustid"]);
    expect(server.requests[0]?.form.get("client")).toBe("k");
  });

  it.each<[string, (baseUrl: string) => ProviderConfig, object, string]>([
    ["deezer", (baseUrl) => ({ name: "deezer", baseUrl }), { data: [] }, "/search"],
    ["itunes", (baseUrl) => ({ name: "itunes", baseUrl }), { results: [] }, "/search"],
    [
      "musicbrainz",
      (baseUrl) => ({ name: "musicbrainz", baseUrl }),
      { recordings: [] },
      "/ws/2/recording",
    ],
    [
      "lastfm",
      (baseUrl) => ({ name: "lastfm", apiKey: "k", baseUrl }),
      { results: { trackmatches: { track: [] } } },
      "/2.0/",
    ],
    [
      "discogs",
      (baseUrl) => ({ name: "discogs", apiKey: "t", baseUrl }),
      { results: [] },
      "/database/search",
    ],
  ])(
    "send requests to %s at the configured address, local or not",
    async (name, at, reply, path) => {
      const server = await StandInProviderServer.open(json(reply));
      const seen: ProviderExchange[] = [];
      const { providers } = configure([at(server.baseUrl)], (exchange) => seen.push(exchange));

      const found = await providers[0]!.searchTracks({ track: "x", artist: "y", limit: 5 }, never);
      await server.close();

      expect(found).toEqual({ candidates: [], hasMore: false });
      expect(server.requests.map((request) => request.path)).toEqual([path]);
      expect(server.requests[0]?.headers["user-agent"]).toBe("Overtone/0.0.0 (test)");
      expect(seen).toEqual([{ provider: name, outcome: "answered", milliseconds: 0 }]);
    },
  );
});
