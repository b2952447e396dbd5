import { hasWholeLength } from "../../domain/analysis/analysis-data.js";
import type { Analysis } from "../../domain/analysis/analysis.js";
import { absolutePathOf, candidateFromFile } from "../../domain/library/library-file.js";
import type { TaggedValues } from "../../domain/tagging/tagged-values.js";
import { isRecordingId } from "../../domain/track/recording-id.js";
import type { TrackKey } from "../../domain/track/track-key.js";
import { refOf, splitRefs, type TrackRef } from "../../domain/track/track-ref.js";
import type { Track } from "../../domain/track/track.js";
import type { AnalysisStore } from "../../ports/analysis/analysis-store.js";
import type { LibraryStore } from "../../ports/library/library-store.js";
import type { MetadataCache } from "../../ports/metadata/metadata-cache.js";
import { trackFrom } from "./candidate-merge.js";

/**
 * Finds tracks by their keys: from earlier searches, the library, or a stored analysis; and recordings by
 * their ids: from the library or a stored analysis.
 */
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
    trackKeys: readonly TrackRef[],
    known: ReadonlyMap<TrackRef, Analysis> = new Map(),
  ): Promise<readonly (Track | undefined)[]> {
    const { cache } = this.needs;
    const found: (Track | undefined)[] = trackKeys.map(() => undefined);
    await this.#fill(trackKeys, found, (missing) =>
      ofNames(missing, (keys) => cache.findTracks(keys)),
    );
    await this.#fill(trackKeys, found, (missing) => this.#inLibrary(missing));
    await this.#fill(trackKeys, found, (missing) =>
      Promise.resolve(missing.map((ref) => toTrack(ref, known.get(ref)))),
    );
    await this.#fill(trackKeys, found, (missing) => this.#analysed(missing));
    // A client may have searched on another server a moment ago, after it asked this one in vain.
    await this.#fill(trackKeys, found, (missing) =>
      ofNames(missing, (keys) => cache.findTracksAnew(keys)),
    );
    return this.withLengths(await this.#described(found), known);
  }

  /**
   * Returns the same tracks, and adds missing lengths from their stored analyses, unless the
   * analysis is of an excerpt, which does not show the length of the recording.
   *
   * @param known analyses that were read already, and are not read again
   */
  async withLengths<Some extends Track | undefined>(
    tracks: readonly Some[],
    known: ReadonlyMap<TrackRef, Analysis> = new Map(),
  ): Promise<readonly Some[]> {
    const unmeasured = tracks.flatMap((track) =>
      track && track.durationSeconds === undefined ? [refOf(track)] : [],
    );
    if (unmeasured.length === 0) return tracks;
    const unread = unmeasured.filter((ref) => !known.has(ref));
    const read = unread.length === 0 ? [] : await this.needs.analyses.findMany(unread);
    const analyses = new Map([
      ...known,
      ...unread.map((ref, index) => [ref, read[index]] as const),
    ]);
    return tracks.map((track) => {
      if (track === undefined || track.durationSeconds !== undefined) return track;
      const analysis = analyses.get(refOf(track));
      return analysis ? { ...track, ...lengthOf(analysis) } : track;
    });
  }

  /** Returns the track of a key, or `undefined` where the key is unknown. */
  async find(trackKey: TrackRef): Promise<Track | undefined> {
    const [track] = await this.findMany([trackKey]);
    return track;
  }

  /** Returns what the tags of the first library file of each key say, in the order of the keys. */
  async findTagged(trackKeys: readonly TrackRef[]): Promise<readonly (TaggedValues | undefined)[]> {
    const files = await this.needs.library.findFirst(trackKeys);
    return files.map((file) => file?.tagged);
  }

  /** Returns the absolute path of the first library file of each key, in the order of the keys. */
  async findPaths(trackKeys: readonly TrackRef[]): Promise<readonly (string | undefined)[]> {
    const files = await this.needs.library.findFirst(trackKeys);
    return files.map((file) => file && absolutePathOf(file));
  }

  async #fill(
    trackKeys: readonly TrackRef[],
    found: (Track | undefined)[],
    read: (missing: readonly TrackRef[]) => Promise<readonly (Track | undefined)[]>,
  ): Promise<void> {
    const gaps = trackKeys.flatMap((trackKey, index) =>
      found[index] === undefined ? [{ trackKey, index }] : [],
    );
    if (gaps.length === 0) return;
    const tracks = await read(gaps.map(({ trackKey }) => trackKey));
    gaps.forEach(({ index }, position) => (found[index] = tracks[position]));
  }

  async #inLibrary(trackKeys: readonly TrackRef[]): Promise<readonly (Track | undefined)[]> {
    const files = await this.needs.library.findFirst(trackKeys);
    return files.map((file, index) => {
      const track = file && trackFrom(file.trackKey, candidateFromFile(file));
      return track && ofRecording(track, trackKeys[index]);
    });
  }

  /** Adds what providers know of the names of recordings without a file; their lengths are the measured ones. */
  async #described(found: readonly (Track | undefined)[]): Promise<readonly (Track | undefined)[]> {
    const isBare = ({ recordingId, providers }: Track): boolean =>
      recordingId !== undefined && providers.length === 0;
    const bare = found.flatMap((track) => (track && isBare(track) ? [track.trackKey] : []));
    if (bare.length === 0) return found;
    const tracks = await this.needs.cache.findTracks(bare);
    const byKey = new Map(bare.map((trackKey, index) => [trackKey, tracks[index]]));
    return found.map((track) => {
      const described = track && isBare(track) ? byKey.get(track.trackKey) : undefined;
      if (track === undefined || described === undefined) return track;
      const { recordingId, durationSeconds } = track;
      return {
        ...described,
        ...(recordingId && { recordingId }),
        ...(durationSeconds !== undefined && { durationSeconds }),
      };
    });
  }

  async #analysed(trackKeys: readonly TrackRef[]): Promise<readonly (Track | undefined)[]> {
    const analyses = await this.needs.analyses.findMany(trackKeys);
    return analyses.map((analysis, index) => toTrack(trackKeys[index], analysis));
  }
}

