import { OtherAnswer, type SeenRequest } from "./stand-in-http-server.js";
import type { StandInPlex } from "./stand-in-plex.js";
import type { StandInPlaylist } from "./stand-in-playlists.js";

type Content = Readonly<Record<string, unknown>>;

/** An answer without content, in the page that the server makes of it. */
export const page = (status: number, title: string): OtherAnswer =>
  new OtherAnswer(
    status,
    "text/html",
    `<html><head><title>${title}</title></head><body><h1>${status} ${title}</h1></body></html>`,
  );

/** What names songs in a request. */
const SONGS = /^server:\/\/m\/com\.plexapp\.plugins\.library\/library\/metadata\/([\d,]+)$/;

/**
 * What a Plex Media Server answers about playlists, which are those of the user of a token.
 *
 * Sources: Plex Media Server API, developer.plex.tv/pms, "Playlist" and "Library Playlists"; python-plexapi, `playlist.py`.
 */
export class PlexPlaylistApi {
  constructor(private readonly server: StandInPlex) {}

  /** Returns what is in the container of an answer; `undefined` where a request is about something else. */
  contentOf({ verb, path, query }: SeenRequest, owner: string): Content | undefined {
    const { playlists } = this.server;
    if (path === "/playlists")
      return verb === "POST" ? this.#create(query, owner) : this.#list(query, owner);
    const [, id = "", items] = /^\/playlists\/([^/]+)(\/items)?$/.exec(path) ?? [];
    if (id === "") return undefined;
    const found = playlists.find(id);
    if (found?.owner !== owner) throw page(404, "Not Found");
    switch (verb + (items ?? "")) {
      case "PUT":
        playlists.set(id, {
          name: query.get("title") ?? found.name,
          comment: query.get("summary") ?? found.comment,
        });
        return {};
      case "DELETE":
        playlists.remove(id);
        return {};
      case "GET/items": {
        const entries = found.songIds.map((songId, index) => ({
          ...{ ratingKey: songId, type: "track", playlistItemID: index + 1 },
        }));
        return paged(entries, query);
      }
      case "PUT/items":
        playlists.append(id, this.#named(query));
        return { Metadata: [headOf(found)] };
      case "DELETE/items":
        playlists.set(id, { songIds: [] });
        return { Metadata: [headOf(found)] };
      default:
        return { Metadata: [headOf(found)] };
    }
  }

  #list(query: SeenRequest["query"], owner: string): Content {
    const own = this.server.playlists.lists.filter((list) => list.owner === owner);
    return paged(query.get("playlisttype") === "audio" ? own.map(headOf) : [], query);
  }

  #create(query: SeenRequest["query"], owner: string): Content {
    const name = query.get("title");
    if (name === undefined || query.get("type") !== "audio") throw page(400, "Bad Request");
    const songIds = query.has("uri") ? this.#named(query) : [];
    const parts = { name, owner, comment: "", isPublic: false };
    return { Metadata: [headOf(this.server.playlists.add({ ...parts, songIds }))] };
  }

  /** Returns the songs that a request names, as far as there are such. */
  #named(query: SeenRequest["query"]): readonly string[] {
    const [, ids] = SONGS.exec(query.get("uri") ?? "") ?? [];
    if (ids === undefined) throw page(400, "Bad Request");
    const known = new Set(this.server.songs.map(({ id }) => id));
    return ids.split(",").filter((id) => known.has(id));
  }
}

function paged(all: readonly Content[], query: SeenRequest["query"]): Content {
  const start = Number(query.get("x-plex-container-start") ?? 0);
  const found = all.slice(start, start + Number(query.get("x-plex-container-size") ?? all.length));
  return { size: found.length, totalSize: all.length, offset: start, Metadata: found };
}

const headOf = ({ id, name, comment, songIds }: StandInPlaylist): Content => ({
  ...{ ratingKey: id, key: `/playlists/${id}/items`, type: "playlist", title: name },
  ...{ summary: comment, smart: false, playlistType: "audio", leafCount: songIds.length },
});
