import type { CandidateQuery } from "../../../domain/track/search-query.js";
import type { CandidatePage } from "../../../domain/track/track.js";
import type { RequestPolicy } from "../client/request-pacer.js";
import { RemoteProvider } from "../remote-provider.js";
import { classifyDiscogs, discogsPage } from "./discogs-response.js";

/** Discogs' releases. They add thumbnails to tracks that a release is named after, and confirm them. */
export class DiscogsProvider extends RemoteProvider {
  /** 60 requests a minute with a token. */
  static readonly requestPolicy: RequestPolicy = { requests: 60, perMilliseconds: 60_000 };
  readonly name = "discogs";
  protected readonly publicBaseUrl = "https://api.discogs.com";

  async searchTracks(query: CandidateQuery, signal: AbortSignal): Promise<CandidatePage> {
    const { track, artist, limit, offset = 0 } = query;
    const page = offset === 0 ? undefined : offset / limit + 1;
    const parts = { per_page: limit, page, token: this.needs.apiKey };
    const body = await this.getJson(
      "database/search",
      { artist, track, type: "release", ...parts },
      { signal, classify: classifyDiscogs },
    );
    return discogsPage(body, query);
  }
}
