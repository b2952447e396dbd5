import type { Analysis } from "../../domain/analysis/analysis.js";
import { FilesDecideError } from "../../domain/errors/request-errors.js";
import { absolutePathOf } from "../../domain/library/library-file.js";
import { notAnalysed } from "../../domain/track/not-analysed.js";
import type { RecordingId } from "../../domain/track/recording-id.js";
import type { TrackNames } from "../../domain/track/track-key.js";
import type { TrackRef } from "../../domain/track/track-ref.js";
import type { AnalysisStore } from "../../ports/analysis/analysis-store.js";
import type { GoneRecordings } from "../../ports/analysis/gone-recordings.js";
import type { Clock } from "../../ports/runtime/clock.js";
import { retryWhileStorageBusy } from "../storage-retry.js";

/** A recording that was forgotten, under the name that it was asked for by, or else that it is listed under. */
interface ForgottenRecording extends TrackNames {
  readonly recordingId: RecordingId;
  /** Since when it is gone, milliseconds since 1970; `null` where its analysis was removed at once. */
  readonly goneAt: number | null;
  /** Until when its analysis is kept for a return, milliseconds since 1970; `null` where it is not, or forever. */
  readonly keptUntil: number | null;
}

/** Takes recordings that no file of the library holds, such as uploads, out of all lists, and lets them return. */
export class ForgettingService {
  constructor(
    private readonly needs: {
      readonly store: Pick<AnalysisStore, "findMany">;
      readonly gone: Pick<GoneRecordings, "forget" | "restore">;
      readonly clock: Pick<Clock, "now">;
      /** How long analyses of what is gone are kept for a return, milliseconds; forever where absent. */
      readonly keptMilliseconds: number | undefined;
    },
  ) {}

  /**
   * Makes a recording gone: it leaves lists, facets, the map, exports, similar tracks, mixes and recipes of playlists, and
   * is answered by its id and names as before. The same again changes nothing.
   *
   * @param ref its id, or a track key, which means the preferred recording of the name
   * @param options.isKept whether its analysis is kept for a return, by default; otherwise it is removed at once, with all
   * that was measured of it. What users state about it stays in both cases
   * @throws {UnknownTrackIdError} no analysed recording has the id
   * @throws {AnalysisNotFoundError} no recording of the name is analysed
   * @throws {FilesDecideError} files of the library hold the recording
   */
  async forget(
    ref: TrackRef,
    { isKept = true }: { readonly isKept?: boolean | undefined } = {},
  ): Promise<ForgottenRecording> {
    const { gone, clock, keptMilliseconds } = this.needs;
    const { recordingId, trackKey, artist, trackName } = await this.#get(ref);
    const options = { at: clock.now(), isKept };
    const outcome = await retryWhileStorageBusy(() => gone.forget(recordingId, options));
    if (outcome === undefined) throw notAnalysed(ref);
    if (outcome.state === "held") {
      throw FilesDecideError.held(recordingId, absolutePathOf(outcome.path), outcome.fileCount);
    }
    const goneAt = outcome.state === "gone" ? outcome.goneAt : null;
    const isForever = goneAt === null || keptMilliseconds === undefined;
    const keptUntil = isForever ? null : goneAt + keptMilliseconds;
    return { recordingId, trackKey, artist, trackName, goneAt, keptUntil };
  }

  /**
   * Lets a forgotten recording return as it was; does nothing where it is not gone. Returns its analysis.
   *
   * @param ref as of `forget`
   * @throws {UnknownTrackIdError} no analysed recording has the id
   * @throws {AnalysisNotFoundError} no recording of the name is analysed
   * @throws {FilesDecideError} it left the library with the last of its files
   */
  async restore(ref: TrackRef): Promise<Analysis> {
    const { recordingId } = await this.#get(ref);
    const outcome = await retryWhileStorageBusy(() => this.needs.gone.restore(recordingId));
    if (outcome === "withoutFile") throw FilesDecideError.withoutFile(recordingId);
    return this.#get(ref);
  }

  async #get(ref: TrackRef): Promise<Analysis> {
    const [analysis] = await this.needs.store.findMany([ref]);
    if (analysis === undefined) throw notAnalysed(ref);
    return analysis;
  }
}
