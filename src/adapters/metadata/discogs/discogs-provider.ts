import type { SearchQuery } from "../../../domain/track/search-query.js";
import type { TrackCandidate } from "../../../domain/track/track.js";
import type { RequestPolicy } from "../client/request-pacer.js";
import { RemoteProvider } from "../remote-provider.js";
import { discogsCandidates, classifyDiscogs } from "./discogs-response.js";

/** Discogs' releases. They add thumbnails to tracks that a release is named after, and confirm them. */
export class DiscogsProvider extends RemoteProvider {
  /** 60 requests a minute with a token. */
  static readonly requestPolicy: RequestPolicy = { requests: 60, perMilliseconds: 60_000 };
  readonly name = "discogs";
  protected readonly publicBaseUrl = "https://api.discogs.com";

  async searchTracks(query: SearchQuery, signal: AbortSignal): Promise<readonly TrackCandidate[]> {
    const { track, artist, limit } = query;
    const body = await this.getJson(
      "database/search",
      { artist, track, type: "release", per_page: limit, token: this.needs.apiKey },
      { signal, classify: classifyDiscogs },
    );
    return discogsCandidates(body, query).slice(0, limit);
  }
}
