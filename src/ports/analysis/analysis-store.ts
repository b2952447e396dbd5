import type { Analysis, AnalysisValues } from "../../domain/analysis/analysis.js";
import type { EstimateField } from "../../domain/analysis/descriptors.js";
import type { Timeline } from "../../domain/analysis/timeline.js";
import type { Holders, Page, PageRequest } from "../../domain/catalogue/catalogue-query.js";
import type { NamedRecording } from "../../domain/track/preferred-recording.js";
import type { RecordingId } from "../../domain/track/recording-id.js";
import type { TrackKey, TrackNames } from "../../domain/track/track-key.js";
import type { TrackRef } from "../../domain/track/track-ref.js";
import type { WorkBudget } from "../../domain/work-budget.js";
import type { NewDelivery } from "../../domain/webhook/webhook-delivery.js";

/** Which analyses have a value, and for whom they are found. */
export interface HolderOptions {
  readonly min: number;
  readonly first: number;
  readonly budget?: WorkBudget | undefined;
}

/** The recordings that a name means. */
export interface RecordingsOfName {
  /** The preferred one first; may be empty. */
  readonly recordings: readonly NamedRecording[];
  /** Whether a file of the library has the name, but has not been read whole since its bytes changed. */
  readonly hasUnreadFile: boolean;
}

/** Stores analyses permanently, one per recording, and finds them by recording or by name. */
export interface AnalysisStore {
  /**
   * Stores an analysis with its timeline in place of the one of its recording, remembers that its name
   * means the recording, and adds its webhook deliveries as `WebhookStore.addDeliveries` does. What users
   * state about the recording takes the place of what was measured. All of it happens in one transaction, or
   * nothing. Returns whether it did: not where one of a newer version is stored, also where another process
   * has just stored that one.
   *
   * @param deliveriesOf receives the analysis with what users state
   * @param options.isOfFile whether it was measured on a file of the library: where that was removed meanwhile, and no
   * other file holds its recording, it has left the library
   */
  save(
    analysis: Analysis,
    deliveriesOf?: (stored: Analysis) => readonly NewDelivery[],
    options?: { readonly isOfFile?: boolean },
  ): Promise<boolean>;

  /**
   * Returns one analysis per reference, in their order and of any version; `undefined` where there is
   * none. A track key returns the preferred recording of its name, under that name; the id of a recording
   * returns the recording, under the name of its first file.
   */
  findMany(refs: readonly TrackRef[]): Promise<readonly (Analysis | undefined)[]>;

  /** Returns the values of the analyses that `findMany` returns, in the order of the references: many are read much faster. */
  findValues(refs: readonly TrackRef[]): Promise<readonly (AnalysisValues | undefined)[]>;

  /**
   * Returns the timelines of the analyses that `findMany` returns, in the order of the references;
   * `undefined` for unknown ones, and where an analysis was saved without one. No other method reads
   * timelines.
   */
  findTimelines(refs: readonly TrackRef[]): Promise<readonly (Timeline | undefined)[]>;

  /** Returns what each name means, in the order of the keys. */
  findNamed(trackKeys: readonly TrackKey[]): Promise<readonly RecordingsOfName[]>;

  /** Returns the names under which a recording was measured or files had it, ordered by track key. */
  findNames(recordingId: RecordingId): Promise<readonly TrackNames[]>;

  /** Remembers that recordings are known by the digests of their audio, and not only by an earlier name. */
  verify(from: RecordingId, to: RecordingId): Promise<void>;

  /** Returns the analyses of a page, in the order of `AnalysisCatalogue.listIds`, which says what is charged to a budget. */
  list(page: PageRequest, budget?: WorkBudget): Promise<Page<Analysis>>;

  /**
   * For each of the fields, in their order, counts the analyses whose value is at least `min`, and
   * returns the `first` strongest of them.
   */
  findHolders(
    fields: readonly EstimateField[],
    options: HolderOptions,
  ): Promise<readonly Holders<Analysis>[]>;
}
