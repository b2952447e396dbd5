import { pathBelow } from "../../domain/library/library-file.js";
import type { Clock } from "../../ports/runtime/clock.js";

/** A folder is scanned when nothing in it has changed for this time: a file may be half written. */
const QUIET_MILLISECONDS = 1_000;

/** And at the latest after this time, where something changes without end. */
const MAX_WAIT_MILLISECONDS = 10_000;

/** The pause between two scans of a library folder, in durations of the last one. */
const PAUSE_PER_SCAN = 4;

/** Changes in a library folder that were not scanned yet. */
interface Changes {
  /** The folder that contains all of them. */
  changed: string;
  readonly firstAt: number;
  lastAt: number;
}

/** Collects changed paths by library folder, until a scan of the folder that contains them is due. */
export class ChangedPaths {
  readonly #changes = new Map<string, Changes>();
  /** When the next scan of a folder may start. */
  readonly #pausedUntil = new Map<string, number>();

  constructor(private readonly clock: Pick<Clock, "now">) {}

  /** @param paths absolute, in the library folder or the folder itself */
  add(library: string, paths: readonly string[]): void {
    const now = this.clock.now();
    for (const path of paths) {
      const folder = path === library ? library : folderOf(path);
      const changes = this.#changes.get(library);
      if (changes === undefined) {
        this.#changes.set(library, { changed: folder, firstAt: now, lastAt: now });
      } else {
        changes.changed = commonFolder(changes.changed, folder, library);
        changes.lastAt = now;
      }
    }
  }

  /** Scans of this library folder wait for some times the duration of the last one, so that they never follow each other at once. */
  pauseAfter(library: string, milliseconds: number): void {
    this.#pausedUntil.set(library, this.clock.now() + PAUSE_PER_SCAN * milliseconds);
  }

  /** Takes the folders that are due, each with its library folder. */
  takeSettled(): readonly { readonly library: string; readonly changed: string }[] {
    const now = this.clock.now();
    const due = [...this.#changes].filter(([library, { firstAt, lastAt }]) => {
      if (now < (this.#pausedUntil.get(library) ?? 0)) return false;
      return now - lastAt >= QUIET_MILLISECONDS || now - firstAt >= MAX_WAIT_MILLISECONDS;
    });
    for (const [library] of due) this.#changes.delete(library);
    return due.map(([library, { changed }]) => ({ library, changed }));
  }
}

/** Returns the deepest folder that is or contains both, within the library folder. */
function commonFolder(one: string, other: string, library: string): string {
  for (let folder = one; folder !== library; folder = folderOf(folder)) {
    if (pathBelow(library, folder) === undefined) return library;
    if (folder === other || pathBelow(folder, other) !== undefined) return folder;
  }
  return library;
}

/** Returns the folder that a path lies in. */
export const folderOf = (path: string): string => path.replace(/[\\/][^\\/]*$/u, "");
