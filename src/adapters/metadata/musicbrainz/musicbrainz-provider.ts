import type { SearchQuery } from "../../../domain/track/search-query.js";
import type { Isrc, TrackCandidate } from "../../../domain/track/track.js";
import type { MetadataProvider } from "../../../ports/metadata/metadata-provider.js";
import { endpointUrl } from "../endpoint-url.js";
import type { ProviderClient, RequestPolicy } from "../client/provider-client.js";
import {
  judgeMusicbrainz,
  judgeMusicbrainzLookup,
  judgeMusicbrainzLink,
  linkedRecordings,
  musicbrainzCandidates,
} from "./musicbrainz-response.js";

/** One request a second; 503 when over. */
export const musicbrainzRequestPolicy: RequestPolicy = {
  requests: 1,
  perMilliseconds: 1_000,
  rateLimitStatuses: [503],
};

/** Each costs a request, a second apart. */
const MAX_LINKED_RECORDINGS = 2;

const PUBLIC_BASE_URL = "https://musicbrainz.org";
const PUBLIC_COVER_ART_BASE_URL = "https://coverartarchive.org";

/** MusicBrainz's recordings, pictured by the Cover Art Archive. */
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
    const body = await this.#client.getJson(address, { signal, judge: judgeMusicbrainz });
    return musicbrainzCandidates(body, this.#coverArtBaseUrl).slice(0, query.limit);
  }

  /**
   * The recordings known by an id: one or none by MusicBrainz's own, several perhaps by an ISRC.
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
    const body = await this.#client.getJson(address, { signal, judge: judgeMusicbrainzLookup });
    return musicbrainzCandidates(body, this.#coverArtBaseUrl);
  }

  /**
   * The recordings that are linked to a track of Spotify's: mostly one, often none, because few
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
    const body = await this.#client.getJson(address, { signal, judge: judgeMusicbrainzLink });
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
 * A name in which nothing is syntax.
 *
 * Source: Apache Lucene, "Query Parser Syntax", section "Escaping Special Characters".
 */
const escaped = (name: string): string => name.replace(/[-+&|!(){}[\]^"~*?:\\/]/g, "\\$&");
