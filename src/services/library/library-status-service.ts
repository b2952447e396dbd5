import { compareTexts } from "../../domain/compare-texts.js";
import type { Page, PageWindow } from "../../domain/catalogue/catalogue-query.js";
import type { Failure } from "../../domain/errors/failure.js";
import { absolutePathOf, type FileId } from "../../domain/library/library-file.js";
import type {
  FailedLibraryTrack,
  FailureCount,
  LibraryStatus,
  UnanalysedTrack,
} from "../../domain/library/library-status.js";
import type { RecordingId } from "../../domain/track/recording-id.js";
import type { TrackKey } from "../../domain/track/track-key.js";
import type { JobAdministration } from "../../ports/analysis/job-administration.js";
import type { LibraryStore } from "../../ports/library/library-store.js";
import type { LibraryProgress } from "../../ports/library/library-progress.js";
import type { StoredChecks } from "../../ports/runtime/stored-checks.js";
import type { Clock } from "../../ports/runtime/clock.js";
import { sizedFrom } from "../catalogue/catalogue-service.js";
import type { LibraryScans } from "./library-scans.js";
import { walkLibrary, hasFailed } from "./library-walk.js";

/** The time over which the rate is measured. */
const RATE_MILLISECONDS = 600000;

const HOUR_MILLISECONDS = 3600000;

/** How long a reading is used again, at least. */
const LIFE_MILLISECONDS = 1_000;

/**
 * A reading is used again for at least this many times the time that it took, so that those who
 * always ask for the status take at most a tenth of a core: 100,000 tracks take 0.9 s.
 */
const LIVES_PER_READING = 10;

/** A reading, or one that goes on. */
interface Current {
  readonly found: Promise<LibraryReading & { readonly files: number }>;
  readonly startedAt: number;
  lifeMilliseconds: number;
}

/** Counts and lists which tracks of the library are analysed, for all servers on the database. */
export class LibraryStatusService {
  #current: Current | undefined;

  constructor(
    private readonly needs: {
      readonly progress: Pick<LibraryProgress, "findAfter">;
      readonly files: Pick<LibraryStore, "count" | "findByIds">;
      readonly scans: Pick<LibraryScans, "list">;
      readonly checks: Pick<StoredChecks, "findLast">;
      readonly jobs: Pick<JobAdministration, "listRunning">;
      readonly clock: Pick<Clock, "now">;
      /** Whether this server analyses its library by itself. */
      readonly isAnalysing: boolean;
      /** Analyses of an older version are repeated. */
      readonly requiredVersion: number;
    },
  ) {}

  /**
   * Returns the status of at most a second ago, of a large library somewhat longer; callers at the same
   * time share one reading.
   *
   * @param maxAgeMilliseconds an older status is returned again up to this age
   */
  async get(maxAgeMilliseconds = 0): Promise<LibraryStatus> {
    const { files, tracks, analysed, outdated, paused, tracksPerHour, unanalysed, failures } =
      await this.#read(maxAgeMilliseconds);
    const { scans, lastScan } = await this.needs.scans.list();
    const lastCheck = (await this.needs.checks.findLast()) ?? null;
    const running = await this.needs.jobs.listRunning();
    const waiting = unanalysed.size - failures.size - paused.waiting;
    return {
      ...{ isAnalysing: this.needs.isAnalysing, files, tracks, analysed, outdated, waiting },
      ...{
        paused: paused.waiting,
        failed: failures.size,
        failures: countByCode([...failures.values()].map(({ failure }) => failure)),
        tracksPerHour,
      },
      secondsLeft: secondsLeft(waiting + outdated - paused.outdated, tracksPerHour),
      ...{ scans, lastScan, lastCheck, running },
    };
  }

  /**
   * Returns a page of the files without an analysis that failed, in the order of their ids.
   *
   * @throws {InvalidInputError} the size of the page is outside [1, 100]
   */
  async listFailed(window: PageWindow): Promise<Page<FailedLibraryTrack>> {
    const { failures } = await this.#read();
    const page = filePageOf([...failures.keys()], window);
    const files = await this.needs.files.findByIds(page.items);
    const items = page.items.flatMap((fileId, index) => {
      const failed = failures.get(fileId);
      const file = files[index];
      const found = file && { file, path: absolutePathOf(file) };
      return failed ? [{ fileId, ...failed, ...found }] : [];
    });
    return { ...page, items };
  }

  /**
   * Returns a page of the files without an analysis, in the order of their ids.
   *
   * @throws {InvalidInputError} the size of the page is outside [1, 100]
   */
  async listUnanalysed(window: PageWindow): Promise<Page<UnanalysedTrack>> {
    const { unanalysed, failures } = await this.#read();
    const page = filePageOf([...unanalysed.keys()], window);
    const items = page.items.flatMap((fileId) => {
      const trackKey = unanalysed.get(fileId);
      const failed = failures.get(fileId);
      return trackKey ? [{ fileId, trackKey, ...(failed && { failure: failed.failure }) }] : [];
    });
    return { ...page, items };
  }

  /** Lets the next caller get a new reading, because this process has changed the library. */
  expire(): void {
    this.#current = undefined;
  }

