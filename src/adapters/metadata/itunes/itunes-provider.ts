import type { CandidateQuery } from "../../../domain/track/search-query.js";
import type { CandidatePage } from "../../../domain/track/track.js";
import type { RequestPolicy } from "../client/request-pacer.js";
import { RemoteProvider } from "../remote-provider.js";
import { classifyItunes, itunesPage } from "./itunes-response.js";

/** The most songs of a search. Source: iTunes Search API, parameter `limit`. There are no offsets. */
const MAX_SONGS = 200;

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

  async searchTracks(query: CandidateQuery, signal: AbortSignal): Promise<CandidatePage> {
    const { track, artist, limit, offset = 0 } = query;
    if (offset >= MAX_SONGS) return { candidates: [], hasMore: false };
    const end = Math.min(offset + limit, MAX_SONGS);
    const term = artist === undefined ? track : `${artist} ${track}`;
    const body = await this.getJson(
      "search",
      { term, media: "music", entity: "song", country: "US", limit: end },
      { signal, classify: classifyItunes },
    );
    const page = itunesPage(body, offset, end);
    return { ...page, hasMore: page.hasMore && end < MAX_SONGS };
  }
}
