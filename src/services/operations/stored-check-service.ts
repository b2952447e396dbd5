import {
  MAX_LISTED_DAMAGE,
  prefixesOf,
  type Share,
  type StoredCheck,
  type StoredCheckResult,
  type StoredDamage,
  type StoredKind,
} from "../../domain/library/stored-check.js";
import { absolutePathOf, type FileId } from "../../domain/library/library-file.js";
import type { LibraryFolders } from "../../ports/library/library-folders.js";
import type { LibraryProgress } from "../../ports/library/library-progress.js";
import type { Clock } from "../../ports/runtime/clock.js";
import type { Logger } from "../../ports/runtime/logger.js";
import type { RowSeals } from "../../ports/runtime/row-seals.js";
import type { StoredChecks } from "../../ports/runtime/stored-checks.js";
import type { FileRecordings } from "../analysis/file-recordings.js";
import type { FailureLog } from "../failure-log.js";
import { activeDiskFolders, walkLibrary } from "../library/library-walk.js";
import type { PlaylistFiles } from "../playlists/playlist-files.js";
import { repeated } from "../repeated-work.js";

const HOUR_MILLISECONDS = 3_600_000;

/** Interval at which the time of day is looked at. */
const TICK_MILLISECONDS = 600_000;

/** A night's check begins this long after the last one at the earliest: the nights differ in length. */
const NIGHT_MILLISECONDS = 20 * HOUR_MILLISECONDS;

/** A server that is off at night checks once so much time has passed. */
const OVERDUE_MILLISECONDS = 48 * HOUR_MILLISECONDS;

/** Every row is checked within a week. */
const SHARES_OF_ROWS = 7;

/** Every audio file is read within four weeks. */
const SHARES_OF_AUDIO = 28;

const EVERYTHING: Share = { index: 0, of: 1 };

/** What is checked. */
interface CheckScope {
  readonly rows: Share;
  /** Absent where no audio is read. */
  readonly audio: Share | undefined;
}

/**
 * Checks whether what was stored is still what was stored: the rows of the database by their seals, audio files by their
 * digests, written playlists by theirs. Nothing of it is changed.
 */
export class StoredCheckService {
  readonly #stopping = new AbortController();
  #running: Promise<void> = Promise.resolve();

  constructor(
    private readonly needs: {
      readonly seals: RowSeals;
      readonly checks: StoredChecks;
      readonly progress: Pick<LibraryProgress, "findAfter">;
      readonly folders: Pick<LibraryFolders, "findActive">;
      readonly recordings: Pick<FileRecordings, "compare">;
      readonly playlists: Pick<PlaylistFiles, "compare">;
      readonly clock: Clock;
      /** Returns the hour of the day, in [0, 23], where this server is. */
      readonly hourAt: (milliseconds: number) => number;
      /** The hour of the day in which the check begins; absent where none does. */
      readonly hour: number | undefined;
      readonly logger: Logger;
      readonly failures: FailureLog;
    },
  ) {}