  #read(maxAgeMilliseconds = 0): Current["found"] {
    const now = this.needs.clock.now();
    const last = this.#current;
    const life = Math.max(last?.lifeMilliseconds ?? 0, maxAgeMilliseconds);
    if (last && Math.abs(now - last.startedAt) < life) return last.found;
    const found = this.#readAll(now);
    const current: Current = { found, startedAt: now, lifeMilliseconds: Infinity };
    this.#current = current;
    found.then(
      () => {
        const milliseconds = this.needs.clock.now() - now;
        current.lifeMilliseconds = Math.max(LIFE_MILLISECONDS, LIVES_PER_READING * milliseconds);
      },
      // A failed reading is not returned again.
      () => this.expire(),
    );
    return found;
  }

  async #readAll(now: number): Current["found"] {
    const { progress, files, requiredVersion } = this.needs;
    const reading = await readLibrary(progress, requiredVersion, now);
    return { ...reading, files: await files.count() };
  }
}

function secondsLeft(tracks: number, tracksPerHour: number | null): number | null {
  if (tracks === 0) return 0;
  return tracksPerHour === null ? null : Math.ceil((tracks / tracksPerHour) * 3_600);
}

/** What one walk through the library found. */
export interface LibraryReading {
  readonly tracks: number;
  readonly analysed: number;
  readonly outdated: number;
  /** Of those without an analysis or a failure, and of the outdated ones, how many are in paused folders. */
  readonly paused: { readonly waiting: number; readonly outdated: number };
  /** Analyses an hour, > 0; `null` where there were fewer than two during the last ten minutes. */
  readonly tracksPerHour: number | null;
  /** The track keys of the files without an analysis, by the ids of the files, ascending. */
  readonly unanalysed: ReadonlyMap<FileId, TrackKey>;
  /** Of those, the ones whose last attempt failed, ascending. */
  readonly failures: ReadonlyMap<
    FileId,
    { readonly trackKey: TrackKey; readonly failure: Failure }
  >;
}

/**
 * Reads all files of the library.
 *
 * @param requiredVersion analyses of an older version are outdated
 * @param now milliseconds since 1970
 */
async function readLibrary(
  progress: Pick<LibraryProgress, "findAfter">,
  requiredVersion: number,
  now: number,
): Promise<LibraryReading> {
  const unanalysed = new Map<FileId, TrackKey>();
  const failures = new Map<FileId, { readonly trackKey: TrackKey; readonly failure: Failure }>();
  const recent = new RecentAnalyses(now);
  const recordings = new Set<RecordingId>();
  const paused = { waiting: 0, outdated: 0 };
  let outdated = 0;
  for await (const file of walkLibrary(progress)) {
    const { fileId, trackKey, recordingId, analysis, failure, isPaused } = file;
    if (recordingId && analysis) {
      if (recordings.has(recordingId)) continue;
      recordings.add(recordingId);
      if (analysis.version < requiredVersion || analysis.isUnverified) {
        outdated++;
        if (isPaused) paused.outdated++;
      }
      recent.add(analysis.analyzedAt);
    } else {
      unanalysed.set(fileId, trackKey);
      if (failure && hasFailed(file)) failures.set(fileId, { trackKey, failure });
      else if (isPaused) paused.waiting++;
    }
  }
  const [analysed, tracks] = [recordings.size, recordings.size + unanalysed.size];
  const { tracksPerHour } = recent;
  return { tracks, analysed, outdated, paused, tracksPerHour, unanalysed, failures };
}

/** Counts failures by their code, the most frequent first. */
function countByCode(failures: Iterable<Failure>): readonly FailureCount[] {
  const counts = new Map<FailureCount["code"], number>();
  for (const { code } of failures) counts.set(code, (counts.get(code) ?? 0) + 1);
  return [...counts]
    .map(([code, count]) => ({ code, count }))
    .sort((one, other) => other.count - one.count || compareTexts(one.code, other.code));
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

/**
 * Returns a page of a list of files.
 *
 * @param fileIds ascending; the ids of the window need not be among them
 * @throws {InvalidInputError} the size of the page is outside [1, 100]
 */
export function filePageOf(fileIds: readonly FileId[], window: PageWindow): Page<FileId> {
  const size = sizedFrom(window);
  const { after, before } = window;
  const from = after ? indexBehind(fileIds, (id) => id <= after.id) : 0;
  const upTo = before ? indexBehind(fileIds, (id) => id < before.id) : fileIds.length;
  const start = "last" in size ? Math.max(from, upTo - size.last) : from;
  const end = Math.max(start, "first" in size ? Math.min(upTo, from + size.first) : upTo);
  return {
    items: fileIds.slice(start, end),
    hasPreviousPage: start > 0,
    hasNextPage: end < fileIds.length,
    totalCount: fileIds.length,
  };
}

/** Returns the number of ids at the beginning of the list that a condition holds for, by bisection. */
function indexBehind(fileIds: readonly FileId[], isBefore: (fileId: FileId) => boolean): number {
  let [low, high] = [0, fileIds.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    const fileId = fileIds[middle];
    if (fileId !== undefined && isBefore(fileId)) low = middle + 1;
    else high = middle;
  }
  return low;
}
