import { AudioUndecodableError } from "../../domain/errors/analysis-errors.js";
import { AudioUnavailableError } from "../../domain/errors/availability-errors.js";
import type {
  FoundFile,
  LibraryFile,
  LibraryPath,
  ScanReport,
  UnreachablePath,
} from "../../domain/track/library-file.js";
import { trackKeyFrom, type TrackKey } from "../../domain/track/track-key.js";
import type { LibraryFolders } from "../../ports/library/library-folders.js";
import { type AudioIdentity, haveSameAudio } from "./audio-identity.js";
import type { LibraryStore } from "../../ports/library/library-store.js";

const CONCURRENT_FILES = 4;

/** Joins a folder and a relative path, which is empty for the folder itself. */
export const absolutePathOf = (folder: string, relativePath: string): string =>
  relativePath === "" ? folder : `${folder}/${relativePath}`;

/** A file that is new or has changed. */
export interface ChangedFile {
  readonly found: FoundFile;
  /** The file that is stored under its path, or under its path in a folder below. */
  readonly before: LibraryFile | undefined;
}

/** Reads and stores the new and changed files of a scan, and detects moved files. */
export class ScanIntake {
  readonly unreadable: LibraryPath[] = [];
  /** Files whose disk did not respond; their stored entries stay. */
  readonly unreachable: UnreachablePath[] = [];
  /** Tracks whose audio has changed since its analysis. */
  readonly stale = new Set<TrackKey>();
  readonly touched = new Set<TrackKey>();
  readonly #missingByFingerprint: Map<string, LibraryFile>;
  readonly #failed: { path: string; reason: string }[] = [];
  #added = 0;
  #changed = 0;
  #moved = 0;

  constructor(
    private readonly needs: {
      readonly store: LibraryStore;
      readonly folders: LibraryFolders;
      readonly identity: Pick<AudioIdentity, "digestOf">;
    },
    private readonly missing: Map<string, LibraryFile>,
  ) {
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

  async take(batch: readonly ChangedFile[]): Promise<void> {
    const read: LibraryFile[] = [];
    const waiting = [...batch];
    const work = async (): Promise<void> => {
      for (let next = waiting.shift(); next; next = waiting.shift()) {
        const file = await this.#read(next.found);
        if (file === undefined) continue;
        read.push(await this.#compared(file, next.before));
      }
    };
    await Promise.all(Array.from({ length: CONCURRENT_FILES }, work));
    await this.needs.store.save(read);
  }

  async #read(found: FoundFile): Promise<LibraryFile | undefined> {
    try {
      const tags = await this.needs.folders.read(found);
      return { ...found, ...tags, trackKey: trackKeyFrom(tags.artist, tags.trackName) };
    } catch (error) {
      const path = absolutePathOf(found.folder, found.relativePath);
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

  /** Counts a file by what happened to it, and keeps the digest of its audio where that is the same. */
  async #compared(file: LibraryFile, before: LibraryFile | undefined): Promise<LibraryFile> {
    this.touched.add(file.trackKey);
    if (before) {
      if (before.folder === file.folder) this.#changed++;
      else this.#moved++;
      if (before.fingerprint === file.fingerprint) return withDigest(file, before.audioDigest);
      const { identity } = this.needs;
      // Without an earlier digest to compare with, the file is not read.
      const digest = before.audioDigest === undefined ? undefined : await identity.digestOf(file);
      const now = withDigest(file, digest);
      if (!haveSameAudio(before, now)) this.stale.add(before.trackKey);
      return now;
    }
    const moved = this.#missingByFingerprint.get(file.fingerprint);
    if (moved && this.missing.delete(moved.relativePath)) {
      this.#moved++;
      await this.needs.store.remove([moved]);
      return withDigest(file, moved.audioDigest);
    }
    this.#added++;
    return file;
  }
}

const withDigest = (file: LibraryFile, audioDigest: string | undefined): LibraryFile => ({
  ...file,
  ...(audioDigest !== undefined && { audioDigest }),
});
