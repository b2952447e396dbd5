import type { ReadList } from "../../domain/list-import/listed-row.js";
import { CollectedLists } from "./collected-lists.js";
import { pathFromLocation } from "./list-path.js";
import type { XmlList } from "./xml-list.js";

/** The elements of a track that are read; of several of one name, the first. */
const ELEMENTS = ["location", "identifier", "title", "creator", "album", "duration"] as const;

/**
 * Reads a playlist in XSPF.
 *
 * Source: L. Gonze et al., "XSPF Version 1", xspf.org/spec.
 */
export class XspfList implements XmlList {
  readonly #lists: CollectedLists;
  readonly #list: number;
  readonly #folder: string | undefined;
  /** What was said of the track that is open. */
  #track: Partial<Record<(typeof ELEMENTS)[number], string>> | undefined;

  constructor({
    folder,
    list,
  }: {
    readonly folder: string | undefined;
    readonly list: string | undefined;
  }) {
    this.#lists = new CollectedLists(list);
    this.#list = this.#lists.begin(undefined);
    this.#folder = folder;
  }

  open(name: string): void {
    if (name === "track") this.#track = {};
  }

  close(name: string, text: string): void {
    if (name === "track") {
      this.#end();
      return;
    }
    const track = this.#track;
    if (track === undefined) {
      if (name === "title") this.#lists.rename(this.#list, text);
      return;
    }
    const element = ELEMENTS.find((known) => known === name);
    if (element !== undefined && text !== "") track[element] ??= text;
  }

  #end(): void {
    const track = this.#track ?? {};
    this.#track = undefined;
    this.#lists.add(this.#list, () => {
      const { location, identifier, title, creator, album, duration } = track;
      return {
        raw: JSON.stringify(track),
        ...{ title, artist: creator, album, musicbrainzId: identifier, spotifyId: identifier },
        durationMs: /^\d{1,9}$/u.test(duration ?? "") ? Number(duration) : undefined,
        path: location === undefined ? undefined : pathFromLocation(location, this.#folder),
      };
    });
  }

  result(): ReadList {
    return this.#lists.result("xspf");
  }
}
