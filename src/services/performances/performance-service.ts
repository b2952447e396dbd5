import type { Collapse } from "../../domain/catalogue/collapse.js";
import { UnknownTrackIdError } from "../../domain/errors/not-found-errors.js";
import { SAME_PERFORMANCE_SCORE } from "../../domain/fingerprint/compare-fingerprints.js";
import { ungrouped, type PerformanceGroups } from "../../domain/fingerprint/performance-groups.js";
import type { RecordingId } from "../../domain/track/recording-id.js";
import type { Track } from "../../domain/track/track.js";
import type { AnalysisStore } from "../../ports/analysis/analysis-store.js";
import type { PerformanceLinkStore } from "../../ports/analysis/performance-links.js";
import type { TrackService } from "../search/track-service.js";

/** A recording of the same performance as another. The numbers are `null` where only a third one links the two. */
export interface SamePerformance {
  readonly track: Track;
  /** How sure it is, [0.5, 1]. */
  readonly score: number | null;
  /** Where it begins in the other, seconds, to within 0.13; negative where it begins before. */
  readonly offsetSeconds: number | null;
  /** Share of the shorter of both that was found in the other, [0, 1]. */
  readonly share: number | null;
}

/** Finds the recordings of one performance. */
export class PerformanceService {
  constructor(
    private readonly needs: {
      readonly store: Pick<AnalysisStore, "findMany">;
      readonly links: Pick<PerformanceLinkStore, "findLinked" | "readGroups">;
      readonly tracks: Pick<TrackService, "findMany">;
    },
  ) {}

  /**
   * Returns the other recordings of the same performance, as `findSame` does.
   *
   * @throws {UnknownTrackIdError} no analysed recording has the id
   */
  async getSame(recordingId: RecordingId): Promise<readonly SamePerformance[]> {
    const [analysis] = await this.needs.store.findMany([recordingId]);
    if (analysis === undefined) throw new UnknownTrackIdError(recordingId);
    const [same = []] = await this.findSame([recordingId]);
    return same;
  }

  /** Returns the groups of recordings that count as one. */
  async groupsBy(collapse: Collapse): Promise<PerformanceGroups> {
    return collapse === "none" ? ungrouped : this.needs.links.readGroups();
  }

  /**
   * Returns for each recording the others of its performance, as far as they have been compared: those that are
   * linked to it first, the highest score first, and then those that only others link to it.
   */
  async findSame(
    recordingIds: readonly RecordingId[],
  ): Promise<readonly (readonly SamePerformance[])[]> {
    const { links, tracks } = this.needs;
    const [groups, linked] = await Promise.all([
      links.readGroups(),
      links.findLinked(recordingIds, SAME_PERFORMANCE_SCORE),
    ]);
    const found = recordingIds.map((recordingId, index) => {
      const direct = linked[index] ?? [];
      const known = new Set([recordingId, ...direct.map((other) => other.recordingId)]);
      const others = groups.membersOf(recordingId).filter((member) => !known.has(member));
      return [
        ...direct,
        ...others.map((other) => ({
          recordingId: other,
          ...{ score: null, offsetSeconds: null, share: null },
        })),
      ];
    });
    const ids = found.flat().map(({ recordingId }) => recordingId);
    const described = new Map(
      (await tracks.findMany(ids)).map((track, index) => [ids[index], track]),
    );
    return found.map((same) =>
      same.flatMap(({ recordingId, score, offsetSeconds, share }) => {
        const track = described.get(recordingId);
        return track === undefined ? [] : [{ track, score, offsetSeconds, share }];
      }),
    );
  }
}