/** Reads the tracks of names; those of recordings are `undefined`. */
async function ofNames(
  refs: readonly TrackRef[],
  read: (trackKeys: readonly TrackKey[]) => Promise<readonly (Track | undefined)[]>,
): Promise<readonly (Track | undefined)[]> {
  const { trackKeys } = splitRefs(refs);
  if (trackKeys.length === 0) return refs.map(() => undefined);
  const tracks = await read(trackKeys);
  const found = new Map<TrackRef, Track | undefined>(
    trackKeys.map((trackKey, index) => [trackKey, tracks[index]]),
  );
  return refs.map((ref) => found.get(ref));
}

/** Returns a track, as that of a recording where it was asked for by one. */
const ofRecording = (track: Track, ref: TrackRef | undefined): Track =>
  isRecordingId(ref) ? { ...track, recordingId: ref } : track;

/** Converts an analysis to a track with its names. */
function toTrack(ref: TrackRef | undefined, analysis: Analysis | undefined): Track | undefined {
  if (analysis === undefined) return undefined;
  const { trackKey, trackName, artist } = analysis;
  const artwork = { kind: "none" } as const;
  const names = { trackKey, trackName, artist, ...analysis.release };
  return ofRecording({ ...names, ...lengthOf(analysis), artwork, providers: [] }, ref);
}

/**
 * Returns the length of the recording by its analysis; none for an excerpt, which does not show the
 * length of the whole.
 */
function lengthOf(analysis: Analysis): Pick<Track, "durationSeconds"> {
  return hasWholeLength(analysis) ? { durationSeconds: analysis.durationSeconds } : {};
}
