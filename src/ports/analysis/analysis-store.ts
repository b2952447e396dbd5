import type { Analysis, EstimateField } from "../../domain/analysis/analysis.js";
import type {
  Holders,
  Page,
  PageRequest,
  TrackFilter,
} from "../../domain/catalogue/catalogue-query.js";
import type { RecordingKey } from "../../domain/track/recording.js";
import type { Timeline } from "../../domain/analysis/timeline.js";
import type { TrackKey } from "../../domain/track/track-key.js";
import type { NewDelivery } from "../../domain/webhook/webhook-delivery.js";

/** Another way to name a recording that has an analysis. */
export interface AnalysedSpelling {
  readonly trackKey: TrackKey;
  readonly artist: string;
  readonly trackName: string;
  /** The key that the analysis is kept under. */
  readonly analysisKey: TrackKey;
}

/** Keeps analyses for good, one per track key. */
export interface AnalysisStore {
  /**
   * Replaces what was kept under the key, its timeline too, and adds what is to be sent to webhooks
   * about it, as `WebhookStore.addDeliveries` does: both or neither, also where the process ends.
   */
  save(analysis: Analysis, deliveries?: readonly NewDelivery[]): Promise<void>;

  /**
   * One entry per key, in the order of the keys, of whichever version; `undefined` for unknown keys.
   * A spelling that was kept has the analysis of its recording, under its own names, unless one of
   * at least that version is kept under its key.
   */
  findMany(trackKeys: readonly TrackKey[]): Promise<readonly (Analysis | undefined)[]>;

  /**
   * The timelines of the analyses that `findMany` answers with, in the order of the keys;
   * `undefined` for unknown keys, and where an analysis was saved without one. No other method reads
   * timelines.
   */
  findTimelines(trackKeys: readonly TrackKey[]): Promise<readonly (Timeline | undefined)[]>;

  /** The analyses kept under any name of a recording, newest first. */
  findByRecording(recordingKey: RecordingKey): Promise<readonly Analysis[]>;

  /** From now on an analysis answers for another spelling too, for as long as it is kept. */
  saveSpelling(spelling: AnalysedSpelling): Promise<void>;

  /** Forgets analyses and the spellings that use them, because their audio changed; unknown keys are ignored. */
  remove(trackKeys: readonly TrackKey[]): Promise<void>;

  /**
   * A page of analyses in the order asked for, ties by track key, absent values last; all that the
   * cursors enclose where neither `first` nor `last` is named.
   */
  list(page: PageRequest): Promise<Page<Analysis>>;

  /** How many analyses pass the filter. */
  count(filter: TrackFilter): Promise<number>;

  /** For each of the fields, in their order: the analyses whose value there is at least that. */
  findHolders(
    fields: readonly EstimateField[],
    wish: { readonly min: number; readonly first: number },
  ): Promise<readonly Holders<Analysis>[]>;
}
