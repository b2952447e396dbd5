import { z } from "zod";
import { MusicServerProblem } from "../../../domain/music-server/music-server-problem.js";
import type { ServerPlaylistContent } from "../../../domain/music-server/server-playlist.js";
import type {
  ServerPlaylists,
  WantedServerPlaylist,
} from "../../../ports/music-servers/server-playlists.js";
import { allEntries } from "../listed-pages.js";
import type { ChangingMethod } from "../music-server-http.js";
import { saidFlag, saidId } from "../said-values.js";
import { songPortions } from "../song-portions.js";

/** Entries that are listed at once. */
const PAGE_SIZE = 500;

/** What names the library of a server in the addresses of its items. */
const LIBRARY = "com.plexapp.plugins.library";

/** What a request asks for, and what bounds it. */
interface Asked {
  readonly signal: AbortSignal;
  readonly parameters?: Readonly<Record<string, string>>;
}

const withId = z.object({ ratingKey: saidId });
const playlist = withId.extend({ title: z.string(), smart: saidFlag });

/**
 * The playlists of the user of a token on a server of Plex. Only that user sees them: they cannot be made public.
 *
 * Sources: Plex Media Server API, developer.plex.tv/pms, "Playlist" and "Library Playlists"; python-plexapi, `playlist.py`.
 */
export class PlexPlaylists implements ServerPlaylists {
  constructor(
    private readonly server: {
      /** Asks for items; `undefined` where there is nothing at the path. */
      readonly find: (path: string, asked: Asked) => Promise<readonly unknown[] | undefined>;
      /** Asks for a change, once; returns the items of the reply. */
      readonly change: (
        method: ChangingMethod,
        path: string,
        asked: Asked,
      ) => Promise<readonly unknown[]>;
      /** Asks for the id of the server. */
      readonly machine: (signal: AbortSignal) => Promise<string>;
    },
  ) {}

  async find(id: string, signal: AbortSignal): Promise<ServerPlaylistContent | undefined> {
    const [found] = (await this.server.find(pathOf(id), { signal })) ?? [];
    if (found === undefined) return undefined;
    const { title } = readAs(playlist, found);
    const entries = await this.#all(withId, `${pathOf(id)}/items`, {}, signal);
    return { name: title, songIds: entries.map(({ ratingKey }) => ratingKey) };
  }

  async findNamed(name: string, signal: AbortSignal): Promise<readonly string[]> {
    const playlists = await this.#all(playlist, "playlists", { playlistType: "audio" }, signal);
    // A smart one has rules and no list of its own.
    const named = playlists.filter(({ title, smart }) => title === name && smart !== true);
    return named.map(({ ratingKey }) => ratingKey);
  }

  async create(
    { name, songIds }: ServerPlaylistContent,
    _othersBefore: readonly string[],
    signal: AbortSignal,
  ): Promise<string> {
    // With a song, as the programs of Plex do: not every version may take a playlist without any.
    const uriOf = await this.#addressing(signal);
    const parameters = {
      ...{ type: "audio", title: name, smart: "0" },
      ...(songIds.length > 0 && { uri: uriOf(songIds.slice(0, 1)) }),
    };
    const [made] = await this.server.change("POST", "playlists", { parameters, signal });
    return readAs(withId, made).ratingKey;
  }

  async replace(
    id: string,
    { name, note, songIds }: WantedServerPlaylist,
    signal: AbortSignal,
  ): Promise<void> {
    const said = { title: name, summary: note };
    await this.server.change("PUT", pathOf(id), { parameters: said, signal });
    const items = `${pathOf(id)}/items`;
    await this.server.change("DELETE", items, { signal });
    const uriOf = await this.#addressing(signal);
    for (const some of songPortions(songIds)) {
      await this.server.change("PUT", items, { parameters: { uri: uriOf(some) }, signal });
    }
  }

  async remove(id: string, signal: AbortSignal): Promise<void> {
    if ((await this.server.find(pathOf(id), { signal })) === undefined) return;
    await this.server.change("DELETE", pathOf(id), { signal });
  }

  #all<Shape extends z.ZodType>(
    shape: Shape,
    path: string,
    parameters: Readonly<Record<string, string>>,
    signal: AbortSignal,
  ): Promise<readonly z.output<Shape>[]> {
    return allEntries(shape, async (offset) => {
      const place = {
        "X-Plex-Container-Start": String(offset),
        "X-Plex-Container-Size": String(PAGE_SIZE),
      };
      const asked = { parameters: { ...parameters, ...place }, signal };
      return (await this.server.find(path, asked)) ?? [];
    });
  }

  /** Returns what makes an address of songs. */
  async #addressing(signal: AbortSignal): Promise<(songIds: readonly string[]) => string> {
    const machine = await this.server.machine(signal);
    return (songIds) => `server://${machine}/${LIBRARY}/library/metadata/${songIds.join()}`;
  }
}

const pathOf = (id: string): string => `playlists/${encodeURIComponent(id)}`;

function readAs<Shape extends z.ZodType>(shape: Shape, item: unknown): z.output<Shape> {
  const read = shape.safeParse(item);
  if (read.success) return read.data;
  const problem = "describes a playlist in a form that is not of its API";
  throw new MusicServerProblem("unreadable", problem);
}
