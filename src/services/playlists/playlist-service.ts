import { PlaylistNotFoundError } from "../../domain/errors/not-found-errors.js";
import { InvalidInputError } from "../../domain/errors/request-errors.js";
import {
  parsePlaylist,
  type Playlist,
  type PlaylistContent,
  type PlaylistParameters,
} from "../../domain/playlist/playlist.js";
import type { TrackRef } from "../../domain/track/track-ref.js";
import type { WorkBudget } from "../../domain/work-budget.js";
import type { PlaylistStore } from "../../ports/playlists/playlist-store.js";
import type { Clock } from "../../ports/runtime/clock.js";
import type { RandomSource } from "../../ports/runtime/random-source.js";
import type { AnalysedTracks } from "../similarity/analysed-tracks.js";
import type { PlaylistTracks } from "./playlist-tracks.js";

/** The maximum number of playlists of one owner. */
export const MAX_PLAYLISTS = 200;

const ID_BYTES = 8;

/**
 * Keeps playlists, and finds their tracks. An owner has access to its own playlists only; where no
 * owner is given, as on the command line, the operator has access to all.
 */
export class PlaylistService {
  constructor(
    private readonly needs: {
      readonly store: PlaylistStore;
      readonly tracks: PlaylistTracks;
      readonly analysed: AnalysedTracks;
      readonly clock: Clock;
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
   * @throws {TrackNotFoundError} a seed or an end of a path is unknown
   * @throws {AnalysisNotFoundError} it has not been analysed
   */
  async create(owner: string, parameters: PlaylistParameters): Promise<Playlist> {
    const content = await this.#checked(parameters);
    if ((await this.needs.store.list(owner)).length >= MAX_PLAYLISTS) {
      const problem = `cannot be added: there are ${MAX_PLAYLISTS} playlists, the maximum; remove one first`;
      throw new InvalidInputError("name", problem);
    }
    const now = this.needs.clock.now();
    const id = `pl_${this.needs.random.hex(ID_BYTES)}`;
    const playlist = { id, owner, ...content, createdAt: now, changedAt: now };
    if (!(await this.needs.store.add(playlist))) throw nameTaken(content);
    return playlist;
  }

  /**
   * Replaces name and recipe of a playlist.
   *
   * @throws {PlaylistNotFoundError} there is no such playlist
   * @throws as `create`
   */
  async change(
    owner: string | undefined,
    id: string,
    parameters: PlaylistParameters,
  ): Promise<Playlist> {
    const before = await this.get(owner, id);
    const content = await this.#checked(parameters);
    const playlist = { ...before, ...content, changedAt: this.needs.clock.now() };
    const outcome = await this.needs.store.change(playlist);
    if (outcome === "taken") throw nameTaken(content);
    if (outcome === "unknown") throw new PlaylistNotFoundError(id);
    return playlist;
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
    const playlist = await this.needs.store.find(id);
    if (playlist === undefined || (owner !== undefined && playlist.owner !== owner)) {
      throw new PlaylistNotFoundError(id);
    }
    return playlist;
  }

  /** @throws {PlaylistNotFoundError} there is no such playlist */
  async remove(owner: string | undefined, id: string): Promise<void> {
    await this.get(owner, id);
    if (!(await this.needs.store.remove(id))) throw new PlaylistNotFoundError(id);
  }

  /** Returns the keys of the tracks that a playlist has now, in order, as `PlaylistTracks.find` does. */
  tracksOf({ recipe }: Playlist, budget?: WorkBudget): Promise<readonly TrackRef[]> {
    return this.needs.tracks.find(recipe, budget);
  }

  async #checked(parameters: PlaylistParameters): Promise<PlaylistContent> {
    const content = parsePlaylist(parameters);
    const { seeds, path } = content.recipe;
    for (const key of path ? [path.from, path.to] : seeds) await this.needs.analysed.get(key);
    if (content.isWritten && !this.needs.hasFolder) {
      throw new InvalidInputError("isWritten", "needs a folder: the server has no PLAYLIST_DIR");
    }
    return content;
  }
}

const nameTaken = ({ name }: PlaylistContent): InvalidInputError =>
  new InvalidInputError("name", `is taken: another playlist is named "${name}"`);
