import { PlaylistNotFoundError } from "../../domain/errors/not-found-errors.js";
import { InvalidInputError, PlaylistChangedError } from "../../domain/errors/request-errors.js";
import {
  MAX_PLAYLIST_NAME_CHARACTERS,
  OPERATOR,
  parseKeptTracks,
  parsePlaylist,
  parsePlaylistName,
  undoneRevisionOf,
  type Playlist,
  type PlaylistContent,
  type PlaylistParameters,
} from "../../domain/playlist/playlist.js";
import {
  parsePlaylistEdit,
  parseSeenRevision,
  type PlaylistEdit,
  type PlaylistEditParameters,
} from "../../domain/playlist/playlist-edit.js";
import {
  editedRows,
  tracksOfEdit,
  type EditedRows,
  type RowEdit,
} from "../../domain/playlist/row-edits.js";
import { noRows, type RowOrder } from "../../domain/playlist/row-order.js";
import type { RowWindow } from "../../domain/playlist/row-cursor.js";
import type { Track } from "../../domain/track/track.js";
import type { TrackRef } from "../../domain/track/track-ref.js";
import { spendAwaiting, type WorkBudget } from "../../domain/work-budget.js";
import type { PlaylistStore, RevisedPlaylist } from "../../ports/playlists/playlist-store.js";
import type { Clock } from "../../ports/runtime/clock.js";
import type { RandomSource } from "../../ports/runtime/random-source.js";
import type { AnalysedTracks } from "../similarity/analysed-tracks.js";
import type { PlaylistPage, PlaylistRows } from "./playlist-rows.js";

/** The maximum number of playlists of one owner. */
export const MAX_PLAYLISTS = 200;

const ID_BYTES = 8;

/** How often a change that states no revision is tried, while others come between. */
const MAX_TRIES = 5;

/** The rows of a revision of a playlist, and those that it never had before. */
type RowsWish = Pick<RevisedPlaylist, "order" | "added">;

/** What a revision of a playlist says, and its rows. */
interface RevisionWish extends PlaylistContent, RowsWish {}

/** How the next revision of a playlist is made. */
interface ChangeOptions {
  /** The revision that an undo brings back; by default the present one. */
  readonly undoRevision?: number | null;
  readonly budget: WorkBudget | undefined;
}

/**
 * Keeps playlists, and finds their tracks. An owner has access to its own playlists only; where no
 * owner is given, as on the command line, the operator has access to all. Where the signal of a budget
 * aborts before a change is stored, nothing is changed.
 */
export class PlaylistService {
  constructor(
    private readonly needs: {
      readonly store: PlaylistStore;
      readonly rows: PlaylistRows;
      readonly analysed: Pick<AnalysedTracks, "getMany">;
      readonly clock: Pick<Clock, "now">;
      readonly random: RandomSource;
      /** Whether the server has a folder that playlists are written into. */
      readonly hasFolder: boolean;
    },
  ) {}

