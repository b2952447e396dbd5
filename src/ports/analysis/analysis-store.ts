import type { Analysis } from "../../domain/analysis/analysis.js";
import type { EstimateField } from "../../domain/analysis/descriptors.js";
import type {
  ColumnsRequest,
  Holders,
  Page,
  PageRequest,
  TrackColumns,
} from "../../domain/catalogue/catalogue-query.js";
import type { RecordingKey } from "../../domain/track/recording.js";
import type { Timeline } from "../../domain/analysis/timeline.js";
import type { TrackKey } from "../../domain/track/track-key.js";
import type { NewDelivery } from "../../domain/webhook/webhook-delivery.js";

/** Another way to name a recording that has an analysis. */
export interface AnalysedSpelling extends TrackNames {
  /** The key that the analysis is stored under. */
  readonly analysisKey: TrackKey;
}

/** A track key with the names that it was made from. */
export interface TrackNames {
  readonly trackKey: TrackKey;
  readonly artist: string;
  readonly trackName: string;
}

/** Stores analyses permanently, one per track key. */
export interface AnalysisStore {
  /**
   * Stores an analysis with its timeline in place of the one under its key, and adds its webhook
   * deliveries as `WebhookStore.addDeliveries` does. Both happen in one transaction, or neither.
   * Returns whether it did.
   *
   * @param mayReplace whether it is stored where `findMany` returns this analysis for its key, also
   * where another process has just stored that one; by default it is
   */
  save(
    analysis: Analysis,
    deliveries?: readonly NewDelivery[],
    mayReplace?: (stored: Analysis) => boolean,
  ): Promise<boolean>;

  /**
   * Returns one analysis per key, in the order of the keys and of any version; `undefined` for
   * unknown keys. A saved spelling returns the analysis of its recording, under the names of the
   * spelling, unless one of at least that version is stored under its own key.
   */
  findMany(trackKeys: readonly TrackKey[]): Promise<readonly (Analysis | undefined)[]>;

  /**
   * Returns the timelines of the analyses that `findMany` returns, in the order of the keys;
   * `undefined` for unknown keys, and where an analysis was saved without one. No other method
   * reads timelines.
   */
  findTimelines(trackKeys: readonly TrackKey[]): Promise<readonly (Timeline | undefined)[]>;

  /** Returns the analyses stored under any name of a recording, newest first. */
  findByRecording(recordingKey: RecordingKey): Promise<readonly Analysis[]>;

  /**
   * Makes a stored analysis available under another spelling too, until the analysis is removed;
   * `analysisKey` may itself be a spelling.
   */
  saveSpelling(spelling: AnalysedSpelling): Promise<void>;

  /**
   * Moves an analysis to another track key with other names, because the tags of its file were changed;
   * the old key remains as a spelling. Returns whether it did: not where no analysis is stored under
   * the old key itself, or one is under the new key.
   */
  rename(from: TrackKey, to: TrackNames): Promise<boolean>;

  /**
   * Removes analyses and the spellings that use them, because their audio changed; unknown keys are
   * ignored.
   */
  remove(trackKeys: readonly TrackKey[]): Promise<void>;

  /**
   * Returns a page of analyses in the requested order, ties by track key, absent values last;
   * everything between the cursors where neither `first` nor `last` is given.
   */
  list(page: PageRequest): Promise<Page<Analysis>>;

  /**
   * For each of the fields, in their order, counts the analyses whose value is at least `min`, and
   * returns the `first` strongest of them.
   */
  findHolders(
    fields: readonly EstimateField[],
    options: { readonly min: number; readonly first: number },
  ): Promise<readonly Holders<Analysis>[]>;

  /**
   * Returns values of the analyses that pass a filter, in no particular order. Where there are more
   * than the limit, those that are returned are spread over all of them.
   */
  readColumns(request: ColumnsRequest): Promise<TrackColumns>;
}
