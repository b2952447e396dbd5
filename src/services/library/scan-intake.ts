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
import type { LibraryStore } from "../../ports/library/library-store.js";
import { mayHaveSameLength } from "../../domain/track/recording.js";

/** Words of an album title that mean other recordings of the same songs. */
const VERSION_WORDS =
  /\b(?:live|unplugged|remaster(?:ed|s)?|remix(?:ed|es)?|demos?|acoustic|sessions?|instrumentals?|karaoke|re-?recorded)\b/giu;

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

/**
 * Keeps recordings apart whose tags have the same artist and title: where a file differs from one in
 * the library by more than a few seconds, or its album is of another kind (live, remastered), the title
 * of its album is added to its own. Files that may be the same recording keep one track, such as a FLAC
 * and an MP3 of it.
 *
 * @param files read by a scan, and not stored yet
 * @returns the files, ordered by path
 */
export async function keptApart(
  files: readonly LibraryFile[],
  store: Pick<LibraryStore, "findManyByTrackKey">,
): Promise<readonly LibraryFile[]> {
  const stored = await store.findManyByTrackKey(files.map(({ trackKey }) => trackKey));
  const known = new Map<TrackKey, LibraryFile>();
  for (const file of stored) if (file) known.set(file.trackKey, file);
  const ordered = [...files].sort((one, other) =>
    absolutePathOf(one) < absolutePathOf(other) ? -1 : 1,
  );
  return ordered.map((file) => {
    const other = known.get(file.trackKey);
    if (other === undefined) known.set(file.trackKey, file);
    if (other === undefined || absolutePathOf(other) === absolutePathOf(file)) return file;
    return mayBeSame(file, other) ? file : withAlbum(file);
  });
}

function mayBeSame(one: LibraryFile, other: LibraryFile): boolean {
  if (!mayHaveSameLength(one, other)) return false;
  if (one.album === undefined || other.album === undefined) return true;
  return versionsOf(one.album) === versionsOf(other.album);
}

const versionsOf = (album: string): string =>
  [...new Set(album.toLowerCase().match(VERSION_WORDS) ?? [])].sort().join();
function withAlbum(file: LibraryFile): LibraryFile {
  const { artist, album } = file;
  if (album === undefined) return file;
  const trackName = `${file.trackName} (${album})`;
  return { ...file, trackName, trackKey: trackKeyFrom(artist, trackName) };
}