  /**
   * Keeps a playlist.
   *
   * @throws {InvalidInputError} names the member that is malformed; the owner has a playlist of the
   * name, or the maximum number of playlists
   * @throws {TrackNotFoundError} a track, a seed or an end of a path is unknown
   * @throws {AnalysisNotFoundError} it has not been analysed
   * @throws what `PlaylistRows.contentsOf` throws
   */
  async create(
    owner: string,
    parameters: PlaylistParameters,
    budget?: WorkBudget,
  ): Promise<Playlist> {
    const content = await this.#checked(parameters);
    await this.#requireRoom(owner);
    const wish = { ...content, ...(await this.#keptRows(parameters, 1, budget)) };
    return this.#add(owner, wish, { budget });
  }

  /**
   * Returns a name for a new playlist.
   *
   * @param parameter names it in an error
   * @throws {InvalidInputError} it is malformed, or taken; or the owner has the maximum number of playlists
   */
  async requireFreeName(owner: string, text: unknown, parameter = "name"): Promise<string> {
    const name = parsePlaylistName(text, parameter);
    const others = await this.#requireRoom(owner);
    if (others.some((other) => other.name === name)) throw nameTaken({ name }, parameter);
    return name;
  }

  /**
   * Keeps tracks of the library as a playlist, in their order, without those that have not been analysed.
   *
   * @param refs at most as many as a playlist may have rows; the same may be there several times
   * @returns the playlist, and which tracks it has; none is made where no track has been analysed
   * @throws as `requireFreeName`
   * @throws what `WorkBudget.begin` throws, of the signal only
   */
  async keepAnalysed(
    owner: string,
    text: unknown,
    refs: readonly TrackRef[],
    budget: WorkBudget,
  ): Promise<{ readonly playlist: Playlist | undefined; readonly kept: ReadonlySet<TrackRef> }> {
    const name = await this.requireFreeName(owner, text);
    const contents = await this.needs.rows.findContents(refs, budget.begun());
    const tracks = refs.filter((ref) => contents.has(ref));
    if (tracks.length === 0) return { playlist: undefined, kept: new Set() };
    const rows = editedRows(noRows, [insertionOf(tracks)], { contents, nextRow: 1 });
    const said = { name, note: "", recipe: null, isWritten: false };
    const playlist = await this.#add(owner, { ...said, ...rows }, { budget });
    return { playlist, kept: new Set(contents.keys()) };
  }

  /**
   * Replaces what a playlist says, and its recipe or rows.
   *
   * @throws {PlaylistNotFoundError} there is no such playlist
   * @throws {PlaylistChangedError} it has another revision than the one that the client states
   * @throws as `create`
   */
  async change(
    owner: string | undefined,
    id: string,
    parameters: PlaylistParameters,
    budget?: WorkBudget,
  ): Promise<Playlist> {
    const seen = parseSeenRevision(parameters.revision);
    let before = await this.get(owner, id);
    const content = await this.#checked(parameters);
    for (let tries = 1; ; tries++) {
      requireRevision(before, seen);
      const wish = { ...content, ...(await this.#keptRows(parameters, before.nextRow, budget)) };
      const changed = await this.#change(before, wish, { budget });
      if (changed !== undefined) return changed;
      before = await this.get(owner, id);
      if (seen === undefined && tries >= MAX_TRIES) {
        throw new PlaylistChangedError(id, before.revision);
      }
    }
  }

  /**
   * Changes parts of a playlist: what it says, whether it is frozen, and its rows. All of it becomes one revision, or
   * nothing does.
   *
   * @throws {PlaylistNotFoundError} there is no such playlist
   * @throws {PlaylistChangedError} it has another revision than the one that the client states
   * @throws {InvalidInputError} names the member that is malformed, or does not fit the playlist
   * @throws {TrackNotFoundError} a track is unknown
   * @throws {AnalysisNotFoundError} it has not been analysed
   * @throws what `PlaylistTracks.find` throws, where it is frozen
   */
  async edit(
    owner: string | undefined,
    id: string,
    parameters: PlaylistEditParameters,
    budget?: WorkBudget,
  ): Promise<Playlist> {
    const edit = parsePlaylistEdit(parameters);
    const before = await this.get(owner, id);
    requireRevision(before, edit.revision);
    this.#requireFolder(edit.said);
    const rows = await this.#editedRows(before, edit, budget);
    return this.#changeSeen(before, { ...contentOf(before), ...edit.said, ...rows }, { budget });
  }

  /**
   * Makes the last change undone, or that before it where that was undone; or brings a deleted playlist back.
   *
   * @throws {PlaylistNotFoundError} there is no such playlist, nor was one deleted lately
   * @throws {PlaylistChangedError} it has another revision than the one that the client states
   * @throws {InvalidInputError} there is nothing to undo; another playlist has the name
   * @throws what `WorkBudget.begin` throws
   */
  undo(
    owner: string | undefined,
    id: string,
    revision?: unknown,
    budget?: WorkBudget,
  ): Promise<Playlist> {
    const seen = parseSeenRevision(revision);
    return spendAwaiting(budget, async () => {
      const { store } = this.needs;
      const removed = await store.findRemoved(id);
      if (removed !== undefined) return this.#restore(owner, removed, seen);
      const before = await this.get(owner, id);
      requireRevision(before, seen);
      const undone = undoneRevisionOf(before);
      const kept = undone === null ? undefined : await store.findRevision(id, undone);
      if (kept === undefined)
        throw new InvalidInputError("id", "names a playlist with nothing to undo");
      const { undoRevision, ...wish } = kept;
      return this.#changeSeen(before, { ...wish, added: [] }, { undoRevision, budget });
    });
  }

  /**
   * Keeps a copy of a playlist, with its rows and notes.
   *
   * @param owner that of the copy; the operator where absent
   * @param name that of the copy; by default its own with a number
   * @throws {PlaylistNotFoundError} there is no such playlist
   * @throws {InvalidInputError} the name is malformed or taken, or the owner has the maximum number of playlists
   * @throws what `WorkBudget.begin` throws
   */
  duplicate(
    owner: string | undefined,
    id: string,
    name?: unknown,
    budget?: WorkBudget,
  ): Promise<Playlist> {
    return spendAwaiting(budget, async () => {
      const { store, rows } = this.needs;
      const original = await this.get(owner, id);
      const owned = owner ?? OPERATOR;
      const named = name === undefined || name === null ? undefined : parsePlaylistName(name);
      const others = await this.#requireRoom(owned);
      const order = await rows.orderOf(original);
      const added = order ? await store.findRows(id, order.numbers, budget?.signal) : [];
      const wish = {
        ...contentOf(original),
        name: named ?? freeName(original.name, new Set(others.map((other) => other.name))),
        order,
        added: added.filter((row) => row !== undefined),
      };
      return this.#add(owned, wish, { nextRow: original.nextRow, budget });
    });
  }

  /** Returns the playlists of an owner, or all, by name. */
  list(owner?: string): Promise<readonly Playlist[]> {
    return this.needs.store.list(owner);
  }

  /** Returns the playlists of an owner with these ids, in their order; `undefined` where it has none. */
  async findMany(owner: string, ids: readonly string[]): Promise<(Playlist | undefined)[]> {
    const playlists = await this.needs.store.list(owner);
    const byId = new Map(playlists.map((playlist) => [playlist.id, playlist]));
    return ids.map((id) => byId.get(id));
  }

  /** @throws {PlaylistNotFoundError} there is no such playlist */
  async get(owner: string | undefined, id: string): Promise<Playlist> {
    return ownedBy(owner, id, await this.needs.store.find(id));
  }

  /**
   * Deletes a playlist; it can be undone for a while.
   *
   * @throws {PlaylistNotFoundError} there is no such playlist
   */
  async remove(owner: string | undefined, id: string): Promise<void> {
    await this.get(owner, id);
    const isRemoved = await this.needs.store.remove(id, this.needs.clock.now());
    if (!isRemoved) throw new PlaylistNotFoundError(id);
  }

  /** Returns what leads to the tracks of a playlist, in order, as `PlaylistRows.refsOf` does. */
  tracksOf(playlist: Playlist, budget?: WorkBudget): Promise<readonly TrackRef[]> {
    return this.needs.rows.refsOf(playlist, budget);
  }

  /** Returns the first tracks of a playlist that are in the library, as `PlaylistRows.presentTracks` does. */
  presentTracks(playlist: Playlist, count: number, budget?: WorkBudget): Promise<readonly Track[]> {
    return this.needs.rows.presentTracks(playlist, count, budget);
  }

  /** Returns a page of a playlist, as `PlaylistRows.page` does. */
  pageOf(playlist: Playlist, window: RowWindow, budget?: WorkBudget): Promise<PlaylistPage> {
    return this.needs.rows.page(playlist, window, budget);
  }

  async #checked(parameters: PlaylistParameters): Promise<PlaylistContent> {
    const content = parsePlaylist(parameters);
    const { seeds = [], path = null } = content.recipe ?? {};
    const compared = path ? [path.from, path.to] : seeds;
    if (compared.length > 0) await this.needs.analysed.getMany(compared);
    this.#requireFolder(content);
    return content;
  }

  /** @throws {InvalidInputError} a playlist is to be written, and the server has no folder for it */
  #requireFolder({ isWritten }: { readonly isWritten?: boolean }): void {
    if (isWritten && !this.needs.hasFolder) {
      throw new InvalidInputError("isWritten", "needs a folder: the server has no PLAYLIST_DIR");
    }
  }

  /** @throws {InvalidInputError} the owner has the maximum number of playlists */
  async #requireRoom(owner: string): Promise<readonly Playlist[]> {
    const others = await this.needs.store.list(owner);
    if (others.length < MAX_PLAYLISTS) return others;
    const problem = `cannot be added: there are ${MAX_PLAYLISTS} playlists, the maximum; remove one first`;
    throw new InvalidInputError("name", problem);
  }

  /** Returns the rows of a playlist that a client gives as a whole; no order where it gives a recipe. */
  async #keptRows(
    parameters: PlaylistParameters,
    nextRow: number,
    budget: WorkBudget | undefined,
  ): Promise<RowsWish> {
    const tracks = parseKeptTracks(parameters);
    return tracks === undefined
      ? { order: null, added: [] }
      : this.#rowsOf(tracks, nextRow, budget);
  }

