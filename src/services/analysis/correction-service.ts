import type { Analysis } from "../../domain/analysis/analysis.js";
import {
  changedCorrections,
  correctionsOf,
  type Correction,
  type CorrectionChanges,
} from "../../domain/analysis/corrections.js";
import { correctionFields } from "../../domain/analysis/correction-field.js";
import { byField } from "../../domain/analysis/descriptors.js";
import type { LibraryFile } from "../../domain/library/library-file.js";
import { notAnalysed } from "../../domain/track/not-analysed.js";
import type { TrackRef } from "../../domain/track/track-ref.js";
import type { AnalysisStore } from "../../ports/analysis/analysis-store.js";
import type { CorrectedRecording, CorrectionStore } from "../../ports/analysis/correction-store.js";
import type { LibraryStore } from "../../ports/library/library-store.js";
import type { Clock } from "../../ports/runtime/clock.js";
import { retryWhileStorageBusy } from "../storage-retry.js";
import type { AnalysisEvents } from "./analysis-events.js";
import type { AnalysisDeliveries } from "./analysis-writer.js";

/** What is stated about a recording. */
export interface CorrectedAnalysis {
  /** With the values that are stated. */
  readonly analysis: Analysis;
  /** In the order of the API; may be empty. */
  readonly corrections: readonly Correction[];
}

/** What is stated about a recording, in a list of all. */
export interface ListedCorrections extends CorrectedRecording {
  /** Absent where the recording has no analysis now. */
  readonly analysis?: Analysis;
  /** The first of its files; absent where the library has none. */
  readonly file?: LibraryFile;
}

/** Takes back everything that is stated. */
const NOTHING_STATED: CorrectionChanges = byField(correctionFields, () => null);

/** Corrects what was measured by what users state, and takes that back. */
export class CorrectionService {
  constructor(
    private readonly needs: {
      readonly store: Pick<AnalysisStore, "findMany">;
      readonly corrections: CorrectionStore;
      readonly library: Pick<LibraryStore, "findFirst">;
      readonly deliveries: AnalysisDeliveries;
      readonly events: Pick<AnalysisEvents, "publish">;
      readonly clock: Pick<Clock, "now">;
    },
  ) {}

  /**
   * Returns what is stated about a recording.
   *
   * @param ref its id, or a track key, which means the preferred recording of the name
   * @throws {UnknownTrackIdError} no analysed recording has the id
   * @throws {AnalysisNotFoundError} no recording of the name is analysed
   */
  async get(ref: TrackRef): Promise<CorrectedAnalysis> {
    const [analysis] = await this.needs.store.findMany([ref]);
    if (analysis === undefined) throw notAnalysed(ref);
    return { analysis, corrections: correctionsOf(analysis) };
  }

  /**
   * States values of a recording, or takes them back. The same change again does nothing. Where the values change,
   * webhooks and subscriptions are told as after an analysis.
   *
   * @throws {UnknownTrackIdError} no analysed recording has the id
   * @throws {AnalysisNotFoundError} no recording of the name is analysed
   * @throws {InvalidInputError} a value does not fit the recording
   */
  async correct(ref: TrackRef, changes: CorrectionChanges): Promise<CorrectedAnalysis> {
    const { corrections, deliveries, events, clock } = this.needs;
    const { recordingId } = (await this.get(ref)).analysis;
    const corrected = await retryWhileStorageBusy(async () =>
      corrections.change(
        recordingId,
        (measured, stated) => changedCorrections(stated, changes, measured),
        { at: clock.now(), deliveriesOf: await deliveries.openDeliveries() },
      ),
    );
    if (corrected === undefined) throw notAnalysed(ref);
    const { analysis, isChanged } = corrected;
    if (isChanged) events.publish(analysis);
    return { analysis, corrections: correctionsOf(analysis) };
  }

  /** Returns what is stated about all recordings, ordered by their ids. */
  async list(): Promise<readonly ListedCorrections[]> {
    const { store, corrections, library } = this.needs;
    const all = await corrections.list();
    const ids = all.map(({ recordingId }) => recordingId);
    const [analyses, files] = await Promise.all([store.findMany(ids), library.findFirst(ids)]);
    return all.map((corrected, index) => {
      const [analysis, file] = [analyses[index], files[index]];
      return { ...corrected, ...(analysis && { analysis }), ...(file && { file }) };
    });
  }

  /** Takes back all that is stated about a recording. Throws as `correct` does. */
  takeBack(ref: TrackRef): Promise<CorrectedAnalysis> {
    return this.correct(ref, NOTHING_STATED);
  }
}
