import type { CandidateQuery, SearchQuery } from "../../../domain/track/search-query.js";
import type { TrackId } from "../../../domain/track/track-id.js";
import type { CandidatePage, Isrc, TrackCandidate } from "../../../domain/track/track.js";
import type { TrackDirectory } from "../../../ports/metadata/track-directory.js";
import type { RequestPolicy } from "../client/request-pacer.js";
import { RemoteProvider } from "../remote-provider.js";
import {
  deezerPage,
  type DeezerTrack,
  findDeezerTrack,
  classifyDeezer,
  classifyDeezerTrack,
} from "./deezer-response.js";

/** Deezer's catalogue, and its tracks by its own ids and by ISRC. */
export class DeezerProvider extends RemoteProvider implements TrackDirectory {
  /** Fewer than 50 requests in 5 s. */
  static readonly requestPolicy: RequestPolicy = { requests: 45, perMilliseconds: 5_000 };
  readonly name = "deezer";
  protected readonly publicBaseUrl = "https://api.deezer.com";

  async searchTracks(query: CandidateQuery, signal: AbortSignal): Promise<CandidatePage> {
    const q = queryText(query);
    const { limit, offset = 0 } = query;
    if (q === "") return { candidates: [], hasMore: false };
    const body = await this.getJson(
      "search",
      { q, limit, index: offset || undefined },
      { signal, classify: classifyDeezer },
    );
    return deezerPage(body, limit);
  }

  knows(kind: TrackId["kind"]): boolean {
    return kind === "deezer" || kind === "isrc";
  }

  async find(id: TrackId, signal: AbortSignal): Promise<readonly TrackCandidate[]> {
    if (id.kind !== "deezer" && id.kind !== "isrc") return [];
    const found = await this.findTrack(id, signal);
    return found === undefined ? [] : [found.candidate];
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
    const body = await this.getJson(`track/${id}`, {}, { signal, classify: classifyDeezerTrack });
    return findDeezerTrack(body);
  }
}

/** Writes the query as `artist:"…" track:"…"`, or as words of any names. Quotes cannot be escaped, so they become spaces. */
function queryText({ track, artist, isOfAnyName }: SearchQuery): string {
  if (isOfAnyName) return withoutQuotes(track);
  const fields = { artist, track };
  return Object.entries(fields)
    .map(([field, name]) => ({ field, text: withoutQuotes(name ?? "") }))
    .filter(({ text }) => text !== "")
    .map(({ field, text }) => `${field}:"${text}"`)
    .join(" ");
}

const withoutQuotes = (text: string): string => text.replace(/["\s]+/g, " ").trim();
