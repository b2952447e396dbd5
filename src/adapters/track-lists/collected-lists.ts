import { InvalidInputError } from "../../domain/errors/request-errors.js";
import { listedTrackFrom, type ListedTexts } from "../../domain/list-import/listed-track-from.js";
import {
  MAX_LISTED_ROWS,
  MAX_LISTS_IN_FILE,
  type ListedRow,
  type ListFormat,
  type ListSummary,
  type ReadList,
} from "../../domain/list-import/listed-row.js";

const MAX_RAW_CHARACTERS = 500;

/** Lists that are named in a message. */
const NAMED_LISTS = 20;

const MAX_LIST_NAME_CHARACTERS = 200;

/** Collects the lists of a file, and the rows of the wanted one. */
export class CollectedLists {
  readonly #wanted: string | undefined;
  readonly #lists: { readonly name: string | null; rowCount: number }[] = [];
  readonly #byName = new Map<string, number>();
  readonly #rows: ListedRow[] = [];
  #chosen: number | undefined;

  /** @param wanted the name of a list, or its number; the first one with rows where absent */
  constructor(wanted: string | undefined) {
    this.#wanted = wanted;
  }

  /**
   * Begins a list; returns what names it here.
   *
   * @throws {InvalidInputError} there are too many
   */
  begin(name: string | undefined): number {
    if (this.#lists.length === MAX_LISTS_IN_FILE) {
      throw new InvalidInputError("file", `must have at most ${MAX_LISTS_IN_FILE} lists`);
    }
    const plain = plainNameOf(name);
    const list = this.#lists.push({ name: plain || null, rowCount: 0 }) - 1;
    if ([plain, String(list + 1)].some((known) => known === this.#wanted)) this.#chosen ??= list;
    return list;
  }

  /** Returns the list of a name, which begins with its first row. */
  named(name: string): number {
    const known = this.#byName.get(name);
    if (known !== undefined) return known;
    const list = this.begin(name);
    this.#byName.set(name, list);
    return list;
  }

  /** Names a list whose name stands behind its beginning. */
  rename(list: number, name: string): void {
    const { rowCount } = this.#lists[list] ?? { rowCount: 0 };
    const plain = plainNameOf(name);
    this.#lists[list] = { name: plain || null, rowCount };
    // Rows before the name were counted and not kept, so that the list can be chosen only while it is empty.
    if (plain === this.#wanted && rowCount === 0) this.#chosen ??= list;
  }

  /**
   * Adds a row to a list.
   *
   * @param read returns what the file says of the track, and as it stands there; called for the wanted list only
   * @throws {InvalidInputError} the wanted list has too many
   */
  add(list: number, read: () => ListedTexts & { readonly raw: string }): void {
    const counted = this.#lists[list];
    if (counted === undefined) return;
    counted.rowCount += 1;
    if (this.#wanted === undefined) this.#chosen ??= list;
    if (list !== this.#chosen) return;
    if (counted.rowCount > MAX_LISTED_ROWS) {
      throw new InvalidInputError("file", `must have at most ${MAX_LISTED_ROWS} rows in a list`);
    }
    const position = counted.rowCount;
    const { raw, ...texts } = read();
    const cut = raw.trim().slice(0, MAX_RAW_CHARACTERS).toWellFormed();
    this.#rows.push({ position, ...listedTrackFrom(texts), raw: cut });
  }

  /** @throws {InvalidInputError} there is no list of the wanted name or number */
  result(format: ListFormat): ReadList {
    if (this.#lists.length === 0) this.begin(undefined);
    const lists = this.#lists.map(({ name, rowCount }, index): ListSummary => {
      return { number: index + 1, name, rowCount };
    });
    const list = lists[this.#chosen ?? (this.#wanted === undefined ? 0 : -1)];
    if (list) return { format, lists, list, rows: this.#rows };
    const named = lists
      .slice(0, NAMED_LISTS)
      .map(({ number, name }) => (name === null ? String(number) : `${number} "${name}"`));
    const others = lists.length > NAMED_LISTS ? " and others" : "";
    const problem = `must be the name or the number of a list in the file: ${named.join(", ")}${others}`;
    throw new InvalidInputError("list", problem);
  }
}

/** Returns the name of a list as it is shown and asked for; empty where it has none. */
const plainNameOf = (name: string | undefined): string =>
  name?.trim().slice(0, MAX_LIST_NAME_CHARACTERS).toWellFormed() ?? "";
