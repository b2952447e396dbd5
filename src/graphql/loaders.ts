import { setImmediate as nextTurn } from "node:timers/promises";
import DataLoader from "dataloader";
import type { Analysis, AnalysisState } from "../domain/analysis/analysis.js";
import type { Timeline } from "../domain/analysis/timeline.js";
import type { Playlist } from "../domain/playlist/playlist.js";
import type { TaggedValues } from "../domain/tagging/tagged-values.js";
import type { RecordingId } from "../domain/track/recording-id.js";
import type { TrackRef } from "../domain/track/track-ref.js";
import type { Track } from "../domain/track/track.js";
import type { Identity } from "../services/access/access-service.js";
import type {
  KnownRecording,
  RecordingUnderName,
} from "../services/catalogue/recording-service.js";
import type { SamePerformance } from "../services/performances/performance-service.js";
import type { Services } from "../services/services.js";
import { requireClient } from "./client-left.js";
import { OperationTurns } from "./operation-turns.js";

/**
 * Maximum batch size: more than the largest search, page or batch of keys, so that each is one
 * read.
 */
const MAX_BATCH_SIZE = 500;

/** As many recordings as are read in about ten milliseconds from a file. */
const GROUP_SIZE = 4;

/** Loaders that batch reads, and cache them for the duration of one request. */
export interface Loaders {
  /** Adds analyses that were already read, so that no loader reads them again. */
  addAnalyses(analyses: readonly Analysis[]): void;
  readonly analysisStates: DataLoader<TrackRef, AnalysisState>;
  readonly timelines: DataLoader<TrackRef, Timeline | undefined>;
  readonly tracks: DataLoader<TrackRef, Track | undefined>;
  readonly tagged: DataLoader<TrackRef, TaggedValues | undefined>;
  readonly paths: DataLoader<TrackRef, string | undefined>;
  readonly recordings: DataLoader<RecordingId, KnownRecording | undefined>;
  /** What the recording of an analysis is among those of its name. */
  readonly underNames: DataLoader<Analysis, RecordingUnderName>;
  /** The other recordings of the performance of each. */
  readonly samePerformances: DataLoader<RecordingId, readonly SamePerformance[]>;
  /** The playlists of the caller; those of others are `undefined`. */
  readonly playlists: DataLoader<string, Playlist | undefined>;
}

/**
 * Creates the loaders of one request of a caller.
 *
 * @param signal returns one that aborts when the client has left: then nothing more is read, and what was to be loaded fails
 */
export function createLoaders(
  { access, analyses, performances, playlists, recordings, tracks }: Services,
  identity: Identity,
  signal: () => AbortSignal,
): Loaders {
  const options = { maxBatchSize: MAX_BATCH_SIZE, batchScheduleFn: inTurns() };
  const known = new Map<TrackRef, Analysis>();
  const loaderOf = <Key, Found>(read: DataLoader.BatchLoadFn<Key, Found>): DataLoader<Key, Found> =>
    new DataLoader((keys) => {
      requireClient(signal());
      return read(keys);
    }, options);
  return {
    addAnalyses(read) {
      for (const analysis of read) known.set(analysis.recordingId, analysis);
    },
    analysisStates: loaderOf((trackKeys) => analyses.findMany(trackKeys, known)),
    timelines: loaderOf((trackKeys) => analyses.findTimelines(trackKeys)),
    tracks: loaderOf((trackKeys) => tracks.findMany(trackKeys, known)),
    tagged: loaderOf((trackKeys) => tracks.findTagged(trackKeys)),
    paths: loaderOf((trackKeys) => tracks.findPaths(trackKeys)),
    recordings: loaderOf((ids) => inGroups(ids, (id) => recordings.find(id), signal())),
    underNames: loaderOf((read) => recordings.underNames(read)),
    samePerformances: loaderOf((ids) => performances.findSame(ids)),
    playlists: loaderOf((ids) => {
      const owner = access.requireScope(identity, "read").lookup;
      return playlists.findMany(owner, ids);
    }),
  };
}

/** Returns a function that lets each read begin in a turn of its own: reads of one list by several loaders begin together. */
function inTurns(): (begin: () => void) => void {
  const turns = new OperationTurns();
  return (begin) => void turns.next().then(begin);
}

/** Finds something for each id, a few at a time, and lets the event loop run other work in between: each takes several statements. */
async function inGroups<Id, Found>(
  ids: readonly Id[],
  find: (id: Id) => Promise<Found>,
  signal: AbortSignal,
): Promise<readonly Found[]> {
  const found: Found[] = [];
  for (let start = 0; start < ids.length; start += GROUP_SIZE) {
    if (start > 0) await nextTurn();
    requireClient(signal);
    found.push(...(await Promise.all(ids.slice(start, start + GROUP_SIZE).map(find))));
  }
  return found;
}

/** Returns the tracks that are still there, in order. */
export async function loadPresentTracks(
  { tracks }: Pick<Loaders, "tracks">,
  refs: readonly TrackRef[],
): Promise<readonly Track[]> {
  const found = await Promise.all(refs.map((ref) => tracks.load(ref)));
  return found.filter((track) => track !== undefined);
}
