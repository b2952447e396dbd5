import type { SearchQuery } from "../../../domain/track/search-query.js";
import type { TrackCandidate } from "../../../domain/track/track.js";
import type { RequestPolicy } from "../client/request-pacer.js";
import { RemoteProvider } from "../remote-provider.js";
import { itunesCandidates, classifyItunes } from "./itunes-response.js";

/** The catalogue of the iTunes Store of the United States. */
export class ItunesProvider extends RemoteProvider {
  /** About 20 requests a minute; 403 when over. */
  static readonly requestPolicy: RequestPolicy = {
    requests: 20,
    perMilliseconds: 60_000,
    rateLimitStatuses: [403],
  };
  readonly name = "itunes";
  protected readonly publicBaseUrl = "https://itunes.apple.com";

  async searchTracks(query: SearchQuery, signal: AbortSignal): Promise<readonly TrackCandidate[]> {
    const { track, artist, limit } = query;
    const term = artist === undefined ? track : `${artist} ${track}`;
    const body = await this.getJson(
      "search",
      { term, media: "music", entity: "song", country: "US", limit },
      { signal, classify: classifyItunes },
    );
    return itunesCandidates(body).slice(0, limit);
  }
}