  /** Returns tracks as the rows of a playlist. */
  #rowsOf(
    tracks: readonly TrackRef[],
    nextRow: number,
    budget: WorkBudget | undefined,
  ): Promise<EditedRows> {
    return this.#edited(noRows, [insertionOf(tracks)], { nextRow, budget });
  }

  async #edited(
    before: RowOrder,
    edits: readonly RowEdit[],
    { nextRow, budget }: { readonly nextRow: number; readonly budget: WorkBudget | undefined },
  ): Promise<EditedRows> {
    const contents = await this.needs.rows.contentsOf(edits.flatMap(tracksOfEdit), budget);
    return editedRows(before, edits, { contents, nextRow });
  }

  async #editedRows(
    before: Playlist,
    { isFrozen, edits }: PlaylistEdit,
    budget: WorkBudget | undefined,
  ): Promise<RowsWish> {
    const { rows } = this.needs;
    if (isFrozen === false) {
      if (before.recipe !== null) return { order: null, added: [] };
      throw new InvalidInputError("isFrozen", "must not be false: the playlist has no recipe");
    }
    const isFreezing = isFrozen === true && before.rows === null;
    const rowsBefore: RowsWish = isFreezing
      ? await this.#rowsOf(await rows.refsOf(before, budget), before.nextRow, budget?.begun())
      : { order: await rows.orderOf(before), added: [] };
    const { order, added } = rowsBefore;
    if (edits.length === 0) return rowsBefore;
    if (order === null) {
      const problem = "need a playlist with rows: its tracks are found anew, freeze it first";
      throw new InvalidInputError("edits", problem);
    }
    const nextRow = before.nextRow + added.length;
    const edited = await this.#edited(order, edits, { nextRow, budget });
    const present = new Set(edited.order.numbers);
    const frozen = added.filter(({ number }) => present.has(number));
    return { order: edited.order, added: [...frozen, ...edited.added] };
  }

  async #add(
    owner: string,
    wish: RevisionWish,
    {
      nextRow = 1 + wish.added.length,
      budget,
    }: { readonly nextRow?: number; readonly budget: WorkBudget | undefined },
  ): Promise<Playlist> {
    const now = this.needs.clock.now();
    const id = `pl_${this.needs.random.hex(ID_BYTES)}`;
    const playlist = {
      ...{ ...wish, id, owner, createdAt: now, changedAt: now },
      ...{ revision: 1, undoRevision: null, nextRow },
    };
    const added = await this.needs.store.add(playlist, budget?.signal);
    if (added === undefined) throw nameTaken(wish);
    return added;
  }

  /** Makes the next revision of a playlist whose client saw the present one. */
  async #changeSeen(
    before: Playlist,
    wish: RevisionWish,
    options: ChangeOptions,
  ): Promise<Playlist> {
    const changed = await this.#change(before, wish, options);
    if (changed !== undefined) return changed;
    const { revision } = await this.get(undefined, before.id);
    throw new PlaylistChangedError(before.id, revision);
  }

  /** Makes the next revision of a playlist; returns `undefined` where another came between. */
  async #change(
    before: Playlist,
    wish: RevisionWish,
    { undoRevision = before.revision, budget }: ChangeOptions,
  ): Promise<Playlist | undefined> {
    const { id, owner, createdAt } = before;
    const revised = {
      ...{ ...wish, id, owner, createdAt, changedAt: this.needs.clock.now() },
      ...{ revision: before.revision + 1, undoRevision },
      nextRow: Math.max(before.nextRow, ...lastNumbers(wish)),
    };
    const changed = await this.needs.store.change(revised, budget?.signal);
    if (changed === "taken") throw nameTaken(wish);
    if (changed === "unknown") throw new PlaylistNotFoundError(id);
    return changed === "outdated" ? undefined : changed;
  }

  async #restore(
    owner: string | undefined,
    removed: Playlist,
    seen: number | undefined,
  ): Promise<Playlist> {
    const { id } = ownedBy(owner, removed.id, removed);
    requireRevision(removed, seen);
    await this.#requireRoom(removed.owner);
    if ((await this.needs.store.restore(id)) === "taken") throw nameTaken(removed);
    return this.get(owner, id);
  }
}

