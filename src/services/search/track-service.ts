import type { Analysis } from "../../domain/analysis/analysis.js";
import { absolutePathOf, candidateFromFile } from "../../domain/library/library-file.js";
import type { TaggedValues } from "../../domain/tagging/tagged-values.js";
import type { TrackKey } from "../../domain/track/track-key.js";
import type { Track } from "../../domain/track/track.js";
import type { AnalysisStore } from "../../ports/analysis/analysis-store.js";
import type { LibraryStore } from "../../ports/library/library-store.js";
import type { MetadataCache } from "../../ports/metadata/metadata-cache.js";
import { trackFrom } from "./candidate-merge.js";

/** Finds tracks by their keys: from earlier searches, the library, or a stored analysis. */
export class TrackService {
  constructor(
    private readonly needs: {
      readonly cache: MetadataCache;
      readonly library: LibraryStore;
      readonly analyses: AnalysisStore;
    },
  ) {}

  /**
   * Returns one track per key, in the order of the keys, `undefined` for unknown keys. The length
   * is that of the provider or the file, or else the measured one.
   *
   * @param known analyses that were read already, and are not read again
   */
  async findMany(
    trackKeys: readonly TrackKey[],
    known: ReadonlyMap<TrackKey, Analysis> = new Map(),
  ): Promise<readonly (Track | undefined)[]> {
    const found = [...(await this.needs.cache.findTracks(trackKeys))];
    await this.#fill(trackKeys, found, (missing) => this.#inLibrary(missing));
    await this.#fill(trackKeys, found, (missing) =>
      Promise.resolve(missing.map((trackKey) => toTrack(known.get(trackKey)))),
    );
    await this.#fill(trackKeys, found, (missing) => this.#analysed(missing));
    // A client may have searched on another server a moment ago, after it asked this one in vain.
    await this.#fill(trackKeys, found, (missing) => this.needs.cache.findTracksAnew(missing));
    return this.withLengths(found, known);
  }

  /**
   * Returns the same tracks, and adds missing lengths from their stored analyses, unless the
   * analysis is of an excerpt, which does not show the length of the recording.
   *
   * @param known analyses that were read already, and are not read again
   */
  async withLengths<Some extends Track | undefined>(
    tracks: readonly Some[],
    known: ReadonlyMap<TrackKey, Analysis> = new Map(),
  ): Promise<readonly Some[]> {
    const unmeasured = tracks.flatMap((track) =>
      track && track.durationSeconds === undefined ? [track.trackKey] : [],
    );
    if (unmeasured.length === 0) return tracks;
    const unread = unmeasured.filter((trackKey) => !known.has(trackKey));
    const read = unread.length === 0 ? [] : await this.needs.analyses.findMany(unread);
    const lengths = new Map(
      [...unmeasured.map((trackKey) => known.get(trackKey)), ...read].flatMap((analysis) =>
        analysis ? [[analysis.trackKey, lengthOf(analysis)]] : [],
      ),
    );
    return tracks.map((track) => {
      const length = track && lengths.get(track.trackKey);
      const isUnmeasured = track?.durationSeconds === undefined;
      return isUnmeasured && length ? { ...track, ...length } : track;
    });
  }

  /** Returns the track of a key, or `undefined` where the key is unknown. */
  async find(trackKey: TrackKey): Promise<Track | undefined> {
    const [track] = await this.findMany([trackKey]);
    return track;
  }

  /** Returns what the tags of the newest library file of each key say, in the order of the keys. */
  async findTagged(trackKeys: readonly TrackKey[]): Promise<readonly (TaggedValues | undefined)[]> {
    const files = await this.needs.library.findManyByTrackKey(trackKeys);
    return files.map((file) => file?.tagged);
  }

  /** Returns the absolute path of the newest library file of each key, in the order of the keys. */
  async findPaths(trackKeys: readonly TrackKey[]): Promise<readonly (string | undefined)[]> {
    const files = await this.needs.library.findManyByTrackKey(trackKeys);
    return files.map((file) => file && absolutePathOf(file));
  }

  async #fill(
    trackKeys: readonly TrackKey[],
    found: (Track | undefined)[],
    read: (missing: readonly TrackKey[]) => Promise<readonly (Track | undefined)[]>,
  ): Promise<void> {
    const gaps = trackKeys.flatMap((trackKey, index) =>
      found[index] === undefined ? [{ trackKey, index }] : [],
    );
    if (gaps.length === 0) return;
    const tracks = await read(gaps.map(({ trackKey }) => trackKey));
    gaps.forEach(({ index }, position) => (found[index] = tracks[position]));
  }

  async #inLibrary(trackKeys: readonly TrackKey[]): Promise<readonly (Track | undefined)[]> {
    const files = await this.needs.library.findManyByTrackKey(trackKeys);
    return files.map((file) => file && trackFrom(file.trackKey, candidateFromFile(file)));
  }

  async #analysed(trackKeys: readonly TrackKey[]): Promise<readonly (Track | undefined)[]> {
    const analyses = await this.needs.analyses.findMany(trackKeys);
    return analyses.map(toTrack);
  }
}

/** Converts an analysis to a track with its names. */
function toTrack(analysis: Analysis | undefined): Track | undefined {
  if (analysis === undefined) return undefined;
  const { trackKey, trackName, artist } = analysis;
  const artwork = { kind: "none" } as const;
  const names = { trackKey, trackName, artist, ...analysis.release };
  return { ...names, ...lengthOf(analysis), artwork, providers: [] };
}

/**
 * Returns the length of the recording by its analysis; none for an excerpt, which does not show the
 * length of the whole.
 */
function lengthOf({ durationSeconds, excerptSeconds }: Analysis): Pick<Track, "durationSeconds"> {
  return durationSeconds > 0 && durationSeconds !== excerptSeconds ? { durationSeconds } : {};
}
