import { InvalidInputError } from "../../domain/errors/request-errors.js";
import { durationMsFrom, type ListedTexts } from "../../domain/list-import/listed-track-from.js";
import type { ReadList } from "../../domain/list-import/listed-row.js";
import { CollectedLists } from "./collected-lists.js";
import { pathFromLocation } from "./list-path.js";
import type { XmlList } from "./xml-list.js";

/** Tracks of a collection that are kept until the playlists name them. */
const MAX_TRACKS = 200_000;

/** Rows of all playlists together. */
const MAX_ENTRIES = 500_000;

/** The type of a node that is a playlist, and not a folder. */
const PLAYLIST = "1";

/** What a playlist names tracks by, where it is their location and not their id. */
const BY_LOCATION = "1";

type Attributes = Readonly<Record<string, string>>;

/** The attributes of a track that are read. */
type Track = Readonly<Record<(typeof ATTRIBUTES)[number], string | undefined>>;

const ATTRIBUTES = ["Name", "Artist", "Album", "TotalTime", "Location"] as const;

/** A node of the tree of playlists that is open. */
interface Node {
  readonly name: string;
  /** Absent for a folder. */
  readonly list: number | undefined;
  readonly isByLocation: boolean;
}

/**
 * Reads the collection of rekordbox: its playlists, called by their folders, or all tracks where there is none.
 *
 * Source: "rekordbox xml format list", version 1.0.0, rekordbox.com/support/developer.
 */
export class RekordboxList implements XmlList {
  readonly #lists: CollectedLists;
  readonly #byId = new Map<string, Track>();
  readonly #byLocation = new Map<string, Track>();
  readonly #nodes: Node[] = [];
  #isInCollection = false;
  #entries = 0;
  #hasLists = false;

  constructor({ list }: { readonly list: string | undefined }) {
    this.#lists = new CollectedLists(list);
  }

  open(name: string, attributes: Attributes): void {
    if (name === "COLLECTION") this.#isInCollection = true;
    if (name === "NODE") this.#openNode(attributes);
    if (name !== "TRACK") return;
    if (this.#isInCollection) this.#keep(attributes);
    else this.#addRow(attributes["Key"] ?? "");
  }

  close(name: string): void {
    if (name === "COLLECTION") this.#isInCollection = false;
    if (name === "NODE") this.#nodes.pop();
  }

  #openNode({ Name: name = "", Type: type, KeyType: keyType }: Attributes): void {
    const above = this.#nodes.at(-1);
    // The root node has no name that a user chose.
    const path = above === undefined || above.name === "" ? name : `${above.name}/${name}`;
    const isRoot = this.#nodes.length === 0 && type !== PLAYLIST;
    const list = type === PLAYLIST ? this.#lists.begin(path) : undefined;
    this.#hasLists ||= list !== undefined;
    this.#nodes.push({ name: isRoot ? "" : path, list, isByLocation: keyType === BY_LOCATION });
  }

  #keep(attributes: Attributes): void {
    if (this.#byId.size >= MAX_TRACKS) {
      throw new InvalidInputError(
        "file",
        `must have at most ${MAX_TRACKS} tracks in its collection`,
      );
    }
    const track = Object.fromEntries(ATTRIBUTES.map((name) => [name, attributes[name]])) as Track;
    // One without an id is still a track where the file has no playlists.
    this.#byId.set(attributes["TrackID"] ?? `#${this.#byId.size}`, track);
    if (track.Location !== undefined) this.#byLocation.set(track.Location, track);
  }

  #addRow(key: string): void {
    const node = this.#nodes.at(-1);
    if (node?.list === undefined) return;
    this.#entries += 1;
    if (this.#entries > MAX_ENTRIES) {
      throw new InvalidInputError("file", `must have at most ${MAX_ENTRIES} rows in all playlists`);
    }
    const track = (node.isByLocation ? this.#byLocation : this.#byId).get(key);
    // A row whose track the collection lacks stays a row.
    const location = node.isByLocation ? { Location: key } : {};
    this.#add(node.list, track ?? location, key);
  }

  #add(list: number, track: Partial<Track>, key: string): void {
    this.#lists.add(list, () => {
      const raw = Object.keys(track).length === 0 ? key : JSON.stringify(track);
      return { raw, ...textsOf(track) };
    });
  }

  result(): ReadList {
    if (!this.#hasLists) {
      const all = this.#lists.begin(undefined);
      for (const track of this.#byId.values()) this.#add(all, track, "");
    }
    return this.#lists.result("rekordbox");
  }
}

function textsOf({ Name, Artist, Album, TotalTime, Location }: Partial<Track>): ListedTexts {
  return {
    ...{ title: Name, artist: Artist, album: Album },
    durationMs: durationMsFrom(TotalTime, "s"),
    path: Location === undefined ? undefined : pathFromLocation(Location),
  };
}