/** Returns the playlist that an owner asks for. */
function ownedBy(owner: string | undefined, id: string, playlist: Playlist | undefined): Playlist {
  if (playlist === undefined || (owner !== undefined && playlist.owner !== owner)) {
    throw new PlaylistNotFoundError(id);
  }
  return playlist;
}

/** @throws {PlaylistChangedError} a client saw another revision than the present one */
function requireRevision({ id, revision }: Playlist, seen: number | undefined): void {
  if (seen !== undefined && seen !== revision) throw new PlaylistChangedError(id, revision);
}

const contentOf = ({ name, note, recipe, isWritten }: Playlist): PlaylistContent => ({
  ...{ name, note, recipe, isWritten },
});

/** Returns the number behind that of the last row that is added, where one is. */
const lastNumbers = ({ added }: RevisionWish): readonly number[] =>
  added.slice(-1).map(({ number }) => number + 1);

/** Returns a name with the first number that no other has. */
function freeName(name: string, taken: ReadonlySet<string>): string {
  for (let number = 2; ; number++) {
    const suffix = ` (${number})`;
    const cut = name.slice(0, MAX_PLAYLIST_NAME_CHARACTERS - suffix.length);
    const free = `${cut.replace(/[\ud800-\udbff]$/, "").trimEnd()}${suffix}`;
    if (!taken.has(free)) return free;
  }
}

/** Returns the edit that makes tracks the rows of a playlist without any. */
const insertionOf = (tracks: readonly TrackRef[]): RowEdit => ({
  ...{ kind: "insert", tracks, at: undefined, note: "", parameter: "tracks" },
});

const nameTaken = (
  { name }: Pick<PlaylistContent, "name">,
  parameter = "name",
): InvalidInputError =>
  new InvalidInputError(parameter, `is taken: another playlist is named "${name}"`);
