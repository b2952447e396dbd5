import type { Failure } from "../../domain/errors/failure.js";
import type { FailureCount } from "../../domain/library/library-status.js";
import type { TrackKey } from "../../domain/track/track-key.js";
import type { LibraryTracks } from "../../ports/library/library-tracks.js";
import { hasFailed, walkLibrary } from "./library-walk.js";

/** The time over which the rate is measured. */
const RATE_MILLISECONDS = 600_000;

const HOUR_MILLISECONDS = 3_600_000;

/** What one walk through the library found. */
export interface LibraryReading {
  readonly tracks: number;
  readonly analysed: number;
  readonly outdated: number;
  /** Analyses an hour, > 0; `null` where there were fewer than two during the last ten minutes. */
  readonly tracksPerHour: number | null;
  /** The tracks without an analysis, ascending. */
  readonly unanalysed: readonly TrackKey[];
  /** Of those, the ones whose last attempt failed, ascending. */
  readonly failures: ReadonlyMap<TrackKey, Failure>;
}

/**
 * Reads all tracks of the library.
 *
 * @param requiredVersion analyses of an older version are outdated
 * @param now milliseconds since 1970
 */
export async function readLibrary(
  tracks: Pick<LibraryTracks, "findAfter">,
  requiredVersion: number,
  now: number,
): Promise<LibraryReading> {
  const unanalysed: TrackKey[] = [];
  const failures = new Map<TrackKey, Failure>();
  const recent = new RecentAnalyses(now);
  const counts = { tracks: 0, analysed: 0, outdated: 0 };
  for await (const track of walkLibrary(tracks)) {
    const { trackKey, analysis, failure } = track;
    counts.tracks++;
    if (analysis) {
      counts.analysed++;
      if (analysis.version < requiredVersion) counts.outdated++;
      recent.add(analysis.analyzedAt);
    } else {
      unanalysed.push(trackKey);
      if (failure && hasFailed(track)) failures.set(trackKey, failure);
    }
  }
  return { ...counts, tracksPerHour: recent.tracksPerHour, unanalysed, failures };
}

/** Counts failures by their code, the most frequent first. */
export function countByCode(failures: Iterable<Failure>): readonly FailureCount[] {
  const counts = new Map<FailureCount["code"], number>();
  for (const { code } of failures) counts.set(code, (counts.get(code) ?? 0) + 1);
  return [...counts]
    .map(([code, count]) => ({ code, count }))
    .sort((one, other) => other.count - one.count || (one.code < other.code ? -1 : 1));
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
