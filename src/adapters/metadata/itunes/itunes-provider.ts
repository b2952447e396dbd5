import type { SearchQuery } from "../../../domain/track/search-query.js";
import type { TrackCandidate } from "../../../domain/track/track.js";
import type { MetadataProvider } from "../../../ports/metadata/metadata-provider.js";
import { endpointUrl } from "../endpoint-url.js";
import type { ProviderClient, RequestPolicy } from "../client/provider-client.js";
import { itunesCandidates, classifyItunes } from "./itunes-response.js";

/** About 20 requests a minute; 403 when over. */
export const itunesRequestPolicy: RequestPolicy = {
  requests: 20,
  perMilliseconds: 60_000,
  rateLimitStatuses: [403],
};

const PUBLIC_BASE_URL = "https://itunes.apple.com";

/** The catalogue of the iTunes Store of the United States. */
export class ItunesProvider implements MetadataProvider {
  readonly name = "itunes";
  readonly isCacheable = true;
  readonly #baseUrl: string;
  readonly #client: ProviderClient;

  constructor(needs: { readonly client: ProviderClient; readonly baseUrl?: string | undefined }) {
    this.#baseUrl = needs.baseUrl ?? PUBLIC_BASE_URL;
    this.#client = needs.client;
  }

  async searchTracks(query: SearchQuery, signal: AbortSignal): Promise<readonly TrackCandidate[]> {
    const { track, artist, limit } = query;
    const address = endpointUrl(this.#baseUrl, "search", {
      term: artist === undefined ? track : `${artist} ${track}`,
      media: "music",
      entity: "song",
      country: "US",
      limit: `${limit}`,
    });
    const body = await this.#client.getJson(address, { signal, classify: classifyItunes });
    return itunesCandidates(body).slice(0, limit);
  }
}
