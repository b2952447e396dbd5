import type { SearchQuery } from "../../../domain/track/search-query.js";
import type { Isrc, TrackCandidate } from "../../../domain/track/track.js";
import type { MetadataProvider } from "../../../ports/metadata/metadata-provider.js";
import { endpointUrl } from "../endpoint-url.js";
import type { ProviderClient, RequestPolicy } from "../client/provider-client.js";
import {
  classifyMusicbrainz,
  classifyMusicbrainzLookup,
  classifyMusicbrainzLink,
  linkedRecordings,
  musicbrainzCandidates,
} from "./musicbrainz-response.js";

/** One request a second; 503 when over. */
export const musicbrainzRequestPolicy: RequestPolicy = {
  requests: 1,
  perMilliseconds: 1_000,
  rateLimitStatuses: [503],
};

/** Maximum number of linked recordings that are read: each costs a request, and one is sent per second. */
const MAX_LINKED_RECORDINGS = 2;

const PUBLIC_BASE_URL = "https://musicbrainz.org";
const PUBLIC_COVER_ART_BASE_URL = "https://coverartarchive.org";

/** MusicBrainz's recordings, with pictures of the Cover Art Archive. */
export class MusicbrainzProvider implements MetadataProvider {
  readonly name = "musicbrainz";
  readonly isCacheable = true;
  readonly #baseUrl: string;
  readonly #coverArtBaseUrl: string;
  readonly #client: ProviderClient;

  constructor(needs: {
    readonly client: ProviderClient;
    readonly baseUrl?: string | undefined;
    readonly coverArtBaseUrl?: string | undefined;
  }) {
    this.#baseUrl = needs.baseUrl ?? PUBLIC_BASE_URL;
    this.#coverArtBaseUrl = needs.coverArtBaseUrl ?? PUBLIC_COVER_ART_BASE_URL;
    this.#client = needs.client;
  }

  async searchTracks(query: SearchQuery, signal: AbortSignal): Promise<readonly TrackCandidate[]> {
    const address = endpointUrl(this.#baseUrl, "ws/2/recording", {
      query: luceneQuery(query),
      fmt: "json",
      limit: `${query.limit}`,
    });
    const body = await this.#client.getJson(address, { signal, classify: classifyMusicbrainz });
    return musicbrainzCandidates(body, this.#coverArtBaseUrl).slice(0, query.limit);
  }

  /**
   * Returns the recordings with an id: at most one by MusicBrainz's own id, perhaps several by ISRC.
   *
   * @throws the same errors as `searchTracks`
   */
  async findRecordings(
    by: { readonly musicbrainzId: string } | { readonly isrc: Isrc },
    signal: AbortSignal,
  ): Promise<readonly TrackCandidate[]> {
    const id = "isrc" in by ? by.isrc : encodeURIComponent(by.musicbrainzId);
    const path = "isrc" in by ? `isrc/${id}` : `recording/${id}`;
    const address = endpointUrl(this.#baseUrl, `ws/2/${path}`, {
      inc: "artist-credits isrcs releases",
      fmt: "json",
    });
    const body = await this.#client.getJson(address, {
      signal,
      classify: classifyMusicbrainzLookup,
    });
    return musicbrainzCandidates(body, this.#coverArtBaseUrl);
  }

  /**
   * Returns the recordings that are linked to a Spotify track: usually one, often none, because few
   * links have been entered.
   *
   * Source: MusicBrainz API, section "url (by text)".
   *
   * @throws the same errors as `searchTracks`
   */
  async findBySpotifyId(
    spotifyId: string,
    signal: AbortSignal,
  ): Promise<readonly TrackCandidate[]> {
    const address = endpointUrl(this.#baseUrl, "ws/2/url", {
      resource: `https://open.spotify.com/track/${spotifyId}`,
      inc: "recording-rels",
      fmt: "json",
    });
    const body = await this.#client.getJson(address, { signal, classify: classifyMusicbrainzLink });
    const linked = linkedRecordings(body).slice(0, MAX_LINKED_RECORDINGS);
    const found = await Promise.all(
      linked.map((musicbrainzId) => this.findRecordings({ musicbrainzId }, signal)),
    );
    return found.flat().map((candidate) => ({ ...candidate, spotifyId }));
  }
}

function luceneQuery({ track, artist }: SearchQuery): string {
  const recording = `recording:"${escaped(track)}"`;
  return artist === undefined ? recording : `${recording} AND artist:"${escaped(artist)}"`;
}

/**
 * Returns the name with all characters of the query syntax escaped.
 *
 * Source: Apache Lucene, "Query Parser Syntax", section "Escaping Special Characters".
 */
const escaped = (name: string): string => name.replace(/[-+&|!(){}[\]^"~*?:\\/]/g, "\\$&");
