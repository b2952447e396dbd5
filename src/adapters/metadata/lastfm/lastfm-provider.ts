import type { CandidateQuery } from "../../../domain/track/search-query.js";
import type { CandidatePage } from "../../../domain/track/track.js";
import type { RequestPolicy } from "../client/request-pacer.js";
import { RemoteProvider } from "../remote-provider.js";
import { classifyLastfm, lastfmPage } from "./lastfm-response.js";

/** Last.fm's catalogue. It is made by its listeners, so titles may have prefixes such as "06 - ". */
export class LastfmProvider extends RemoteProvider {
  /** About 5 requests a second. */
  static readonly requestPolicy: RequestPolicy = { requests: 5, perMilliseconds: 1_000 };
  readonly name = "lastfm";
  protected readonly publicBaseUrl = "https://ws.audioscrobbler.com";

  async searchTracks(query: CandidateQuery, signal: AbortSignal): Promise<CandidatePage> {
    const { track, artist, limit, offset = 0 } = query;
    const wanted = { method: "track.search", track, artist, limit, page: offset / limit + 1 };
    const body = await this.getJson(
      "2.0/",
      { ...wanted, api_key: this.needs.apiKey, format: "json" },
      { signal, classify: classifyLastfm },
    );
    return lastfmPage(body, limit);
  }
}
