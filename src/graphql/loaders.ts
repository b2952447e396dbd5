import DataLoader from "dataloader";
import type { Analysis, AnalysisState } from "../domain/analysis/analysis.js";
import type { Timeline } from "../domain/analysis/timeline.js";
import type { Playlist } from "../domain/playlist/playlist.js";
import type { TaggedValues } from "../domain/tagging/tagged-values.js";
import type { TrackKey } from "../domain/track/track-key.js";
import type { Track } from "../domain/track/track.js";
import type { Identity } from "../services/access/access-service.js";
import type { Services } from "../services/services.js";

/**
 * Maximum batch size: more than the largest search, page or batch of keys, so that each is one
 * read.
 */
const MAX_BATCH_SIZE = 500;

/** Loaders that batch reads, and cache them for the duration of one request. */
export interface Loaders {
  /** Adds analyses that were already read, so that no loader reads them again. */
  addAnalyses(analyses: readonly Analysis[]): void;
  readonly analysisStates: DataLoader<TrackKey, AnalysisState>;
  readonly timelines: DataLoader<TrackKey, Timeline | undefined>;
  readonly tracks: DataLoader<TrackKey, Track | undefined>;
  readonly tagged: DataLoader<TrackKey, TaggedValues | undefined>;
  readonly paths: DataLoader<TrackKey, string | undefined>;
  /** The playlists of the caller; those of others are `undefined`. */
  readonly playlists: DataLoader<string, Playlist | undefined>;
}

/** Creates the loaders of one request of a caller. */
export function createLoaders(
  { access, analyses, playlists, tracks }: Services,
  identity: Identity,
): Loaders {
  const options = { maxBatchSize: MAX_BATCH_SIZE };
  const known = new Map<TrackKey, Analysis>();
  return {
    addAnalyses(read) {
      for (const analysis of read) known.set(analysis.trackKey, analysis);
    },
    analysisStates: new DataLoader((trackKeys) => analyses.findMany(trackKeys, known), options),
    timelines: new DataLoader((trackKeys) => analyses.findTimelines(trackKeys), options),
    tracks: new DataLoader((trackKeys) => tracks.findMany(trackKeys, known), options),
    tagged: new DataLoader((trackKeys) => tracks.findTagged(trackKeys), options),
    paths: new DataLoader((trackKeys) => tracks.findPaths(trackKeys), options),
    playlists: new DataLoader((ids) => {
      const owner = access.requireScope(identity, "read").lookup;
      return playlists.findMany(owner, ids);
    }, options),
  };
}
