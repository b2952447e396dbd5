import type { Database } from "../../../src/adapters/storage/database.js";
import { SqlLibraryStore } from "../../../src/adapters/storage/library/sql-library-store.js";
import { fileOf } from "../../contracts/library-store.contract.js";

/** Files that are saved at once. */
const FILES_PER_SAVE = 1000;

/** Files of one album. */
const TRACKS_PER_ALBUM = 12;

const NAMES = [
  "Sounds of the North",
  "Red Song",
  "夜に駆ける",
  "Weiße Straße",
  "Группа крови",
  "Blue in Green",
];
const GENRES = ["Jazz", "Rock; Pop", "House; Techno", "Classical", "Ambient"];

/** Adds files that no analysis has. */
export async function addFiles(database: Database, count: number): Promise<void> {
  const store = new SqlLibraryStore({ database });
  if ((await store.count()) >= count) return;
  for (let first = 0; first < count; first += FILES_PER_SAVE) {
    await store.save(
      Array.from({ length: FILES_PER_SAVE }, (_, index) => madeUpFile(first + index)),
    );
  }
}

/** Returns the file of a number, the same in every run. */
export function madeUpFile(index: number): ReturnType<typeof fileOf> {
  const album = Math.floor(index / TRACKS_PER_ALBUM);
  const artist = `Artist ${Math.floor(album / 4)} ${NAMES[album % NAMES.length]}`;
  return fileOf(artist, `${NAMES[index % NAMES.length]} ${index}`, {
    album: `Album ${album} ${NAMES[(album * 7) % NAMES.length]}`,
    genre: GENRES[album % GENRES.length]!,
    relativePath: `${artist}/Album ${album}/${index}.flac`,
  });
}
