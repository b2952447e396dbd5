import type { TrackFilter } from "../../domain/catalogue/catalogue-query.js";
import {
  AnalysisNotFoundError,
  UnknownTrackIdError,
} from "../../domain/errors/not-found-errors.js";
import { InvalidInputError } from "../../domain/errors/request-errors.js";
import type { MusicServerName } from "../../domain/music-server/music-server.js";
import { isRecordingId, type RecordingId } from "../../domain/track/recording-id.js";
import { isTrackRef, type TrackRef } from "../../domain/track/track-ref.js";
import type { MusicServerStore } from "../../ports/music-servers/music-server-store.js";
import type { HeldSong, SongLabels, SongStore } from "../../ports/music-servers/song-store.js";

/** The tracks that a client named by ids, and the server whose ids its answer has. */
export interface NamedSongs {
  /** The tracks, in the order of their ids. */
  readonly refs: readonly TrackRef[];
  /** The server whose ids the answer has; `undefined` where the library has no server: then it has ids of recordings. */
  readonly server: MusicServerName | undefined;
}

/** Finds recordings by the ids of songs on music servers, and the ids of songs by recordings. */
export class SongIdService {
  constructor(
    private readonly needs: {
      readonly servers: Pick<MusicServerStore, "list">;
      readonly songs: Pick<SongStore, "findArtists" | "findById" | "findIds">;
    },
  ) {}

  /**
   * Returns the tracks of ids, and the server that the answer is for: the named one, or else the first added one that has the
   * first known id, or else the first added one. An id that no server has may be a track key or the id of a recording.
   *
   * @param server as it is called here; of any server where absent
   * @throws {InvalidInputError} there is no server with this name
   * @throws {UnknownTrackIdError} no track has an id
   * @throws {AnalysisNotFoundError} a song was not read yet, so that it is not known which recording it is
   */
  async find(
    ids: readonly string[],
    { server }: { readonly server?: string | undefined } = {},
  ): Promise<NamedSongs> {
    const names = await this.#serversOf(server);
    const refs: TrackRef[] = [];
    let chosen: MusicServerName | undefined;
    for (const id of ids) {
      const song = firstOf(await this.needs.songs.findById(id), chosen ? [chosen] : names);
      chosen ??= song?.server;
      refs.push(song ? recordingOf(song, id) : oursOf(id));
    }
    return { refs, server: chosen ?? names[0] };
  }

  /** Returns the ids of the songs of a server, by their recordings; the ids of the recordings where there is no server. */
  async idsOf(
    refs: readonly TrackRef[],
    server: MusicServerName | undefined,
  ): Promise<ReadonlyMap<TrackRef, SongLabels>> {
    const recordingIds = refs.filter(isRecordingId);
    if (server !== undefined) return this.needs.songs.findIds(server, recordingIds);
    return new Map(recordingIds.map((id) => [id, { songId: id }]));
  }

  /**
   * Returns the artist that a server calls by an id, and that server, by the rule of `find`; the text itself is the artist where
   * no server has such an id.
   *
   * @throws {InvalidInputError} there is no server with this name
   */
  async findArtist(
    text: string,
    { server }: { readonly server?: string | undefined } = {},
  ): Promise<{ readonly artist: string; readonly server: MusicServerName | undefined }> {
    const names = await this.#serversOf(server);
    const found = firstOf(await this.needs.songs.findArtists(text), names);
    return found ?? { artist: text, server: names[0] };
  }

  /** Returns the names of the servers that an answer may be for, in the order in which they were added. */
  async #serversOf(server: string | undefined): Promise<readonly MusicServerName[]> {
    const servers = [...(await this.needs.servers.list())];
    const names = servers
      .sort((one, other) => (one.addedAt ?? 0) - (other.addedAt ?? 0))
      .map(({ name }) => name);
    if (server === undefined) return names;
    const named = names.find((name) => name === server);
    if (named !== undefined) return [named];
    const known = names.map((name) => `"${name}"`).join(", ");
    const others = names.length === 0 ? "there is none" : `there are ${known}`;
    throw new InvalidInputError("server", `must be the name of a music server; ${others}`);
  }
}

/** Returns the conditions on the tracks that a server has; none without a server. */
export const tracksOnServer = (server: MusicServerName | undefined): TrackFilter =>
  server === undefined ? {} : { tags: { server: [server] } };

/** Returns the entry of the first of some servers that has one. */
const firstOf = <Found extends { readonly server: MusicServerName }>(
  all: readonly Found[],
  servers: readonly MusicServerName[],
): Found | undefined =>
  servers.flatMap((name) => all.find(({ server }) => server === name) ?? [])[0];

function recordingOf({ recordingId }: HeldSong, id: string): RecordingId {
  if (recordingId !== undefined) return recordingId;
  throw new AnalysisNotFoundError(id);
}

function oursOf(id: string): TrackRef {
  if (isTrackRef(id)) return id;
  throw new UnknownTrackIdError(id);
}