  /** Begins to check a share each night. Called at most once. */
  start(): void {
    const { hour, clock, failures } = this.needs;
    if (hour === undefined) return;
    this.#running = repeated(() => this.#checkAtNight(hour), {
      ...{ clock, failures, every: TICK_MILLISECONDS },
      signal: this.#stopping.signal,
    });
  }

  /** Aborts a check in progress, and begins none any more. */
  async close(): Promise<void> {
    this.#stopping.abort();
    await this.#running;
  }

  /** Returns the check that ended last, of any server on the database. */
  findLast(): Promise<StoredCheck | undefined> {
    return this.needs.checks.findLast();
  }

  /**
   * Checks everything now, and stores the result. Rows without a seal are sealed as they are.
   *
   * @param options.isAudioRead whether the audio files are read, which takes long
   * @throws {unknown} `signal.reason`, when aborted; then no result is stored
   */
  async checkAll(
    options: { readonly isAudioRead: boolean },
    signal: AbortSignal,
  ): Promise<StoredCheckResult> {
    await this.needs.checks.beginAfter(0);
    const audio = options.isAudioRead ? EVERYTHING : undefined;
    return this.#check({ rows: EVERYTHING, audio }, signal);
  }

  /** Checks a share where it is night, or no check was made for long. */
  async #checkAtNight(hour: number): Promise<void> {
    const { clock, hourAt, checks } = this.needs;
    const isNight = hourAt(clock.now()) === hour;
    const night = await checks.beginAfter(isNight ? NIGHT_MILLISECONDS : OVERDUE_MILLISECONDS);
    if (night !== undefined) await this.#check(nightlyScope(night), this.#stopping.signal);
  }

  async #check({ rows, audio }: CheckScope, signal: AbortSignal): Promise<StoredCheckResult> {
    const { checks, seals, logger } = this.needs;
    const last = await checks.findLast();
    const tally = new StoredTally();
    for await (const { count, damaged } of seals.check(rows, signal)) {
      tally.add("row", count);
      for (const name of damaged) tally.addDamage({ kind: "row", name });
    }
    const known = (last?.damage ?? []).flatMap(({ fileId }) => (fileId ? [fileId] : []));
    await this.#checkAudio(audio, { known, tally, signal });
    await this.#checkPlaylists(tally);
    await seals.seal(signal);
    const { result } = tally;
    await checks.end(result);
    if (result.damage.length > 0) {
      logger.error("Something stored is damaged.", {
        damaged: result.damaged,
        damage: result.damage,
      });
    }
    return result;
  }

  /** Reads the files of a share, and those that were found damaged before. */
  async #checkAudio(
    share: Share | undefined,
    run: {
      readonly known: readonly FileId[];
      readonly tally: StoredTally;
      readonly signal: AbortSignal;
    },
  ): Promise<void> {
    const { progress, folders } = this.needs;
    const { known, tally, signal } = run;
    for (const fileId of known) await this.#checkFile(fileId, tally);
    if (share === undefined) return;
    const { from, to } = prefixesOf(share);
    const options = { folders: () => activeDiskFolders(folders) };
    for await (const { fileId } of walkLibrary(progress, options)) {
      signal.throwIfAborted();
      if (fileId >= from && fileId < to && !known.includes(fileId)) {
        await this.#checkFile(fileId, tally);
      }
    }
  }

  async #checkFile(fileId: FileId, tally: StoredTally): Promise<void> {
    const compared = await this.needs.recordings.compare(fileId);
    if (compared === undefined || compared.verdict === "new") return;
    const { file, verdict } = compared;
    tally.add("audio", 1);
    if (verdict !== "right") tally.addDamage({ kind: "audio", name: absolutePathOf(file), fileId });
  }

  async #checkPlaylists(tally: StoredTally): Promise<void> {
    const compared = await this.needs.playlists.compare();
    tally.add("playlist", compared.size);
    for (const [name, isRight] of compared) {
      if (!isRight) tally.addDamage({ kind: "playlist", name });
    }
  }
}

/** @param night how many checks were made before */
const nightlyScope = (night: number): CheckScope => ({
  rows: { index: night % SHARES_OF_ROWS, of: SHARES_OF_ROWS },
  audio: { index: night % SHARES_OF_AUDIO, of: SHARES_OF_AUDIO },
});

/** Counts what was checked, and lists the first of what is damaged. */
class StoredTally {
  readonly #checked: Record<StoredKind, number> = { row: 0, audio: 0, playlist: 0 };
  readonly #damaged: Record<StoredKind, number> = { row: 0, audio: 0, playlist: 0 };
  readonly #damage: StoredDamage[] = [];

  add(kind: StoredKind, count: number): void {
    this.#checked[kind] += count;
  }

  addDamage(damage: StoredDamage): void {
    this.#damaged[damage.kind] += 1;
    if (this.#damage.length < MAX_LISTED_DAMAGE) this.#damage.push(damage);
  }

  get result(): StoredCheckResult {
    return { checked: this.#checked, damaged: this.#damaged, damage: this.#damage };
  }
}
