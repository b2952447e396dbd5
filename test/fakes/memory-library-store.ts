import type { LibraryFile, LibraryPath } from "../../src/domain/library/library-file.js";
import { trackKeyFrom, type TrackKey } from "../../src/domain/track/track-key.js";
import type { Isrc } from "../../src/domain/track/track.js";
import type { LibraryStore } from "../../src/ports/library/library-store.js";

const isAt =
  (path: LibraryPath) =>
  (file: LibraryFile): boolean =>
    file.folder === path.folder && file.relativePath === path.relativePath;

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

  saveDigest(file: LibraryFile, audioDigest: string): Promise<void> {
    this.#files = this.#files.map((one) => (isAt(file)(one) ? { ...one, audioDigest } : one));
    return Promise.resolve();
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
    return Promise.resolve(files.sort((a, b) => (a.relativePath < b.relativePath ? -1 : 1)));
  }

  findByTrackKey(trackKey: TrackKey): Promise<readonly LibraryFile[]> {
    const files = this.#files.filter((file) => file.trackKey === trackKey);
    return Promise.resolve(files.sort((a, b) => b.modifiedAt - a.modifiedAt));
  }

  async findManyByTrackKey(
    trackKeys: readonly TrackKey[],
  ): Promise<readonly (LibraryFile | undefined)[]> {
    const files = await Promise.all(trackKeys.map((trackKey) => this.findByTrackKey(trackKey)));
    return files.map(([newest]) => newest);
  }

  findByCode(
    code: { readonly isrc: Isrc } | { readonly musicbrainzId: string },
  ): Promise<readonly LibraryFile[]> {
    const files = this.#files.filter((file) =>
      "isrc" in code ? file.isrc === code.isrc : file.musicbrainzId === code.musicbrainzId,
    );
    return Promise.resolve(files.sort((a, b) => b.modifiedAt - a.modifiedAt));
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
    fingerprint: `${artist}/${trackName}`,
    hasCover: false,
    ...facts,
  };
}
