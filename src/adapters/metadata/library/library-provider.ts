import { candidateFromFile, type LibraryFile } from "../../../domain/library/library-file.js";
import { placedAs } from "../../../domain/track/release-details.js";
import type { CandidateQuery } from "../../../domain/track/search-query.js";
import type { CandidatePage, TrackCandidate } from "../../../domain/track/track.js";
import type { TrackKey } from "../../../domain/track/track-key.js";
import type { LibraryStore } from "../../../ports/library/library-store.js";
import type { MetadataProvider } from "../../../ports/metadata/metadata-provider.js";
import type { TrackDirectory } from "../../../ports/metadata/track-directory.js";
import type { TrackId } from "../../../domain/track/track-id.js";

/**
 * The operator's own files as a catalogue, one candidate per track; also by the ISRC and the
 * MusicBrainz id in their tags. Its results are not cached, because a search costs no request.
 */
export class LibraryProvider implements MetadataProvider, TrackDirectory {
  readonly name = "library";
  readonly isCacheable = false;

  constructor(private readonly needs: { readonly store: LibraryStore }) {}

  async searchTracks(
    { artist, track, limit, offset = 0 }: CandidateQuery,
    signal: AbortSignal,
  ): Promise<CandidatePage> {
    signal.throwIfAborted();
    const text = artist === undefined ? track : `${artist} ${track}`;
    const end = offset + limit;
    const found = filesByTrack(await this.needs.store.search(text, end + 1));
    const candidates = found.slice(offset, end).map((one) => candidateFromFile(joined(one)));
    return { candidates, hasMore: found.length > end };
  }

  knows(kind: TrackId["kind"]): boolean {
    return kind === "isrc" || kind === "mbid";
  }

  async find(id: TrackId, signal: AbortSignal): Promise<readonly TrackCandidate[]> {
    signal.throwIfAborted();
    if (id.kind !== "isrc" && id.kind !== "mbid") return [];
    return (await this.needs.store.findByCode(id)).map(candidateFromFile);
  }
}

function filesByTrack(files: readonly LibraryFile[]): readonly (readonly LibraryFile[])[] {
  const byTrack = new Map<TrackKey, LibraryFile[]>();
  for (const file of files) {
    const others = byTrack.get(file.trackKey);
    if (others) others.push(file);
    else byTrack.set(file.trackKey, [file]);
  }
  return [...byTrack.values()];
}

/** Merges the files of one track: the first file, with missing fields taken from the others. */
const joined = (files: readonly LibraryFile[]): LibraryFile =>
  files.reduce((first, file) => ({
    ...placedAs(first, file),
    ...first,
    hasCover: first.hasCover || file.hasCover,
  }));
