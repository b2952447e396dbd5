import type { NewMusicServer } from "../../domain/music-server/music-server.js";
import type { ListedSong } from "../../domain/music-server/song.js";
import type { AudioRest, AudioStream } from "../analysis/audio-stream.js";
import type { Cover } from "../library/library-folders.js";
import type { ServerFavourites, ServerPlaylists } from "./server-playlists.js";

/** What a server says of itself. */
export interface MusicServerAbout {
  /** The program, e.g. "navidrome"; `null` where it does not say. */
  readonly product: string | null;
  /** Of the program; `null` where it does not say. */
  readonly version: string | null;
  /** Whether it accepts the password itself only, and no token that is made of it. */
  readonly sendsPassword: boolean;
}

/** In which state the library of a server is. */
export interface MusicServerState {
  /** Another text whenever songs were added, changed or removed, as far as the server says that. */
  readonly stamp: string;
  /** Whether the server is reading its files, so that a listing may be of a part of them. */
  readonly isScanning: boolean;
}

/**
 * Asks one music server. Requests begin at the pace of the server. Each method but `close` fails where the server does:
 *
 * @throws {MusicServerProblem} the server is away, refuses, or answers something else
 * @throws {unknown} `signal.reason`, when aborted
 */
export interface MusicServerClient {
  readonly playlists: ServerPlaylists;
  /** Absent where servers of the kind have none. */
  readonly favourites?: ServerFavourites;

  /** Signs in; finds out how the server takes the password. */
  check(signal: AbortSignal): Promise<MusicServerAbout>;

  /** Asks for the state of the library, in a few cheap requests. */
  state(signal: AbortSignal): Promise<MusicServerState>;

  /** Lists all songs, some hundred at once; what is no audio is left out. */
  list(signal: AbortSignal): AsyncIterable<readonly ListedSong[]>;

  /** Asks for one song by its id; `undefined` where there is none. */
  find(id: string, signal: AbortSignal): Promise<ListedSong | undefined>;

  /** Opens the file of a song, or the rest of it, as it lies on the server; `undefined` where there is no such song. */
  open(
    id: string,
    rest: AudioRest | undefined,
    signal: AbortSignal,
  ): Promise<AudioStream | undefined>;

  /** Returns a picture by its id; `undefined` where there is none that can be shown. */
  findCover(coverId: string, signal: AbortSignal): Promise<Cover | undefined>;

  /** Closes all connections. */
  close(): Promise<void>;
}

/** Makes a client of a server. Its owner closes it. */
export type OpenMusicServer = (server: NewMusicServer) => MusicServerClient;
