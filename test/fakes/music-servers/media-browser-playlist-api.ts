import { OtherAnswer, type SeenRequest } from "./stand-in-http-server.js";
import type { StandInMediaBrowser } from "./stand-in-media-browser.js";
import type { StandInPlaylist } from "./stand-in-playlists.js";

/** What is answered; `null` for nothing, and `undefined` where a request is about something else. */
type Answered = object | null | undefined;

/** Who is signed in. */
interface SignedIn {
  readonly id: string;
  readonly name: string;
}

/** What a client posts to create or change a playlist. */
interface Posted {
  readonly Name?: string;
  readonly Ids?: readonly string[];
  readonly IsPublic?: boolean;
  readonly UserId?: string;
  readonly Overview?: string;
}

const refused = (status: number): OtherAnswer =>
  new OtherAnswer(status, "text/plain", "Error processing request.");

/** A playlist is not there, or its user may not see it. */
const unknown = (): OtherAnswer =>
  new OtherAnswer(404, "application/json; charset=utf-8", '"Playlist not found"');

/**
 * What Jellyfin and Emby answer about playlists and favourites. Only one of them knows each request, but for entries and favourites by user.
 *
 * Sources: `PlaylistsController`, `PlaylistManager`, `LibraryController`, `UserLibraryController` of jellyfin/jellyfin; Emby REST API 4.9,
 * dev.emby.media/reference, "PlaylistService", "UserLibraryService", "ItemUpdateService".
 */
export class MediaBrowserPlaylistApi {
  /** The ids of the entries of playlists of Emby, with their songs. */
  readonly #entries = new Map<string, readonly (readonly [entryId: string, songId: string])[]>();
  #entryCount = 0;

  constructor(private readonly server: StandInMediaBrowser) {}

  contentOf(request: SeenRequest, user: SignedIn): Answered {
    const { verb, path, query } = request;
    const [, first = "", id = "", ...rest] = path.split("/");
    const asked = [verb, first, id === "" ? "" : "*", ...rest].join(" ");
    if (path === "/Items" && query.get("includeitemtypes") === "Playlist")
      return this.#list(request, user);
    if (asked === "GET Playlists * Items") return this.#entriesOf(request, id, user);
    if (asked === "DELETE Items *") return this.#remove(id, user);
    const favourite = /^\/Users\/([^/]+)\/FavoriteItems\/([^/]+)$/.exec(path);
    if (favourite?.[1] === user.id) return this.#favourite(verb, favourite[2] ?? "");
    return this.server.kind === "jellyfin"
      ? this.#ofJellyfin(asked, id, request, user)
      : this.#ofEmby(asked, id, request, user);
  }

