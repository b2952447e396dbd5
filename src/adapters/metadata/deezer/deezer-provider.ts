import type { SearchQuery } from "../../../domain/track/search-query.js";
import type { Isrc, TrackCandidate } from "../../../domain/track/track.js";
import type { MetadataProvider } from "../../../ports/metadata/metadata-provider.js";
import { endpointUrl } from "../endpoint-url.js";
import type { ProviderClient, RequestPolicy } from "../client/provider-client.js";
import {
  deezerCandidates,
  type DeezerTrack,
  findDeezerTrack,
  judgeDeezer,
  judgeDeezerTrack,
} from "./deezer-response.js";

/** Fewer than 50 requests in 5 s. */
export const deezerRequestPolicy: RequestPolicy = { requests: 45, perMilliseconds: 5_000 };

const PUBLIC_BASE_URL = "https://api.deezer.com";

/** Deezer's catalogue. */
export class DeezerProvider implements MetadataProvider {
  readonly name = "deezer";
  readonly isCacheable = true;
  readonly #baseUrl: string;
  readonly #client: ProviderClient;

  constructor(needs: { readonly client: ProviderClient; readonly baseUrl?: string | undefined }) {
    this.#baseUrl = needs.baseUrl ?? PUBLIC_BASE_URL;
    this.#client = needs.client;
  }

  async searchTracks(query: SearchQuery, signal: AbortSignal): Promise<readonly TrackCandidate[]> {
    const words = advancedQuery(query);
    if (words === "") return [];
    const address = endpointUrl(this.#baseUrl, "search", { q: words, limit: `${query.limit}` });
    const body = await this.#client.getJson(address, { signal, judge: judgeDeezer });
    return deezerCandidates(body).slice(0, query.limit);
  }

  /**
   * The track as Deezer has it now, its preview's address included, or `undefined` where it has none.
   *
   * @throws the same errors as `searchTracks`
   */
  async findTrack(
    by: { readonly deezerId: string } | { readonly isrc: Isrc },
    signal: AbortSignal,
  ): Promise<DeezerTrack | undefined> {
    const id = "isrc" in by ? `isrc:${by.isrc}` : encodeURIComponent(by.deezerId);
    const address = endpointUrl(this.#baseUrl, `track/${id}`);
    const body = await this.#client.getJson(address, { signal, judge: judgeDeezerTrack });
    return findDeezerTrack(body);
  }
}

/** `artist:"…" track:"…"`. Quotes cannot be escaped there, so those in a name become spaces. */
function advancedQuery({ track, artist }: SearchQuery): string {
  const fields = { artist, track };
  return Object.entries(fields)
    .map(([field, name]) => ({ field, words: (name ?? "").replace(/["\s]+/g, " ").trim() }))
    .filter(({ words }) => words !== "")
    .map(({ field, words }) => `${field}:"${words}"`)
    .join(" ");
}
