import { AudioUndecodableError } from "../domain/errors.js";
import type {
  FoundFile,
  LibraryFile,
  LibraryPath,
  ScanReport,
  UnreachablePlace,
} from "../domain/library-file.js";
import { trackKeyFrom, type TrackKey } from "../domain/track-key.js";
import type { AnalysisStore } from "../ports/analysis-store.js";
import type { Cover, LibraryFolders } from "../ports/library-folders.js";
import type { LibraryStore } from "../ports/library-store.js";
import type { RememberedFailures } from "./remembered-failures.js";

/** How far a scan has come, in files. */
export type ScanProgress = (doneFiles: number, totalFiles: number) => void;

export interface ScanOptions {
  readonly onProgress?: ScanProgress;
  readonly signal?: AbortSignal;
}

const FILES_AT_ONCE = 4;
const FILES_PER_SAVE = 100;

/** An absolute path; the relative one is empty for the folder itself. */
const placeOf = (folder: string, relativePath: string): string =>
  relativePath === "" ? folder : `${folder}/${relativePath}`;

/** Turns folders of audio files into tracks, and keeps up with what happens to them. */
export class LibraryService {
  readonly #folders: LibraryFolders;
  readonly #store: LibraryStore;
  readonly #analyses: AnalysisStore;
  readonly #failures: RememberedFailures;
  #scanning: Promise<unknown> = Promise.resolve();

  constructor(needs: {
    readonly folders: LibraryFolders;
    readonly store: LibraryStore;
    readonly analyses: AnalysisStore;
    readonly failures: RememberedFailures;
  }) {
    this.#folders = needs.folders;
    this.#store = needs.store;
    this.#analyses = needs.analyses;
    this.#failures = needs.failures;
  }

  /**
   * Scans every library folder, and drops the files of folders that are no longer configured.
   * While a configured folder is away, all files of other folders are kept: they are stored by
   * where its links led, so which of them are its own cannot be told. One scan runs at a time; a
   * second waits for the first.
   */
  scanAll(options: ScanOptions = {}): Promise<ScanReport> {
    return this.#afterOthers(async () => {
      const { folders, missing } = await this.#folders.survey();
      const dropped = missing.length > 0 ? 0 : await this.#store.removeOutside(folders);
      let report: ScanReport = { ...nothing, deleted: dropped, unreachable: missing };
      for (const folder of folders) report = sum(report, await this.#scan(folder, "", options));
      return report;
    });
  }

  /**
   * Scans one folder of the library, or one below it.
   *
   * @throws {InvalidInputError} the folder does not exist or lies outside the library
   */
  scan(path: string, options: ScanOptions = {}): Promise<ScanReport> {
    return this.#afterOthers(async () => {
      const { folder, below } = await this.#folders.resolve(path);
      return this.#scan(folder, below, options);
    });
  }

  /** The cover embedded in a file of this track, or `undefined`. */
  async findCover(trackKey: TrackKey): Promise<Cover | undefined> {
    for (const file of await this.#store.findByTrackKey(trackKey)) {
      const cover = file.hasCover ? await this.#folders.findCover(file) : undefined;
      if (cover) return cover;
    }
    return undefined;
  }

  /** How many files the library holds. */
  countFiles(): Promise<number> {
    return this.#store.count();
  }

  /** The configured folders that cannot be used right now. */
  async findMissingFolders(): Promise<readonly UnreachablePlace[]> {
    return (await this.#folders.survey()).missing;
  }

  async #afterOthers<Result>(scan: () => Promise<Result>): Promise<Result> {
    const turn = this.#scanning.then(scan);
    this.#scanning = turn.catch(() => undefined);
    return turn;
  }

  async #scan(folder: string, below: string, options: ScanOptions): Promise<ScanReport> {
    const { fresh, missing, unchanged, unreachable } = await this.#compare(folder, below, options);
    const intake = new Intake(this.#store, this.#folders, missing);
    const totalFiles = unchanged + fresh.length;
    options.onProgress?.(unchanged, totalFiles);
    for (let start = 0; start < fresh.length; start += FILES_PER_SAVE) {
      options.signal?.throwIfAborted();
      await intake.take(fresh.slice(start, start + FILES_PER_SAVE));
      options.onProgress?.(Math.min(unchanged + start + FILES_PER_SAVE, totalFiles), totalFiles);
    }
    await this.#store.remove([...missing.values(), ...intake.unreadable]);
    await this.#analyses.remove([...intake.stale]);
    this.#failures.forget(intake.touched);
    return { ...intake.report, unchanged, deleted: missing.size, unreachable };
  }

  /** Holds what lies in a folder against what is stored of it. */
  async #compare(folder: string, below: string, { signal }: ScanOptions): Promise<Comparison> {
    const isBelow = ({ relativePath }: LibraryPath): boolean =>
      below === "" || relativePath.startsWith(`${below}/`);
    const kept = (await this.#store.listFolder(folder)).filter(isBelow);
    const missing = new Map(kept.map((file) => [file.relativePath, file]));
    const unreachable = new Map<string, string>();
    const onUnreachable = (path: string, reason: string): void =>
      void unreachable.set(path, reason);
    const fresh: Fresh[] = [];
    let unchanged = 0;
    const start = placeOf(folder, below);
    for await (const found of this.#folders.listFiles(start, { signal, onUnreachable })) {
      const before = missing.get(found.relativePath);
      missing.delete(found.relativePath);
      if (before && isSame(before, found)) unchanged++;
      else fresh.push({ found, before });
    }
    signal?.throwIfAborted();
    for (const path of missing.keys()) if (isWithin(unreachable, path)) missing.delete(path);
    const places = [...unreachable].map(([path, reason]) => ({
      path: placeOf(folder, path),
      reason,
    }));
    return { fresh, missing, unchanged, unreachable: places };
  }
}

