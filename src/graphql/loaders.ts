import DataLoader from "dataloader";
import type { AnalysisState } from "../domain/analysis.js";
import type { TrackKey } from "../domain/track-key.js";
import type { Track } from "../domain/track.js";
import type { Services } from "../services/services.js";

/** More than the largest search, page or batch of keys: each of them is one read. */
const LARGEST_BATCH = 500;

/** Reads that are joined into batches, and remembered while one request lives. */
export interface Loaders {
  readonly analysisStates: DataLoader<TrackKey, AnalysisState>;
  readonly tracks: DataLoader<TrackKey, Track | undefined>;
}

/** Loaders for one request. */
export function createLoaders({ analyses, tracks }: Services): Loaders {
  const options = { maxBatchSize: LARGEST_BATCH };
  return {
    analysisStates: new DataLoader((trackKeys) => analyses.findMany(trackKeys), options),
    tracks: new DataLoader((trackKeys) => tracks.findMany(trackKeys), options),
  };
}
