import { isSameRange } from "../../src/domain/audio-range.js";
import { isSameState } from "../../src/domain/library/file-state.js";
import {
  absolutePathOf,
  fileIdOf,
  type FileId,
  type LibraryFile,
  type LibraryPath,
  type StoredState,
} from "../../src/domain/library/library-file.js";
import type { RecordingId } from "../../src/domain/track/recording-id.js";
import { trackKeyFrom } from "../../src/domain/track/track-key.js";
import type { TrackRef } from "../../src/domain/track/track-ref.js";
import type { Isrc } from "../../src/domain/track/track.js";
import type { LibraryStore } from "../../src/ports/library/library-store.js";

const isAt =
  (path: LibraryPath) =>
  (file: LibraryFile): boolean =>
    file.folder === path.folder && file.relativePath === path.relativePath;

function inOrderOfPaths(one: LibraryFile, other: LibraryFile): number {
  const [path, otherPath] = [absolutePathOf(one), absolutePathOf(other)];
  if (path !== otherPath) return path < otherPath ? -1 : 1;
  return (one.range?.number ?? 0) - (other.range?.number ?? 0);
}

/**
 * A library in memory. Its search ignores letter case and word order, and tolerates nothing else.
 */
export class MemoryLibraryStore implements LibraryStore {
  #files: readonly LibraryFile[];

  constructor(files: readonly LibraryFile[] = []) {
    this.#files = files;
  }

  async save(files: readonly LibraryFile[]): Promise<void> {
    await this.remove(files);
    this.#files = [...this.#files, ...files];
  }

  saveRecording(file: LibraryFile, recordingId: RecordingId): Promise<boolean> {
    return Promise.resolve(this.#identify(file, { recordingId }));
  }

  forgetFormer(file: LibraryFile): Promise<void> {
    this.#identify(file, {});
    return Promise.resolve();
  }

  /** Lets a file hold what is known now and nothing that it held before; returns whether it is as it was read. */
  #identify(file: LibraryFile, known: Pick<LibraryFile, "recordingId">): boolean {
    const stored = this.#files.find((one) => fileIdOf(one) === fileIdOf(file));
    const isAsRead = stored && isSameState(stored, file) && isSameRange(stored.range, file.range);
    if (!isAsRead) return false;
    const identified: LibraryFile & { formerRecordingId?: unknown } = { ...stored, ...known };
    delete identified.formerRecordingId;
    this.#files = this.#files.map((one) => (one === stored ? identified : one));
    return true;
  }

  remove(paths: readonly LibraryPath[]): Promise<void> {
    this.#files = this.#files.filter((file) => !paths.some((path) => isAt(path)(file)));
    return Promise.resolve();
  }

  listFolders(): Promise<readonly { folder: string; fileCount: number }[]> {
    const folders = [...new Set(this.#files.map(({ folder }) => folder))].sort();
    const countOf = (folder: string): number =>
      this.#files.filter((file) => file.folder === folder).length;
    return Promise.resolve(folders.map((folder) => ({ folder, fileCount: countOf(folder) })));
  }

  removeFolder(folder: string): Promise<number> {
    const kept = this.#files.filter((file) => file.folder !== folder);
    const removed = this.#files.length - kept.length;
    this.#files = kept;
    return Promise.resolve(removed);
  }

  listFolder(folder: string): Promise<readonly LibraryFile[]> {
    const files = this.#files.filter((file) => file.folder === folder);
    return Promise.resolve(files.sort(inOrderOfPaths));
  }

  async listStates(folder: string): Promise<readonly StoredState[]> {
    return (await this.listFolder(folder)).map(
      ({ relativePath, sizeBytes, modifiedAt, changedAt, covers, sheets, facts }) => ({
        ...{ folder, relativePath, sizeBytes, modifiedAt, changedAt, covers, sheets, facts },
      }),
    );
  }

  findFiles(ref: TrackRef): Promise<readonly LibraryFile[]> {
    return Promise.resolve(
      this.#inOrder(({ trackKey, recordingId }) => trackKey === ref || recordingId === ref),
    );
  }

  findAt(path: LibraryPath): Promise<readonly LibraryFile[]> {
    return Promise.resolve(this.#inOrder(isAt(path)));
  }

  findAllAt(paths: readonly LibraryPath[]): Promise<readonly LibraryFile[]> {
    return Promise.resolve(this.#inOrder((file) => paths.some((path) => isAt(path)(file))));
  }

  findByIds(fileIds: readonly FileId[]): Promise<readonly (LibraryFile | undefined)[]> {
    const found = fileIds.map((id) => this.#files.find((file) => fileIdOf(file) === id));
    return Promise.resolve(found);
  }

  findFirst(refs: readonly TrackRef[]): Promise<readonly (LibraryFile | undefined)[]> {
    return Promise.all(refs.map(async (ref) => (await this.findFiles(ref)).at(0)));
  }

  #inOrder(isWanted: (file: LibraryFile) => boolean): readonly LibraryFile[] {
    return this.#files.filter(isWanted).sort(inOrderOfPaths);
  }

  findByCode(
    code: { readonly isrc: Isrc } | { readonly musicbrainzId: string },
  ): Promise<readonly LibraryFile[]> {
    const files = this.#inOrder((file) =>
      "isrc" in code ? file.isrc === code.isrc : file.musicbrainzId === code.musicbrainzId,
    );
    return Promise.resolve(files);
  }

  search(words: string, limit: number): Promise<readonly LibraryFile[]> {
    const wanted = words.toLowerCase().split(/\s+/);
    const files = this.#files.filter(({ artist, trackName }) => {
      const text = `${artist} ${trackName}`.toLowerCase();
      return wanted.every((word) => text.includes(word));
    });
    const keys = [...new Set(files.map(({ trackKey }) => trackKey))].slice(0, limit);
    return Promise.resolve(files.filter(({ trackKey }) => keys.includes(trackKey)));
  }

  count(): Promise<number> {
    return Promise.resolve(this.#files.length);
  }
}

/** Returns a file of a library at `/music`, named after its track. */
export function libraryFile(
  artist: string,
  trackName: string,
  facts: Partial<LibraryFile> = {},
): LibraryFile {
  return {
    artist,
    trackName,
    trackKey: trackKeyFrom(artist, trackName),
    folder: "/music",
    relativePath: `${artist} - ${trackName}.flac`,
    sizeBytes: 1000,
    modifiedAt: 1_750_000_000_000,
    changedAt: 1_750_000_000_000,
    inode: 1,
    fingerprint: `${artist}/${trackName}`,
    hasCover: false,
    ...facts,
  };
}
