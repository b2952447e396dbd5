import { z } from "zod";
import { MusicServerProblem } from "../../../domain/music-server/music-server-problem.js";
import type { ServerPlaylistContent } from "../../../domain/music-server/server-playlist.js";
import type {
  ServerFavourites,
  ServerPlaylists,
  WantedServerPlaylist,
} from "../../../ports/music-servers/server-playlists.js";
import { allEntries } from "../listed-pages.js";
import { saidFlag, saidId, saidText } from "../said-values.js";
import { songPortions } from "../song-portions.js";
import { parsedJson, strangeReply } from "../strange-reply.js";
import type { MediaBrowserKind } from "./media-browser-kinds.js";
import type { MediaBrowserSession } from "./media-browser-session.js";

/** Entries that are listed at once. */
const PAGE_SIZE = 500;

type Query = Readonly<Record<string, string>>;

const withId = z.object({ Id: saidId });
const playlist = withId.extend({
  Type: z.literal("Playlist"),
  Name: z.string(),
  CanDelete: saidFlag,
});
const titled = z.looseObject({ Name: saidText, Overview: saidText });
const entry = withId.extend({ PlaylistItemId: saidId.optional() });
const itemList = z.object({ Items: z.array(z.unknown()) });

type Entry = z.output<typeof entry>;

/**
 * The playlists and favourites of a user of Jellyfin or Emby.
 *
 * Sources: Jellyfin, `PlaylistsController`, `UserLibraryController` and `LibraryController` of its repository; Emby REST API 4.9,
 * dev.emby.media/reference, "PlaylistService", "UserLibraryService", "ItemUpdateService" and "LibraryService".
 */
export class MediaBrowserPlaylists implements ServerPlaylists, ServerFavourites {
  constructor(
    private readonly session: MediaBrowserSession,
    private readonly kind: Pick<MediaBrowserKind, "program" | "playlists">,
  ) {}

  async find(id: string, signal: AbortSignal): Promise<ServerPlaylistContent | undefined> {
    const found = await this.#findPlaylist(id, signal);
    if (found === undefined) return undefined;
    const songIds = (await this.#entries(id, signal)).map(({ Id }) => Id);
    return { name: found.Name, songIds };
  }

  async findNamed(name: string, signal: AbortSignal): Promise<readonly string[]> {
    const playlists = await this.#playlists({}, signal);
    // Those of others are listed, too, where they are public.
    return playlists
      .filter((one) => one.Name === name && one.CanDelete !== false)
      .map(({ Id }) => Id);
  }

  async create(
    { name }: ServerPlaylistContent,
    _othersBefore: readonly string[],
    signal: AbortSignal,
  ): Promise<string> {
    const UserId = await this.#userId(signal);
    const wanted = { Name: name, MediaType: "Audio", UserId };
    const reply = await this.session.change("POST", "Playlists", {
      ...(this.kind.playlists.areUpdatedWhole
        ? { content: { ...wanted, Ids: [], IsPublic: false } }
        : { parameters: wanted }),
      signal,
    });
    const read = withId.safeParse(parsedJson(reply.body));
    if (!read.success) throw strangeReply(reply);
    return read.data.Id;
  }

  async replace(id: string, wanted: WantedServerPlaylist, signal: AbortSignal): Promise<void> {
    if (this.kind.playlists.areUpdatedWhole) await this.#update(id, wanted, signal);
    else await this.#replaceByParts(id, wanted, signal);
  }

  /** Replaces a playlist of Jellyfin. The name is sent first and by itself: in one request, it would be changed after the songs. */
  async #update(
    id: string,
    { name, isPublic, songIds }: WantedServerPlaylist,
    signal: AbortSignal,
  ): Promise<void> {
    for (const content of [{ Name: name, IsPublic: isPublic }, { Ids: songIds }]) {
      const { status } = await this.session.change("POST", pathOf(id), { content, signal });
      if (status < 400) continue;
      const problem = `takes no changes of a playlist (status ${status}); Jellyfin does since version 10.9`;
      throw new MusicServerProblem("failed", problem);
    }
  }