/** A file that is new or has changed. */
interface Fresh {
  readonly found: FoundFile;
  readonly before: LibraryFile | undefined;
}

/** What a folder holds against what is stored of it. */
interface Comparison {
  readonly fresh: readonly Fresh[];
  /** Stored files that are not there any more, by relative path. */
  readonly missing: Map<string, LibraryFile>;
  readonly unchanged: number;
  readonly unreachable: readonly UnreachablePlace[];
}

/** Reads the files that a scan found to be new or changed, and tells which of them only moved. */
class Intake {
  readonly unreadable: LibraryPath[] = [];
  /** Tracks whose audio is no longer what was analysed. */
  readonly stale = new Set<TrackKey>();
  readonly touched = new Set<TrackKey>();
  readonly #store: LibraryStore;
  readonly #folders: LibraryFolders;
  readonly #missing: Map<string, LibraryFile>;
  readonly #missingByFingerprint: Map<string, LibraryFile>;
  readonly #failed: { path: string; reason: string }[] = [];
  #added = 0;
  #changed = 0;
  #moved = 0;

  constructor(store: LibraryStore, folders: LibraryFolders, missing: Map<string, LibraryFile>) {
    this.#store = store;
    this.#folders = folders;
    this.#missing = missing;
    this.#missingByFingerprint = new Map(
      [...missing.values()].map((file) => [file.fingerprint, file]),
    );
  }

  get report(): Pick<ScanReport, "added" | "changed" | "moved" | "failed"> {
    return {
      added: this.#added,
      changed: this.#changed,
      moved: this.#moved,
      failed: this.#failed,
    };
  }

  async take(batch: readonly Fresh[]): Promise<void> {
    const read: LibraryFile[] = [];
    const waiting = [...batch];
    const work = async (): Promise<void> => {
      for (let next = waiting.shift(); next; next = waiting.shift()) {
        const file = await this.#read(next.found);
        if (file === undefined) continue;
        read.push(file);
        await this.#count(file, next.before);
      }
    };
    await Promise.all(Array.from({ length: FILES_AT_ONCE }, work));
    await this.#store.save(read);
  }

  async #read(found: FoundFile): Promise<LibraryFile | undefined> {
    try {
      const tags = await this.#folders.read(found);
      return { ...found, ...tags, trackKey: trackKeyFrom(tags.artist, tags.trackName) };
    } catch (error) {
      if (!(error instanceof AudioUndecodableError)) throw error;
      const path = placeOf(found.folder, found.relativePath);
      this.#failed.push({ path, reason: error.message });
      this.unreadable.push(found);
      return undefined;
    }
  }

  async #count(file: LibraryFile, before: LibraryFile | undefined): Promise<void> {
    this.touched.add(file.trackKey);
    if (before) {
      this.#changed++;
      if (before.fingerprint !== file.fingerprint) this.stale.add(before.trackKey);
      return;
    }
    const moved = this.#missingByFingerprint.get(file.fingerprint);
    if (moved && this.#missing.delete(moved.relativePath)) {
      this.#moved++;
      await this.#store.remove([moved]);
    } else {
      this.#added++;
    }
  }
}

const isSame = (kept: LibraryFile, found: FoundFile): boolean =>
  kept.sizeBytes === found.sizeBytes && kept.modifiedAt === found.modifiedAt;

/** Whether a relative path is one of `places`, or lies below one; an empty place holds them all. */
function isWithin(places: ReadonlyMap<string, unknown>, path: string): boolean {
  if (places.has("") || places.has(path)) return true;
  const parent = path.lastIndexOf("/");
  return parent > 0 && isWithin(places, path.slice(0, parent));
}

const nothing: ScanReport = {
  added: 0,
  changed: 0,
  moved: 0,
  deleted: 0,
  unchanged: 0,
  failed: [],
  unreachable: [],
};

const sum = (left: ScanReport, right: ScanReport): ScanReport => ({
  added: left.added + right.added,
  changed: left.changed + right.changed,
  moved: left.moved + right.moved,
  deleted: left.deleted + right.deleted,
  unchanged: left.unchanged + right.unchanged,
  failed: [...left.failed, ...right.failed],
  unreachable: [...left.unreachable, ...right.unreachable],
});
