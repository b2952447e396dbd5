/** A playlist of the stand-in server. */
export interface StandInPlaylist {
  readonly id: string;
  readonly name: string;
  readonly owner: string;
  readonly comment: string;
  readonly isPublic: boolean;
  readonly songIds: readonly string[];
}

/**
 * The playlists and favourites of a stand-in server; what one of OpenSubsonic answers about them.
 *
 * Source: OpenSubsonic API, opensubsonic.netlify.app/docs, "createPlaylist", "updatePlaylist", "star".
 */
export class StandInPlaylists {
  lists: readonly StandInPlaylist[] = [];
  favourites: readonly string[] = [];
  /** Whether a reply says nothing of a playlist that was created, as before version 1.14 of the API. */
  isSilent = false;
  /** Whether a song is in a playlist only once. */
  isWithoutRepeats = false;
  #count = 0;

  /** Forgets all of it, as a new database does. */
  clear(): void {
    this.lists = [];
    this.favourites = [];
  }

  find(id: string | null): StandInPlaylist | undefined {
    return this.lists.find((list) => list.id === id);
  }

  /** Changes a playlist as somebody else does, or as a request asks for. */
  set(id: string, parts: Partial<StandInPlaylist>): void {
    this.lists = this.lists.map((list) => (list.id === id ? { ...list, ...parts } : list));
  }

  add(parts: Omit<StandInPlaylist, "id">): StandInPlaylist {
    const added = { ...parts, id: `pl-${++this.#count}` };
    this.lists = [...this.lists, added];
    return added;
  }

  /** Adds songs at the end of a playlist. */
  append(id: string, songIds: readonly string[]): void {
    const all = [...(this.find(id)?.songIds ?? []), ...songIds];
    this.set(id, { songIds: this.isWithoutRepeats ? [...new Set(all)] : all });
  }

  setFavourite(songId: string, isFavourite: boolean): void {
    const others = this.favourites.filter((id) => id !== songId);
    this.favourites = isFavourite ? [...others, songId] : others;
  }

  remove(id: string): void {
    this.lists = this.lists.filter((list) => list.id !== id);
  }

  /** Answers a request; `undefined` where there is no such playlist, or `false` where it is about something else. */
  contentOf(method: string, query: URLSearchParams, user: string): object | undefined | false {
    switch (method) {
      case "getPlaylists":
        return { playlists: { playlist: this.lists.map(headOf) } };
      case "getStarred2":
        return { starred2: { song: this.favourites.map((id) => ({ id })) } };
      case "star":
        this.favourites = [...new Set([...this.favourites, ...query.getAll("id")])];
        return {};
      case "unstar":
        this.favourites = this.favourites.filter((id) => !query.getAll("id").includes(id));
        return {};
      case "createPlaylist":
        return query.has("playlistId") ? this.#replace(query) : this.#create(query, user);
      case "updatePlaylist":
        return this.#update(query);
      case "getPlaylist":
      case "deletePlaylist": {
        const found = this.find(query.get("id"));
        if (found === undefined) return undefined;
        if (method === "deletePlaylist") this.remove(found.id);
        const entry = found.songIds.map((id) => ({ id }));
        return method === "deletePlaylist" ? {} : { playlist: { ...headOf(found), entry } };
      }
      default:
        return false;
    }
  }

  #create(query: URLSearchParams, owner: string): object {
    const name = query.get("name") ?? "";
    const songIds = query.getAll("songId");
    const created = this.add({ name, owner, comment: "", isPublic: false, songIds });
    return this.isSilent ? {} : { playlist: headOf(created) };
  }

  #replace(query: URLSearchParams): object | undefined {
    const found = this.find(query.get("playlistId"));
    if (found === undefined) return undefined;
    this.set(found.id, { songIds: query.getAll("songId") });
    return {};
  }

  #update(query: URLSearchParams): object | undefined {
    const found = this.find(query.get("playlistId"));
    if (found === undefined) return undefined;
    this.set(found.id, {
      name: query.get("name") ?? found.name,
      comment: query.get("comment") ?? found.comment,
      isPublic: query.has("public") ? query.get("public") === "true" : found.isPublic,
      songIds: [...found.songIds, ...query.getAll("songIdToAdd")],
    });
    return {};
  }
}

const headOf = ({ id, name, owner, comment, isPublic, songIds }: StandInPlaylist): object => ({
  ...{ id, name, owner, comment, public: isPublic, songCount: songIds.length },
});
