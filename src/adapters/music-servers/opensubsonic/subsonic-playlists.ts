import { z } from "zod";
import { MusicServerProblem } from "../../../domain/music-server/music-server-problem.js";
import type { ServerPlaylistContent } from "../../../domain/music-server/server-playlist.js";
import type {
  ServerFavourites,
  ServerPlaylists,
  WantedServerPlaylist,
} from "../../../ports/music-servers/server-playlists.js";
import { lenientlyOptional, readEntries } from "../../metadata/reply-shapes.js";
import { songPortions } from "../song-portions.js";
import {
  listOf,
  subsonicCodes,
  SubsonicError,
  type SubsonicContent,
  type SubsonicParameters,
} from "./subsonic-reply.js";

/** Sends one request to a server; what changes something is sent once only, because a reply may have been lost. */
type Ask = (
  method: string,
  parameters: SubsonicParameters,
  bounds: { readonly signal: AbortSignal; readonly attempts?: number },
) => Promise<SubsonicContent>;

const named = z.object({ id: z.coerce.string().min(1), name: z.string() });
const listed = named.extend({ owner: lenientlyOptional(z.string()) });
const withId = z.object({ id: z.coerce.string().min(1) });

/**
 * The playlists and favourites of a user on a server that speaks the API of OpenSubsonic or Subsonic.
 *
 * Source: OpenSubsonic API, "createPlaylist", "updatePlaylist", "getStarred2", opensubsonic.netlify.app/docs/endpoints.
 */
export class SubsonicPlaylists implements ServerPlaylists, ServerFavourites {
  constructor(
    private readonly ask: Ask,
    /** Who is signed in; `null` where an API key says it. */
    private readonly user: string | null,
  ) {}

  async find(id: string, signal: AbortSignal): Promise<ServerPlaylistContent | undefined> {
    const content = await unlessNotFound(this.ask("getPlaylist", { id }, { signal }));
    if (content === undefined) return undefined;
    const read = named.safeParse(content["playlist"]);
    if (!read.success) throw strangeList("a playlist");
    const songs = idsOf(listOf(content, "playlist", "entry"));
    return { name: read.data.name, songIds: songs };
  }

  async findNamed(name: string, signal: AbortSignal): Promise<readonly string[]> {
    const content = await this.ask("getPlaylists", {}, { signal });
    const playlists = readEntries(listed, listOf(content, "playlists", "playlist"));
    if (playlists === undefined) throw strangeList("playlists");
    return playlists.filter((one) => one.name === name && this.#owns(one)).map(({ id }) => id);
  }

  async create(
    { name }: ServerPlaylistContent,
    othersBefore: readonly string[],
    signal: AbortSignal,
  ): Promise<string> {
    const content = await this.ask("createPlaylist", { name }, { signal, attempts: 1 });
    const read = withId.safeParse(content["playlist"]);
    if (read.success) return read.data.id;
    // Before version 1.14 of the API, the reply says nothing of the playlist.
    const found = await this.findNamed(name, signal);
    const made = found.find((id) => !othersBefore.includes(id));
    if (made !== undefined) return made;
    throw new MusicServerProblem("failed", "does not list a playlist that it has created");
  }

  async replace(
    id: string,
    { name, note, isPublic, songIds }: WantedServerPlaylist,
    signal: AbortSignal,
  ): Promise<void> {
    const said = { name, comment: note, public: String(isPublic) };
    await this.#change("updatePlaylist", { playlistId: id, ...said }, signal);
    const [first = [], ...others] = [...songPortions(songIds)];
    await this.#change("createPlaylist", { playlistId: id, songId: first }, signal);
    for (const some of others) {
      await this.#change("updatePlaylist", { playlistId: id, songIdToAdd: some }, signal);
    }
  }

  async remove(id: string, signal: AbortSignal): Promise<void> {
    await unlessNotFound(this.#change("deletePlaylist", { id }, signal));
  }

  async findFavourites(signal: AbortSignal): Promise<ReadonlySet<string>> {
    const content = await this.ask("getStarred2", {}, { signal });
    return new Set(idsOf(listOf(content, "starred2", "song")));
  }

  async setFavourites(
    songIds: readonly string[],
    isFavourite: boolean,
    signal: AbortSignal,
  ): Promise<void> {
    for (const some of songPortions(songIds)) {
      await this.#change(isFavourite ? "star" : "unstar", { id: some }, signal);
    }
  }

  #change(
    method: string,
    parameters: SubsonicParameters,
    signal: AbortSignal,
  ): Promise<SubsonicContent> {
    return this.ask(method, parameters, { signal, attempts: 1 });
  }

  /** Whether a playlist is one of the user; servers list those of others, too. */
  #owns({ owner }: z.output<typeof listed>): boolean {
    return this.user === null || owner === undefined || owner === this.user;
  }
}

function idsOf(songs: readonly unknown[]): readonly string[] {
  const entries = readEntries(withId, songs);
  if (entries === undefined) throw strangeList("songs");
  return entries.map(({ id }) => id);
}

const strangeList = (what: string): MusicServerProblem =>
  new MusicServerProblem("unreadable", `lists ${what} in a form that is not of its API`);

/** Returns what a server answers; `undefined` where it says that there is no such thing. */
async function unlessNotFound(
  asked: Promise<SubsonicContent>,
): Promise<SubsonicContent | undefined> {
  try {
    return await asked;
  } catch (error) {
    if (error instanceof SubsonicError && error.code === subsonicCodes.notFound) return undefined;
    throw error;
  }
}