  /** Replaces a playlist of Emby, by what is different. */
  async #replaceByParts(
    id: string,
    wanted: WantedServerPlaylist,
    signal: AbortSignal,
  ): Promise<void> {
    await this.#rename(id, wanted, signal);
    await this.#publish(id, wanted, signal);
    const present = await this.#entries(id, signal);
    const { songIds } = wanted;
    const other = present.findIndex(({ Id }, index) => Id !== songIds[index]);
    const kept = other === -1 ? present.length : other;
    // From the end on, so that what is left is a beginning.
    const left = present.slice(kept).reverse();
    for (const some of songPortions(left.map((one) => this.#entryIdOf(one)))) {
      const parameters = { EntryIds: some.join() };
      await this.#require("POST", `${pathOf(id)}/Items/Delete`, { parameters, signal });
    }
    const UserId = await this.#userId(signal);
    for (const some of songPortions(songIds.slice(kept))) {
      const parameters = { Ids: some.join(), UserId };
      await this.#require("POST", `${pathOf(id)}/Items`, { parameters, signal });
    }
  }

  /** Gives a playlist of Emby another name and note. An item is sent back whole: what is absent would be taken away. */
  async #rename(
    id: string,
    { name, note }: WantedServerPlaylist,
    signal: AbortSignal,
  ): Promise<void> {
    const user = encodeURIComponent(await this.#userId(signal));
    const path = `Users/${user}/Items/${encodeURIComponent(id)}`;
    const { content: item } = await this.session.ask(titled, path, { signal });
    if (item.Name === name && (item.Overview ?? "") === note) return;
    const content = { ...item, Name: name, Overview: note };
    await this.#require("POST", `Items/${encodeURIComponent(id)}`, { content, signal });
  }

  async #publish(
    id: string,
    { isPublic }: WantedServerPlaylist,
    signal: AbortSignal,
  ): Promise<void> {
    const path = `Items/${encodeURIComponent(id)}/${isPublic ? "MakePublic" : "MakePrivate"}`;
    const { status } = await this.session.change("POST", path, { signal });
    // Older versions have no such request, and no public playlists.
    if (status < 400 || !isPublic) return;
    const problem = `makes no playlists public (status ${status}); a later version of Emby does`;
    throw new MusicServerProblem("failed", problem);
  }

  async remove(id: string, signal: AbortSignal): Promise<void> {
    // The request removes anything, songs with their files included.
    if ((await this.#findPlaylist(id, signal)) === undefined) return;
    await this.session.change("DELETE", `Items/${encodeURIComponent(id)}`, { signal });
  }

  async findFavourites(signal: AbortSignal): Promise<ReadonlySet<string>> {
    await this.#userId(signal);
    const parameters = { IncludeItemTypes: "Audio", Filters: "IsFavorite", SortBy: "SortName" };
    const favourites = await this.#all(
      withId,
      "Items",
      { Recursive: "true", ...parameters },
      signal,
    );
    return new Set(favourites.map(({ Id }) => Id));
  }

  async setFavourites(
    songIds: readonly string[],
    isFavourite: boolean,
    signal: AbortSignal,
  ): Promise<void> {
    const userId = await this.#userId(signal);
    for (const songId of songIds) {
      const path = this.kind.playlists.favouritePath(userId, songId);
      // A song that has been removed meanwhile has no favourite to change: its refusal is no failure.
      await this.session.change(isFavourite ? "POST" : "DELETE", path, { signal });
    }
  }

  async #findPlaylist(
    id: string,
    signal: AbortSignal,
  ): Promise<z.output<typeof playlist> | undefined> {
    const found = await this.#playlists({ Ids: id }, signal);
    // A text that is no id counts as none there, so that any playlist is answered.
    return found.find((one) => one.Id === id);
  }

  async #playlists(
    parameters: Query,
    signal: AbortSignal,
  ): Promise<readonly z.output<typeof playlist>[]> {
    await this.#userId(signal);
    const all = {
      IncludeItemTypes: "Playlist",
      Recursive: "true",
      Fields: "CanDelete",
      ...parameters,
    };
    return this.#all(playlist, "Items", { SortBy: "DateCreated", ...all }, signal);
  }

  #entries(id: string, signal: AbortSignal): Promise<readonly Entry[]> {
    return this.#all(entry, `${pathOf(id)}/Items`, {}, signal);
  }

  #all<Shape extends z.ZodType>(
    shape: Shape,
    path: string,
    parameters: Query,
    signal: AbortSignal,
  ): Promise<readonly z.output<Shape>[]> {
    const terse = { EnableImages: "false", EnableUserData: "false" };
    return allEntries(shape, async (offset) => {
      const place = { StartIndex: String(offset), Limit: String(PAGE_SIZE) };
      const { content } = await this.session.ask(itemList, path, {
        parameters: { ...terse, ...parameters, ...place },
        signal,
      });
      return content.Items;
    });
  }

  /** Asks for a change of something that was there just now. */
  async #require(...asked: Parameters<MediaBrowserSession["change"]>): Promise<void> {
    const reply = await this.session.change(...asked);
    if (reply.status >= 400) throw strangeReply(reply);
  }

  #entryIdOf({ PlaylistItemId }: Entry): string {
    if (PlaylistItemId !== undefined) return PlaylistItemId;
    throw new MusicServerProblem("unreadable", "lists a playlist in a form that is not of its API");
  }

  async #userId(signal: AbortSignal): Promise<string> {
    const { userId } = await this.session.login({ signal });
    if (userId !== undefined) return userId;
    const problem = "knows no user by an API key, who could own a playlist; send it as a user";
    throw new MusicServerProblem("refused", problem);
  }
}

const pathOf = (id: string): string => `Playlists/${encodeURIComponent(id)}`;
