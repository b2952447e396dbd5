import { directoryOf } from "../../../domain/directory-of.js";
import { searchedNames } from "../../../domain/catalogue/searched-words.js";
import { comparedTag, comparedTagsOf } from "../../../domain/catalogue/text-tags.js";
import { byField } from "../../../domain/analysis/descriptors.js";
import { KeyColumn } from "../catalogue/columns/key-column.js";
import { LabelColumn } from "../catalogue/columns/label-column.js";
import { SearchedTexts } from "../catalogue/columns/searched-texts.js";
import { SlotsByKey } from "../catalogue/columns/slots-by-key.js";
import type { LibraryFilesTable } from "../tables.js";
import { searchedColumns, type NamedTracks, type SearchedColumn } from "./searched-table.js";

/** The columns of a row that words are looked for in, and those that name it. */
export const searchedRowColumns = [
  ...(["fileId", "trackKey", "revision", "relativePath"] as const),
  ...(["artist", "trackName", "album", "albumArtist", "genre"] as const),
] as const satisfies readonly (keyof LibraryFilesTable)[];

export type SearchedRow = Pick<LibraryFilesTable, (typeof searchedRowColumns)[number]>;

const FIRST_CAPACITY = 1024;

/** Growth of the capacity, relative to the number of files. */
const GROWTH = 1.25;

/** The files of the library in memory, column by column. Slots are dense: the last file moves to the slot of one that is removed. */
export class FileColumns implements NamedTracks {
  readonly #fileIds = new KeyColumn();
  readonly #slots = new SlotsByKey(this.#fileIds);
  readonly trackKeys = new KeyColumn();
  readonly names = new SearchedTexts();
  readonly #labels = byField(
    searchedColumns,
    (field) =>
      new LabelColumn({
        orderedAs: (label) => comparedTag(field, label),
        valuesOf: (label) => comparedTagsOf(field, label),
      }),
  );
  #revisions = new Float64Array();
  #capacity = 0;
  #size = 0;

  get size(): number {
    return this.#size;
  }

  labels(column: SearchedColumn): LabelColumn {
    return this.#labels[column];
  }

  /** Returns the id of the file in a slot. */
  fileIdAt(slot: number): string {
    return this.#fileIds.at(slot);
  }

  /** Negative where the id of the file in slot `a` is before that in slot `b`. */
  compareIds(a: number, b: number): number {
    return this.#fileIds.compare(a, b);
  }

  /** Adds a file, or replaces the one with its id. */
  put(row: SearchedRow): void {
    const known = this.#slots.find(row.fileId);
    const slot = known ?? this.#size;
    if (known === undefined) {
      this.ensureCapacity(slot + 1);
      this.#fileIds.set(slot, row.fileId);
      this.#slots.add(slot);
      this.#size += 1;
    }
    this.trackKeys.set(slot, row.trackKey);
    this.#revisions[slot] = row.revision;
    this.names.set(slot, searchedNames(row.artist, row.trackName));
    this.#labels.artist.set(slot, row.artist);
    this.#labels.album.set(slot, row.album ?? "");
    this.#labels.albumArtist.set(slot, row.albumArtist ?? "");
    this.#labels.genre.set(slot, row.genre ?? "");
    this.#labels.folder.set(slot, directoryOf(row.relativePath));
  }

  /** Removes the files whose revision is not among these. */
  keepOnly(revisions: ReadonlySet<number>): void {
    for (let slot = this.#size - 1; slot >= 0; slot -= 1) {
      if (!revisions.has(this.#revisions[slot] as number)) this.#remove(slot);
    }
  }

  /** Makes room for as many files, and more where there is too little. */
  ensureCapacity(count: number): void {
    if (count <= this.#capacity) return;
    const capacity = Math.max(FIRST_CAPACITY, Math.ceil(GROWTH * count));
    this.#capacity = capacity;
    this.#fileIds.setCapacity(capacity);
    this.trackKeys.setCapacity(capacity);
    this.names.setCapacity(capacity);
    for (const column of searchedColumns) this.#labels[column].setCapacity(capacity);
    this.#slots.ensureCapacity(count);
    const revisions = new Float64Array(capacity);
    revisions.set(this.#revisions);
    this.#revisions = revisions;
  }

  #remove(slot: number): void {
    const last = this.#size - 1;
    this.#slots.remove(slot);
    if (slot < last) this.#slots.replace(last, slot);
    this.#fileIds.copy(last, slot);
    this.trackKeys.copy(last, slot);
    this.names.remove(slot, last);
    for (const column of searchedColumns) this.#labels[column].copy(last, slot);
    this.#revisions.copyWithin(slot, last, last + 1);
    this.#size = last;
  }
}
