import { compareTexts } from "../../domain/compare-texts.js";
import { AudioUndecodableError } from "../../domain/errors/analysis-errors.js";
import { AudioUnavailableError } from "../../domain/errors/availability-errors.js";
import {
  absolutePathOf,
  fileIdOf,
  type FoundFile,
  type LibraryFile,
  type LibraryPath,
  type ScanReport,
  type UnreachablePath,
} from "../../domain/library/library-file.js";
import { isOnMusicServer } from "../../domain/music-server/music-server.js";
import type { LibraryFolders } from "../../ports/library/library-folders.js";
import type { LibraryStore } from "../../ports/library/library-store.js";
import type { Clock } from "../../ports/runtime/clock.js";
import type { FileRecordings } from "../analysis/file-recordings.js";
import { readLibraryFiles, withRecordingsOf } from "../analysis/read-library-files.js";

/** Files that are read at once: enough for the threads, which take many for one message. */
const CONCURRENT_READS = 64;

/** Whole files that are read at once. */
const CONCURRENT_IDENTIFICATIONS = 4;

/** A file that is new or has changed. */
export interface ChangedFile {
  readonly found: FoundFile;
  /** What is stored under its path, or under its path in a folder below: the file, its tracks, or nothing. */
  readonly before: readonly LibraryFile[];
}

/** Reads and stores the new and changed files of a scan, and detects moved files. */
export class ScanIntake {
  readonly unreadable: LibraryPath[] = [];
  /** Files whose disk did not respond; their stored entries stay. */
  readonly unreachable: UnreachablePath[] = [];
  readonly #missingByFingerprint: Map<string, readonly LibraryFile[]>;
  readonly #failed: { path: string; reason: string }[] = [];
  #added = 0;
  #changed = 0;
  #moved = 0;
  #unchanged = 0;

  constructor(
    private readonly needs: {
      readonly store: LibraryStore;
      readonly folders: LibraryFolders;
      readonly recordings: Pick<FileRecordings, "identify" | "verify">;
      readonly clock: Pick<Clock, "now">;
    },
    private readonly scan: {
      /** The stored files that were not found, with their tracks; those that were moved are removed from them. */
      readonly missing: Map<string, readonly LibraryFile[]>;
      /** Whether files are read whole that seem to be as stored. */
      readonly isFull: boolean;
    },
  ) {
    this.#missingByFingerprint = new Map(
      [...scan.missing.values()].map((files) => [files[0]?.fingerprint ?? "", files]),
    );
  }

  get report(): Pick<ScanReport, "added" | "changed" | "moved" | "unchanged" | "failed"> {
    return {
      added: this.#added,
      changed: this.#changed,
      moved: this.#moved,
      unchanged: this.#unchanged,
      failed: this.#failed,
    };
  }

  async take(batch: readonly ChangedFile[]): Promise<void> {
    const { store, recordings } = this.needs;
    const read = await inParallel(batch, CONCURRENT_READS, (changed) => this.#read(changed));
    await store.remove(read.flatMap(({ movedFrom }) => movedFrom ?? []));
    const files = read.flatMap(({ files: tracks }) => tracks);
    await store.save(files);
    // A file whose tags alone have changed keeps its recording: it is known at the end of the scan. Songs would have to be received.
    const changed = files.filter(
      ({ folder, formerRecordingId }) =>
        formerRecordingId !== undefined && !isOnMusicServer(folder),
    );
    await inParallel(changed, CONCURRENT_IDENTIFICATIONS, (file) => recordings.identify(file));
    const same = read.filter(({ isAsStored }) => isAsStored);
    await inParallel(same, CONCURRENT_IDENTIFICATIONS, ({ files: tracks }) => this.#verify(tracks));
  }

  /** Reads a file whole that seems to be as it is stored, and counts it by what that says. */
  async #verify(tracks: readonly LibraryFile[]): Promise<void> {
    let isWrong = false;
    for (const file of tracks) {
      const verified = await this.needs.recordings.verify(fileIdOf(file));
      isWrong ||= verified?.verdict === "wrong";
    }
    if (isWrong) this.#changed++;
    else this.#unchanged++;
  }

  async #read({ found, before }: ChangedFile): Promise<ReadFile | undefined> {
    try {
      return this.#counted(await readLibraryFiles(this.needs.folders, found, before), before);
    } catch (error) {
      const path = absolutePathOf(found);
      if (error instanceof AudioUnavailableError) {
        this.unreachable.push({ path, reason: "cannot be read at the moment" });
        return undefined;
      }
      if (!(error instanceof AudioUndecodableError)) throw error;
      this.#failed.push({ path, reason: error.message });
      this.unreadable.push(found);
      return undefined;
    }
  }

  /** Counts a file by what happened to it. One that was moved keeps what is known of its recording. */
  #counted(files: readonly LibraryFile[], before: readonly LibraryFile[]): ReadFile | undefined {
    const [first] = files;
    const [stored] = before;
    if (first === undefined) return undefined;
    if (stored) {
      if (stored.folder === first.folder) {
        if (this.scan.isFull && areStoredSo(before, files)) return { files, isAsStored: true };
        this.#changed++;
        return { files };
      }
      this.#moved++;
      return { files, movedFrom: stored };
    }
    const moved = this.#missingByFingerprint.get(first.fingerprint) ?? [];
    const [from] = moved;
    if (from && this.scan.missing.delete(from.relativePath)) {
      this.#moved++;
      return { files: withRecordingsOf(moved, files), movedFrom: from };
    }
    this.#added++;
    const addedAt = this.needs.clock.now();
    return { files: files.map((file) => ({ ...file, addedAt })) };
  }
}

/** A file that was read, or its tracks, and where it was before. */
interface ReadFile {
  readonly files: readonly LibraryFile[];
  readonly movedFrom?: LibraryPath;
  /** Whether its state and tags are those that are stored. */
  readonly isAsStored?: boolean;
}

/** Returns whether files have the same state, tags and recordings. */
const areStoredSo = (before: readonly LibraryFile[], files: readonly LibraryFile[]): boolean =>
  before.map(factsOf).join("\n") === files.map(factsOf).join("\n");

/** Returns everything that is known of a file as text, in one order. */
function factsOf(file: LibraryFile): string {
  const facts = Object.entries(file).filter(([, value]) => value !== undefined);
  return JSON.stringify(facts.sort(([one], [other]) => compareTexts(one, other)));
}

/** Does work on so many items at once; returns the results that there are, in any order. */
async function inParallel<Item, Result>(
  items: readonly Item[],
  concurrency: number,
  work: (item: Item) => Promise<Result | undefined>,
): Promise<readonly Result[]> {
  const results: Result[] = [];
  const waiting = [...items];
  const workOff = async (): Promise<void> => {
    for (let item = waiting.shift(); item !== undefined; item = waiting.shift()) {
      const result = await work(item);
      if (result !== undefined) results.push(result);
    }
  };
  await Promise.all(Array.from({ length: concurrency }, workOff));
  return results;
}