  #ofJellyfin(
    asked: string,
    id: string,
    { verb, posted = {} }: SeenRequest,
    user: SignedIn,
  ): Answered {
    const { Name, Ids, IsPublic, UserId } = posted as Posted;
    const { playlists } = this.server;
    switch (asked) {
      case "POST Playlists ": {
        if (Name === undefined || UserId !== user.id) throw refused(400);
        const parts = { name: Name, owner: user.name, comment: "", isPublic: IsPublic ?? true };
        const made = playlists.add({ ...parts, songIds: [] });
        playlists.append(made.id, this.#known(Ids ?? []));
        return { Id: made.id };
      }
      case "POST Playlists *": {
        const found = this.#own(id, user);
        if (Ids) {
          playlists.set(found.id, { songIds: [] });
          playlists.append(found.id, this.#known(Ids));
        }
        playlists.set(found.id, {
          ...(Name !== undefined && { name: Name }),
          ...(IsPublic !== undefined && { isPublic: IsPublic }),
        });
        return null;
      }
      case "POST UserFavoriteItems *":
      case "DELETE UserFavoriteItems *":
        return this.#favourite(verb, id);
      default:
        return undefined;
    }
  }

  #ofEmby(
    asked: string,
    id: string,
    { query, path, posted }: SeenRequest,
    user: SignedIn,
  ): Answered {
    const { playlists } = this.server;
    switch (asked) {
      case "POST Playlists ": {
        const name = query.get("name");
        if (name === undefined || !(query.has("mediatype") || query.has("ids"))) throw refused(400);
        const parts = { name, owner: user.name, comment: "", isPublic: false, songIds: [] };
        return { Id: playlists.add(parts).id, ItemAddedCount: 0 };
      }
      case "POST Playlists * Items": {
        const known = this.#known((query.get("ids") ?? "").split(","));
        playlists.append(this.#own(id, user).id, known);
        return { ItemAddedCount: known.length };
      }
      case "POST Playlists * Items Delete": {
        const gone = new Set((query.get("entryids") ?? "").split(","));
        const entries = this.#entryIds(this.#own(id, user));
        const left = entries.filter(([entryId]) => !gone.has(entryId));
        this.#entries.set(id, left);
        playlists.set(id, { songIds: left.map(([, songId]) => songId) });
        return null;
      }
      case "POST Items *": {
        const { Name = "", Overview = "" } = posted as Posted;
        playlists.set(this.#own(id, user).id, { name: Name, comment: Overview });
        return null;
      }
      case "POST Items * MakePublic":
      case "POST Items * MakePrivate":
        playlists.set(this.#own(id, user).id, { isPublic: asked.endsWith("MakePublic") });
        return null;
      default: {
        const [, ofUser, item = ""] = /^\/Users\/([^/]+)\/Items\/([^/]+)$/.exec(path) ?? [];
        return ofUser === user.id ? itemOf(this.#visible(item, user), user) : undefined;
      }
    }
  }

  #list({ query }: SeenRequest, user: SignedIn): object {
    const ids = (query.get("ids") ?? "").split(",").filter((id) => id !== "");
    const found = this.server.playlists.lists.filter(
      (list) => isVisible(list, user) && (ids.length === 0 || ids.includes(list.id)),
    );
    const start = Number(query.get("startindex") ?? 0);
    const Items = found.slice(start, start + Number(query.get("limit") ?? found.length));
    return { Items: Items.map((list) => itemOf(list, user)), TotalRecordCount: found.length };
  }

  #entriesOf({ query }: SeenRequest, id: string, user: SignedIn): object {
    const entries = this.#entryIds(this.#visible(id, user));
    const start = Number(query.get("startindex") ?? 0);
    const page = entries.slice(start, start + Number(query.get("limit") ?? entries.length));
    const isOfJellyfin = this.server.kind === "jellyfin";
    const Items = page.map(([entryId, songId]) => ({
      ...{ Id: songId, Type: "Audio", PlaylistItemId: isOfJellyfin ? songId : entryId },
    }));
    return { Items, TotalRecordCount: entries.length, StartIndex: start };
  }

  /** Returns the entries of a playlist; new ones where somebody has changed its songs. */
  #entryIds({ id, songIds }: StandInPlaylist): readonly (readonly [string, string])[] {
    const known = this.#entries.get(id) ?? [];
    const entries = songIds.map((songId, index) =>
      known[index]?.[1] === songId ? known[index] : ([String(++this.#entryCount), songId] as const),
    );
    this.#entries.set(id, entries);
    return entries;
  }

  /** Removes an item of any kind, as the request does. */
  #remove(id: string, user: SignedIn): null {
    const { playlists, songs } = this.server;
    if (songs.some((song) => song.id === id)) {
      this.server.songs = songs.filter((song) => song.id !== id);
      return null;
    }
    const found = playlists.find(id);
    if (found === undefined || !isVisible(found, user)) throw refused(404);
    if (found.owner !== user.name) throw refused(401);
    playlists.remove(id);
    return null;
  }

  #favourite(verb: string, songId: string): object {
    if (this.#known([songId]).length === 0) throw refused(404);
    this.server.playlists.setFavourite(songId, verb === "POST");
    return { IsFavorite: verb === "POST" };
  }

  #visible(id: string, user: SignedIn): StandInPlaylist {
    const found = this.server.playlists.find(id);
    if (found === undefined || !isVisible(found, user)) throw unknown();
    return found;
  }

  #own(id: string, user: SignedIn): StandInPlaylist {
    const found = this.#visible(id, user);
    if (found.owner !== user.name) throw refused(403);
    return found;
  }

  #known(songIds: readonly string[]): readonly string[] {
    const ids = new Set(this.server.songs.map(({ id }) => id));
    return songIds.filter((id) => ids.has(id));
  }
}

const isVisible = ({ isPublic, owner }: StandInPlaylist, user: SignedIn): boolean =>
  isPublic || owner === user.name;

const itemOf = ({ id, name, comment, owner }: StandInPlaylist, user: SignedIn): object => ({
  ...{ Id: id, Type: "Playlist", MediaType: "Audio", IsFolder: true, Name: name },
  ...{ Overview: comment, CanDelete: owner === user.name },
});
