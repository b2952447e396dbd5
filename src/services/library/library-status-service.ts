import type {
  FailedLibraryTrack,
  FailureCount,
  LibraryStatus,
} from "../../domain/track/library-status.js";
import type { TrackKey } from "../../domain/track/track-key.js";
import type { LibraryStore } from "../../ports/library/library-store.js";
import type { LibraryTracks } from "../../ports/library/library-tracks.js";
import type { Clock } from "../../ports/runtime/clock.js";
import { hasFailed, walkLibrary } from "./library-walk.js";

/** How long a status is returned again: a reading of 100,000 tracks takes half a second of processor. */
const LIFE_MILLISECONDS = 1_000;

/** The time over which the rate is measured. */
const RATE_MILLISECONDS = 600_000;

const HOUR_MILLISECONDS = 3_600_000;

/** Counts which tracks of the library are analysed, for all servers on the database. */
export class LibraryStatusService {
  #reading: { readonly status: Promise<LibraryStatus>; readonly startedAt: number } | undefined;

  constructor(
    private readonly needs: {
      readonly tracks: LibraryTracks;
      readonly files: Pick<LibraryStore, "count">;
      readonly clock: Pick<Clock, "now">;
      /** Whether this server analyses its library by itself. */
      readonly isAnalysing: boolean;
      /** Analyses of an older version are repeated. */
      readonly requiredVersion: number;
    },
  ) {}

  /** Returns the status of at most a second ago; callers at the same time share one reading. */
  get(): Promise<LibraryStatus> {
    const now = this.needs.clock.now();
    const reading = this.#reading;
    if (reading && Math.abs(now - reading.startedAt) < LIFE_MILLISECONDS) return reading.status;
    const status = this.#read(now);
    this.#reading = { status, startedAt: now };
    // A failed reading is not returned again.
    status.catch(() => (this.#reading = undefined));
    return status;
  }

  /** Returns up to `limit` tracks without an analysis that failed, behind a key, in the order of their keys. */
  async listFailed(
    after: TrackKey | undefined,
    limit: number,
  ): Promise<readonly FailedLibraryTrack[]> {
    const found: FailedLibraryTrack[] = [];
    for await (const track of walkLibrary(this.needs.tracks, { after })) {
      const { trackKey, failure } = track;
      if (found.length >= limit) break;
      if (failure && hasFailed(track)) found.push({ trackKey, failure });
    }
    return found;
  }

  /** Returns up to `limit` tracks without an analysis behind a key, in the order of their keys. */
  async listUnanalysed(after: TrackKey | undefined, limit: number): Promise<readonly TrackKey[]> {
    const found: TrackKey[] = [];
    for await (const { trackKey, analysis } of walkLibrary(this.needs.tracks, { after })) {
      if (found.length >= limit) break;
      if (!analysis) found.push(trackKey);
    }
    return found;
  }

  async #read(now: number): Promise<LibraryStatus> {
    const { isAnalysing, requiredVersion, files, tracks } = this.needs;
    const failures = new Map<FailureCount["code"], number>();
    const recent = new RecentAnalyses(now);
    const counts = { tracks: 0, analysed: 0, outdated: 0, failed: 0 };
    for await (const track of walkLibrary(tracks)) {
      const { analysis, failure } = track;
      counts.tracks++;
      if (analysis) {
        counts.analysed++;
        if (analysis.version < requiredVersion) counts.outdated++;
        recent.add(analysis.analyzedAt);
      } else if (failure && hasFailed(track)) {
        counts.failed++;
        failures.set(failure.code, (failures.get(failure.code) ?? 0) + 1);
      }
    }
    const waiting = counts.tracks - counts.analysed - counts.failed;
    const { tracksPerHour } = recent;
    return {
      isAnalysing,
      files: await files.count(),
      ...counts,
      waiting,
      failures: byFrequency(failures),
      tracksPerHour,
      secondsLeft: secondsLeft(waiting + counts.outdated, tracksPerHour),
    };
  }
}

/** Counts the analyses of the last minutes. */
class RecentAnalyses {
  #count = 0;
  #first: number;

  constructor(private readonly now: number) {
    this.#first = now;
  }

  add(analyzedAt: number): void {
    if (analyzedAt <= this.now - RATE_MILLISECONDS || analyzedAt > this.now) return;
    this.#count++;
    this.#first = Math.min(this.#first, analyzedAt);
  }

  get tracksPerHour(): number | null {
    const milliseconds = this.now - this.#first;
    return this.#count < 2 || milliseconds === 0
      ? null
      : (this.#count / milliseconds) * HOUR_MILLISECONDS;
  }
}

function secondsLeft(tracks: number, tracksPerHour: number | null): number | null {
  if (tracks === 0) return 0;
  return tracksPerHour === null ? null : (tracks / tracksPerHour) * 3_600;
}

const byFrequency = (counts: ReadonlyMap<FailureCount["code"], number>): FailureCount[] =>
  [...counts]
    .map(([code, count]) => ({ code, count }))
    .sort((one, other) => other.count - one.count || (one.code < other.code ? -1 : 1));
