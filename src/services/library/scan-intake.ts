import { AudioUndecodableError } from "../../domain/errors/analysis-errors.js";
import { AudioUnavailableError } from "../../domain/errors/availability-errors.js";
import {
  absolutePathOf,
  type FoundFile,
  type LibraryFile,
  type LibraryPath,
  type ScanReport,
  type UnreachablePath,
} from "../../domain/library/library-file.js";
import { trackKeyFrom, type TrackKey } from "../../domain/track/track-key.js";
import type { LibraryFolders } from "../../ports/library/library-folders.js";
import { type AudioIdentity, haveSameAudio } from "../analysis/audio-identity.js";
import { keptApart } from "./same-names.js";
import type { LibraryStore } from "../../ports/library/library-store.js";

/** Files that are read at once: enough for the threads, which take many for one message. */
const CONCURRENT_READS = 64;

const CONCURRENT_COMPARISONS = 4;

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
    const before = new Map(batch.map((changed) => [absolutePathOf(changed.found), changed.before]));
    const read = await inParallel(batch, CONCURRENT_READS, ({ found }) => this.#read(found));
    const named = await keptApart(read, this.needs.store);
    const compared = (file: LibraryFile) => this.#compared(file, before.get(absolutePathOf(file)));
    await this.needs.store.save(await inParallel(named, CONCURRENT_COMPARISONS, compared));
  }

  async #read(found: FoundFile): Promise<LibraryFile | undefined> {
    try {
      const tags = await this.needs.folders.read(found);
      return { ...found, ...tags, trackKey: trackKeyFrom(tags.artist, tags.trackName) };
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

const withDigest = (file: LibraryFile, audioDigest: string | undefined): LibraryFile => ({
  ...file,
  ...(audioDigest !== undefined && { audioDigest }),
});
