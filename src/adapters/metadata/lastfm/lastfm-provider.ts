import type { SearchQuery } from "../../../domain/track/search-query.js";
import type { TrackCandidate } from "../../../domain/track/track.js";
import type { MetadataProvider } from "../../../ports/metadata/metadata-provider.js";
import { endpointUrl } from "../endpoint-url.js";
import type { ProviderClient, RequestPolicy } from "../client/provider-client.js";
import { classifyLastfm, lastfmCandidates } from "./lastfm-response.js";

/** About 5 requests a second. */
export const lastfmRequestPolicy: RequestPolicy = { requests: 5, perMilliseconds: 1_000 };

const PUBLIC_BASE_URL = "https://ws.audioscrobbler.com";

/** Last.fm's catalogue. It is made by its listeners, so titles may have prefixes such as "06 - ". */
export class LastfmProvider implements MetadataProvider {
  readonly name = "lastfm";
  readonly isCacheable = true;
  readonly #baseUrl: string;
  readonly #apiKey: string;
  readonly #client: ProviderClient;

  constructor(needs: {
    readonly client: ProviderClient;
    readonly apiKey: string;
    readonly baseUrl?: string | undefined;
  }) {
    this.#baseUrl = needs.baseUrl ?? PUBLIC_BASE_URL;
    this.#apiKey = needs.apiKey;
    this.#client = needs.client;
  }

  async searchTracks(query: SearchQuery, signal: AbortSignal): Promise<readonly TrackCandidate[]> {
    const address = endpointUrl(this.#baseUrl, "2.0/", {
      method: "track.search",
      track: query.track,
      ...(query.artist !== undefined && { artist: query.artist }),
      limit: `${query.limit}`,
      page: "1",
      api_key: this.#apiKey,
      format: "json",
    });
    const body = await this.#client.getJson(address, { signal, classify: classifyLastfm });
    return lastfmCandidates(body).slice(0, query.limit);
  }
}
