import type { SearchQuery } from "../../../domain/track/search-query.js";
import type { TrackCandidate } from "../../../domain/track/track.js";
import type { MetadataProvider } from "../../../ports/metadata/metadata-provider.js";
import { endpointUrl } from "../endpoint-url.js";
import type { ProviderClient, RequestPolicy } from "../client/provider-client.js";
import { discogsCandidates, classifyDiscogs } from "./discogs-response.js";

/** 60 requests a minute with a token. */
export const discogsRequestPolicy: RequestPolicy = { requests: 60, perMilliseconds: 60_000 };

const PUBLIC_BASE_URL = "https://api.discogs.com";

/** Discogs' releases. They add thumbnails to tracks that a release is named after, and confirm them. */
export class DiscogsProvider implements MetadataProvider {
  readonly name = "discogs";
  readonly isCacheable = true;
  readonly #baseUrl: string;
  readonly #token: string;
  readonly #client: ProviderClient;

  constructor(needs: {
    readonly client: ProviderClient;
    readonly token: string;
    readonly baseUrl?: string | undefined;
  }) {
    this.#baseUrl = needs.baseUrl ?? PUBLIC_BASE_URL;
    this.#token = needs.token;
    this.#client = needs.client;
  }

  async searchTracks(query: SearchQuery, signal: AbortSignal): Promise<readonly TrackCandidate[]> {
    const { track, artist, limit } = query;
    const address = endpointUrl(this.#baseUrl, "database/search", {
      ...(artist !== undefined && { artist }),
      track,
      type: "release",
      per_page: `${limit}`,
      token: this.#token,
    });
    const body = await this.#client.getJson(address, { signal, classify: classifyDiscogs });
    return discogsCandidates(body, { track, artist }).slice(0, limit);
  }
}
