import type { CandidateQuery, SearchQuery } from "../../../domain/track/search-query.js";
import type { TrackId } from "../../../domain/track/track-id.js";
import type { CandidatePage, Isrc, TrackCandidate } from "../../../domain/track/track.js";
import type { TrackDirectory } from "../../../ports/metadata/track-directory.js";
import type { RequestPolicy } from "../client/request-pacer.js";
import { RemoteProvider } from "../remote-provider.js";
import {
  classifyMusicbrainz,
  classifyMusicbrainzLookup,
  classifyMusicbrainzLink,
  linkedRecordings,
  musicbrainzCandidates,
  musicbrainzPage,
} from "./musicbrainz-response.js";

/** Maximum number of linked recordings that are read: each costs a request, and one is sent per second. */
const MAX_LINKED_RECORDINGS = 2;

const PUBLIC_COVER_ART_BASE_URL = "https://coverartarchive.org";

/**
 * MusicBrainz's recordings, with pictures of the Cover Art Archive; also by its own ids, by ISRC,
 * which may give several, and by the ids of Spotify tracks that they are linked to.
 */
export class MusicbrainzProvider extends RemoteProvider implements TrackDirectory {
  /** One request a second; 503 when over. */
  static readonly requestPolicy: RequestPolicy = {
    requests: 1,
    perMilliseconds: 1_000,
    rateLimitStatuses: [503],
  };
  readonly name = "musicbrainz";
  protected readonly publicBaseUrl = "https://musicbrainz.org";

  async searchTracks(query: CandidateQuery, signal: AbortSignal): Promise<CandidatePage> {
    const { limit, offset = 0 } = query;
    const body = await this.getJson(
      "ws/2/recording",
      { query: luceneQuery(query), fmt: "json", limit, offset: offset || undefined },
      { signal, classify: classifyMusicbrainz },
    );
    return musicbrainzPage(body, limit, this.#coverArtBaseUrl);
  }

  knows(kind: TrackId["kind"]): boolean {
    return kind === "mbid" || kind === "isrc" || kind === "spotify";
  }

  async find(id: TrackId, signal: AbortSignal): Promise<readonly TrackCandidate[]> {
    if (id.kind === "spotify") return this.#findBySpotifyId(id.spotifyId, signal);
    if (id.kind !== "mbid" && id.kind !== "isrc") return [];
    return this.#findRecordings(id, signal);
  }

  /** Returns the recordings with an id: at most one by MusicBrainz's own id, perhaps several by ISRC. */
  async #findRecordings(
    by: { readonly musicbrainzId: string } | { readonly isrc: Isrc },
    signal: AbortSignal,
  ): Promise<readonly TrackCandidate[]> {
    const path =
      "isrc" in by ? `isrc/${by.isrc}` : `recording/${encodeURIComponent(by.musicbrainzId)}`;
    const body = await this.getJson(
      `ws/2/${path}`,
      { inc: "artist-credits isrcs releases genres", fmt: "json" },
      { signal, classify: classifyMusicbrainzLookup },
    );
    return this.#candidates(body);
  }

  /**
   * Returns the recordings that are linked to a Spotify track: usually one, often none, because few
   * links have been entered.
   *
   * Source: MusicBrainz API, section "url (by text)".
   */
  async #findBySpotifyId(
    spotifyId: string,
    signal: AbortSignal,
  ): Promise<readonly TrackCandidate[]> {
    const resource = `https://open.spotify.com/track/${spotifyId}`;
    const body = await this.getJson(
      "ws/2/url",
      { resource, inc: "recording-rels", fmt: "json" },
      { signal, classify: classifyMusicbrainzLink },
    );
    const linked = linkedRecordings(body).slice(0, MAX_LINKED_RECORDINGS);
    const found = await Promise.all(
      linked.map((musicbrainzId) => this.#findRecordings({ musicbrainzId }, signal)),
    );
    return found.flat().map((candidate) => ({ ...candidate, spotifyId }));
  }

  #candidates(body: unknown): TrackCandidate[] {
    return musicbrainzCandidates(body, this.#coverArtBaseUrl);
  }

  get #coverArtBaseUrl(): string {
    return this.needs.coverArtBaseUrl ?? PUBLIC_COVER_ART_BASE_URL;
  }
}

/** The names of a recording that words of any name are searched in. */
const NAMES = ["recording", "artist", "release"];

function luceneQuery({ track, artist, isOfAnyName }: SearchQuery): string {
  if (isOfAnyName) {
    const anyOf = (word: string): string =>
      `(${NAMES.map((name) => `${name}:"${escaped(word)}"`).join(" OR ")})`;
    return track.split(" ").map(anyOf).join(" AND ");
  }
  const recording = `recording:"${escaped(track)}"`;
  return artist === undefined ? recording : `${recording} AND artist:"${escaped(artist)}"`;
}

/**
 * Returns the name with all characters of the query syntax escaped.
 *
 * Source: Apache Lucene, "Query Parser Syntax", section "Escaping Special Characters".
 */
const escaped = (name: string): string => name.replace(/[-+&|!(){}[\]^"~*?:\\/]/g, "\\$&");
