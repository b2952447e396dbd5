import { trackIdText, type TrackId } from "../../domain/track/track-id.js";
import { UnknownTrackIdError } from "../../domain/errors/not-found-errors.js";
import type { IdLink } from "../../domain/track/id-link.js";
import type { RecordingId } from "../../domain/track/recording-id.js";
import type { Track } from "../../domain/track/track.js";
import type { TrackKey } from "../../domain/track/track-key.js";
import type { LibraryStore } from "../../ports/library/library-store.js";
import type { IdLinkStore } from "../../ports/metadata/id-link-store.js";
import type { MetadataCache } from "../../ports/metadata/metadata-cache.js";
import type { TrackDirectory } from "../../ports/metadata/track-directory.js";
import { mergeCandidates } from "./candidate-merge.js";
import { failureOfAll, type ProviderQueries } from "./provider-queries.js";
import type { TrackService } from "./track-service.js";

/** The tracks that have an id. */
export interface Lookup {
  /** One per track key, in the order of the directories; may be empty. */
  readonly tracks: readonly Track[];
  /** Whether several tracks have the id. */
  readonly isAmbiguous: boolean;
  /** Names of the providers that failed. */
  readonly unavailableProviders: readonly string[];
}

/** Looks up tracks by their ids in the catalogues of providers. */
export class LookupService {
  constructor(
    private readonly needs: {
      readonly queries: ProviderQueries;
      readonly tracks: TrackService;
      /** In order of preference: the names of a track come from the first that knows it. */
      readonly directories: readonly TrackDirectory[];
      readonly cache: MetadataCache;
      /** What imported tables say of ids of Spotify. */
      readonly links: IdLinkStore;
      readonly files: Pick<LibraryStore, "findByCode">;
    },
  ) {}

  /**
   * Returns the tracks that have an id, and caches their metadata, so that they can be analysed.
   *
   * An id of Spotify in an imported table is looked up by the other ids there first.
   *
   * The result names the directories that failed, unless no directory found the track. Replies are
   * cached like those to searches.
   *
   * @param options.isFresh whether to query the directories even where their replies are cached
   * @throws {ProviderError} no track was found, and a directory failed
   */
  async find(
    id: TrackId,
    signal: AbortSignal,
    { isFresh = false }: { readonly isFresh?: boolean } = {},
  ): Promise<Lookup> {
    if (id.kind === "trackKey" || id.kind === "recording") {
      const ref = id.kind === "trackKey" ? id.trackKey : id.recordingId;
      const track = await this.needs.tracks.find(ref);
      return lookupOf(track === undefined ? [] : [track], []);
    }
    if (id.kind === "spotify") {
      const linked = await this.#findLinked(id.spotifyId, signal, { isFresh });
      if (linked) return linked;
    }
    const supporting = this.needs.directories.filter((directory) => directory.knows(id.kind));
    const { queries } = this.needs;
    const requests = supporting.map((provider) => ({ provider, query: id }));
    const { replies, failed } = await queries.withDeadline(signal, (deadline) =>
      queries.run(requests, {
        deadline,
        isFresh,
        send: async (directory, query, joint) => ({
          candidates: await directory.find(query, joint),
          hasMore: false,
        }),
      }),
    );
    const tracks = mergeCandidates(replies.flatMap(({ candidates }) => candidates));
    if (tracks.length === 0 && failed.length > 0) throw failureOfAll(failed);
    await this.needs.cache.saveTracks(tracks);
    return lookupOf(
      await this.needs.tracks.withLengths(await this.#ofCode(id, tracks)),
      failed.map(({ provider }) => provider),
    );
  }

  /**
   * Returns the same tracks, each of the recording in the first file with its name whose tags have the code:
   * another recording of the name may have another code.
   */
  async #ofCode(id: TrackId, tracks: readonly Track[]): Promise<readonly Track[]> {
    const held = await this.findHeld(id);
    return tracks.map((track) => {
      const recordingId = held.find(({ trackKey }) => trackKey === track.trackKey)?.recordingId;
      return recordingId === undefined ? track : { ...track, recordingId };
    });
  }

  /** Returns the recordings in files whose tags have an ISRC or MusicBrainz id, with the names of the files; none for other ids. */
  async findHeld(
    id: TrackId,
  ): Promise<readonly { readonly trackKey: TrackKey; readonly recordingId: RecordingId }[]> {
    if (id.kind !== "isrc" && id.kind !== "mbid") return [];
    const files = await this.needs.files.findByCode(id);
    return files.flatMap(({ trackKey, recordingId }) =>
      recordingId === undefined ? [] : { trackKey, recordingId },
    );
  }

  /**
   * Returns the tracks that an imported table names for an id of Spotify; `undefined` where it names
   * none that is found.
   *
   * @throws {ProviderError} no track was found by any of its ids, and a directory failed
   */
  async #findLinked(
    spotifyId: string,
    signal: AbortSignal,
    options: { readonly isFresh: boolean },
  ): Promise<Lookup | undefined> {
    const link = await this.needs.links.find(spotifyId);
    const failures: unknown[] = [];
    for (const id of link ? idsOf(link) : []) {
      try {
        const lookup = await this.find(id, signal, options);
        if (lookup.tracks.length > 0) return lookup;
      } catch (error) {
        signal.throwIfAborted();
        failures.push(error);
      }
    }
    if (failures.length > 0) throw failures[0];
    return undefined;
  }

  /**
   * Returns the tracks that have an id as `find` does, and throws where there are none.
   *
   * @throws {UnknownTrackIdError} no track has the id
   * @throws {ProviderError} no track was found, and a directory failed
   */
  async get(
    id: TrackId,
    signal: AbortSignal,
    options?: { readonly isFresh?: boolean },
  ): Promise<Lookup> {
    const lookup = await this.find(id, signal, options);
    if (lookup.tracks.length === 0) throw new UnknownTrackIdError(trackIdText(id));
    return lookup;
  }
}

/** Returns the other ids of a link, the most exact first. */
function idsOf({ isrc, musicbrainzId, trackKey }: IdLink): readonly TrackId[] {
  return [
    ...(isrc === null ? [] : [{ kind: "isrc", isrc } as const]),
    ...(musicbrainzId === null ? [] : [{ kind: "mbid", musicbrainzId } as const]),
    ...(trackKey === null ? [] : [{ kind: "trackKey", trackKey } as const]),
  ];
}

const lookupOf = (tracks: readonly Track[], unavailableProviders: readonly string[]): Lookup => ({
  tracks,
  isAmbiguous: tracks.length > 1,
  unavailableProviders,
});
