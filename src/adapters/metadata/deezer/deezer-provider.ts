import type { SearchQuery } from "../../../domain/track/search-query.js";
import type { Isrc, TrackCandidate } from "../../../domain/track/track.js";
import type { MetadataProvider } from "../../../ports/metadata/metadata-provider.js";
import { endpointUrl } from "../endpoint-url.js";
import type { ProviderClient, RequestPolicy } from "../client/provider-client.js";
import {
  deezerCandidates,
  type DeezerTrack,
  findDeezerTrack,
  classifyDeezer,
  classifyDeezerTrack,
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
    const text = advancedQuery(query);
    if (text === "") return [];
    const address = endpointUrl(this.#baseUrl, "search", { q: text, limit: `${query.limit}` });
    const body = await this.#client.getJson(address, { signal, classify: classifyDeezer });
    return deezerCandidates(body).slice(0, query.limit);
  }

  /**
   * Returns Deezer's current entry of the track, with the address of its preview; `undefined` where
   * Deezer does not have the track.
   *
   * @throws the same errors as `searchTracks`
   */
  async findTrack(
    by: { readonly deezerId: string } | { readonly isrc: Isrc },
    signal: AbortSignal,
  ): Promise<DeezerTrack | undefined> {
    const id = "isrc" in by ? `isrc:${by.isrc}` : encodeURIComponent(by.deezerId);
    const address = endpointUrl(this.#baseUrl, `track/${id}`);
    const body = await this.#client.getJson(address, { signal, classify: classifyDeezerTrack });
    return findDeezerTrack(body);
  }
}

/** Writes the query as `artist:"…" track:"…"`. Quotes cannot be escaped, so they become spaces. */
function advancedQuery({ track, artist }: SearchQuery): string {
  const fields = { artist, track };
  return Object.entries(fields)
    .map(([field, name]) => ({ field, text: (name ?? "").replace(/["\s]+/g, " ").trim() }))
    .filter(({ text }) => text !== "")
    .map(({ field, text }) => `${field}:"${text}"`)
    .join(" ");
}
