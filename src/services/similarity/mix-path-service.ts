import { InvalidInputError } from "../../domain/errors/request-errors.js";
import type { MixPath, MixStep } from "../../domain/catalogue/mix-path.js";
import { mixTransitionBetween } from "../../domain/catalogue/mix-transition.js";
import type { TrackKey } from "../../domain/track/track-key.js";
import type { AnalysisFeed, MeasuredTrack } from "../../ports/analysis/analysis-feed.js";
import type { AnalysisStore } from "../../ports/analysis/analysis-store.js";
import type { TrackService } from "../search/track-service.js";
import { AnalysedTracks } from "./analysed-tracks.js";
import { walkMix } from "./mix-walk.js";
import { roundedToFourDecimals } from "./similarity-reasons.js";
import type { SoundIndex } from "./sound-index.js";

/** Creates playlists that lead from one track to another in small steps. */
export class MixPathService {
  readonly #index: SoundIndex;
  readonly #feed: AnalysisFeed;
  readonly #tracks: TrackService;
  readonly #analysed: AnalysedTracks;

  constructor(needs: {
    readonly index: SoundIndex;
    readonly feed: AnalysisFeed;
    readonly store: AnalysisStore;
    readonly tracks: TrackService;
  }) {
    this.#index = needs.index;
    this.#feed = needs.feed;
    this.#tracks = needs.tracks;
    this.#analysed = new AnalysedTracks(needs);
  }

  /**
   * Returns a playlist from one track to another, both included, as `walkMix` finds it.
   *
   * @param length total number of tracks, 2..50; there are fewer where the catalogue has too few
   * tracks between the ends
   * @throws {InvalidInputError} both tracks are the same recording
   * @throws {AnalysisNotFoundError} an end is known, but has not been analysed
   * @throws {TrackNotFoundError} a key is unknown
   */
  async create(from: TrackKey, to: TrackKey, length: number): Promise<MixPath> {
    const [first, last] = await this.#analysed.getMany([from, to]);
    if (first === undefined || last === undefined || first.recordingKey === last.recordingKey) {
      throw new InvalidInputError("to", 'must be another recording than "from"');
    }
    const walked = await this.#index.read((table) => walkMix(table, first, last, length));
    const trackKeys = walked.map(({ trackKey }) => trackKey);
    const [tracks, between] = await Promise.all([
      this.#tracks.findMany(trackKeys),
      this.#feed.findMany(trackKeys),
    ]);
    const steps: MixStep[] = [];
    let before: MeasuredTrack | undefined;
    walked.forEach(({ trackKey, progress }, index) => {
      // The feed does not have analyses under other spellings, which an end may use.
      const measured = trackKey === from ? first : trackKey === to ? last : between[index];
      const track = tracks[index];
      if (track === undefined || measured === undefined) return;
      const transition = before && mixTransitionBetween(before.values, measured.values);
      steps.push({
        track,
        progress: roundedToFourDecimals(progress),
        ...(transition && { transition }),
      });
      before = measured;
    });
    return { steps };
  }
}
