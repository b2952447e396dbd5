import { neverAborted } from "../../domain/abort-signals.js";
import { AudioUndecodableError } from "../../domain/errors/analysis-errors.js";
import {
  SongUnavailableError,
  type AudioUnavailableError,
} from "../../domain/errors/availability-errors.js";
import { InvalidInputError } from "../../domain/errors/request-errors.js";
import { isInDirectory } from "../../domain/library/library-directory.js";
import type { FoundFile, LibraryPath } from "../../domain/library/library-file.js";
import { MusicServerProblem } from "../../domain/music-server/music-server-problem.js";
import {
  findMusicServerName,
  folderOfMusicServer,
  type MusicServerName,
} from "../../domain/music-server/music-server.js";
import {
  distinctPathOfSong,
  factsOfSong,
  fingerprintOfSong,
  pathOfSong,
  type ListedSong,
  type Song,
} from "../../domain/music-server/song.js";
import type {
  Cover,
  FileContent,
  FoundAudio,
  ListingOptions,
} from "../../ports/library/library-folders.js";
import type { SongStore } from "../../ports/music-servers/song-store.js";
import type { Clock } from "../../ports/runtime/clock.js";
import type { MusicServerConnections } from "./music-server-connections.js";

/** How often a server is asked whether its library has changed. */
const LOOK_MILLISECONDS = 60_000;

/** What is known of a server beside what is stored. */
interface SeenServer {
  /** When it was asked last, milliseconds since 1970. */
  askedAt: number;
  /** The state of its library at the last listing; empty where that broke off, absent before the first one. */
  listedStamp?: string;
  /** How often its library was found to be another one than was listed. */
  changes: number;
}

/** The folders of music servers, one for each; what a server lists is stored, and read from there. */
export class MusicServerFolders {
  readonly #seen = new Map<MusicServerName, SeenServer>();

  constructor(
    private readonly needs: {
      readonly connections: MusicServerConnections;
      readonly songs: SongStore;
      readonly clock: Pick<Clock, "now">;
    },
  ) {}

  /** Returns the folders of all servers. */
  async folders(): Promise<readonly string[]> {
    const servers = await this.needs.connections.list();
    return servers.map(({ name }) => folderOfMusicServer(name));
  }

  /**
   * Returns the folders of the servers that do what they were asked for last. Each server is asked once a minute, in the background,
   * whether it still does, and whether its library has changed, as `presenceIn` says then.
   */
  async findActive(): Promise<readonly string[]> {
    const { connections } = this.needs;
    const active: string[] = [];
    for (const { name } of await connections.list()) {
      this.#look(name);
      const problem = connections.problemOf(name);
      if (problem === undefined || problem.kind === "busy") active.push(folderOfMusicServer(name));
    }
    return active;
  }

  /** Returns a text that is another one after the library of a server was found to have changed. */
  presenceIn(folder: string): string {
    const name = findMusicServerName(folder);
    return String((name && this.#seen.get(name)?.changes) ?? 0);
  }

  /** As `LibraryFolders.inspect`. */
  async inspect(path: string): Promise<{ readonly folder: string; readonly problem?: string }> {
    const name = findMusicServerName(path);
    const servers = await this.needs.connections.list();
    if (name === undefined || servers.every((server) => server.name !== name)) {
      return { folder: path, problem: "is the folder of no music server" };
    }
    const problem = this.needs.connections.problemOf(name)?.message;
    return { folder: path, ...(problem !== undefined && { problem }) };
  }

  /** As `LibraryFolders.resolve`. */
  async resolve(path: string): Promise<{ folder: string; below: string }> {
    const folder = (await this.folders()).find((one) => one === path || path.startsWith(`${one}/`));
    if (folder !== undefined) return { folder, below: path.slice(folder.length + 1) };
    throw new InvalidInputError("folder", "is the folder of no music server; add it first");
  }

  /**
   * As `LibraryFolders.listFiles`. A listing that breaks off, that is of a server which scans, or of one that has changed meanwhile, makes
   * the whole folder unreachable.
   */
  async *listFiles(path: string, options: ListingOptions): AsyncGenerator<FoundFile> {
    const { signal = neverAborted() } = options;
    const { folder, below } = await this.resolve(path);
    const name = findMusicServerName(folder);
    if (name === undefined) return;
    const seen = this.#seenOf(name);
    try {
      let isEmpty = true;
      for await (const songs of this.#listing(name, signal)) {
        isEmpty = false;
        for (const song of songs) {
          if (isInDirectory(below, song.relativePath)) yield foundFileOf(folder, song);
        }
      }
      options.onDirectory?.("", { inode: 0, bornAt: 0, isMount: false, isEmpty });
      this.needs.connections.answered(name);
    } catch (error) {
      signal.throwIfAborted();
      this.needs.connections.failed(name, error);
      if (!(error instanceof MusicServerProblem)) throw error;
      seen.listedStamp = "";
      options.onUnreachable?.("", error.message);
    }
  }

  /** Yields the songs of a server as they are stored, some hundred at once. */
  async *#listing(name: MusicServerName, signal: AbortSignal): AsyncGenerator<readonly Song[]> {
    const { connections, songs } = this.needs;
    const connection = await connections.find(name);
    if (connection === undefined) throw new MusicServerProblem("away", "was removed");
    const { client } = connection;
    const before = await client.state(signal);
    if (before.isScanning) throw new MusicServerProblem("busy", "is scanning its files");
    await songs.removeUnused(name);
    const places = new SongPlaces();
    for await (const page of client.list(signal)) {
      const placed = places.place(page);
      await songs.save(name, placed);
      yield placed;
    }
    const after = await client.state(signal);
    if (after.isScanning || after.stamp !== before.stamp) {
      throw new MusicServerProblem("busy", "has changed while it was listed");
    }
    this.#seenOf(name).listedStamp = after.stamp;
  }

  /** As `LibraryFolders.read`: what the server has listed. */
  async read(file: LibraryPath): Promise<FileContent> {
    const [song] = await this.#findSongs([file]);
    if (song) return { ...song.tags, fingerprint: fingerprintOfSong(song) };
    throw new AudioUndecodableError("its music server does not list it any more");
  }

  /**
   * As `LibraryFolders.findCover`.
   *
   * @throws {AudioUnavailableError} the server does not send it now
   */
  async findCover(file: LibraryPath): Promise<Cover | undefined> {
    const { connections } = this.needs;
    const name = findMusicServerName(file.folder);
    const [song] = await this.#findSongs([file]);
    if (name === undefined || song?.coverId === undefined) return undefined;
    try {
      const connection = await connections.find(name);
      return await connection?.client.findCover(song.coverId, neverAborted());
    } catch (error) {
      if (!(error instanceof MusicServerProblem)) throw error;
      throw new SongUnavailableError(name, error.message, error);
    }
  }

  /** As `LibraryFolders.findAudioOf`, by what is stored of the songs. */
  async findAudioOf(
    paths: readonly LibraryPath[],
  ): Promise<readonly (FoundAudio | AudioUnavailableError | undefined)[]> {
    const songs = await this.#findSongs(paths);
    const folders = new Set(await this.folders());
    return paths.map(({ folder, relativePath }, index) => {
      const [song, name] = [songs[index], findMusicServerName(folder)];
      if (song === undefined || name === undefined || !folders.has(folder)) return undefined;
      const problem = this.needs.connections.problemOf(name);
      if (problem !== undefined && problem.kind !== "busy") {
        return new SongUnavailableError(name, problem.message, problem);
      }
      const { facts, sizeBytes, modifiedAt, changedAt, inode } = foundFileOf(folder, song);
      const state = { sizeBytes, modifiedAt, changedAt, inode };
      return { kind: "song", folder, relativePath, state, facts };
    });
  }

  /** Returns what is stored of songs, in the order of their paths. */
  async #findSongs(paths: readonly LibraryPath[]): Promise<readonly (Song | undefined)[]> {
    const found = new Map<string, Song>();
    for (const folder of new Set(paths.map((path) => path.folder))) {
      const name = findMusicServerName(folder);
      if (name === undefined) continue;
      const wanted = paths.filter((path) => path.folder === folder);
      const relativePaths = wanted.map(({ relativePath }) => relativePath);
      for (const song of await this.needs.songs.findMany(name, relativePaths)) {
        if (song) found.set(`${folder}/${song.relativePath}`, song);
      }
    }
    return paths.map(({ folder, relativePath }) => found.get(`${folder}/${relativePath}`));
  }

  #seenOf(name: MusicServerName): SeenServer {
    const seen = this.#seen.get(name) ?? { askedAt: -Infinity, changes: 0 };
    this.#seen.set(name, seen);
    return seen;
  }

  /** Asks a server for the state of its library, unless it was asked in the last minute. */
  #look(name: MusicServerName): void {
    const seen = this.#seenOf(name);
    const now = this.needs.clock.now();
    if (now - seen.askedAt < LOOK_MILLISECONDS) return;
    seen.askedAt = now;
    void this.#ask(name, seen);
  }

  async #ask(name: MusicServerName, seen: SeenServer): Promise<void> {
    const { connections } = this.needs;
    try {
      const connection = await connections.find(name);
      const state = await connection?.client.state(neverAborted());
      if (state === undefined) return;
      connections.answered(name);
      if (state.isScanning || seen.listedStamp === undefined) return;
      if (state.stamp === seen.listedStamp) return;
      seen.listedStamp = state.stamp;
      seen.changes += 1;
    } catch (error) {
      // Anything else than a problem of the server, such as a database that is away, is asked for again.
      connections.failed(name, error);
    }
  }
}

/** Gives the songs of one listing their paths. */
class SongPlaces {
  readonly #ids = new Set<string>();
  readonly #paths = new Set<string>();

  /** Returns songs with their paths, of which no two are equal; those that were listed before are left out. */
  place(songs: readonly ListedSong[]): readonly Song[] {
    return songs.flatMap((listed) => {
      if (this.#ids.has(listed.id)) return [];
      this.#ids.add(listed.id);
      const path = pathOfSong(listed);
      const relativePath = this.#paths.has(path) ? distinctPathOfSong(listed) : path;
      this.#paths.add(relativePath);
      const { id, suffix, sizeBytes, tags, artistId, coverId, use } = listed;
      const artist = artistId === undefined ? {} : { artistId };
      const cover = coverId === undefined ? {} : { coverId };
      return [{ id, relativePath, suffix, sizeBytes, tags, ...artist, ...cover, use }];
    });
  }
}

/** Returns a song as a file that was found: nothing is known of its times. */
const foundFileOf = (folder: string, song: Song): FoundFile & { readonly facts: string } => ({
  ...{ folder, relativePath: song.relativePath, sizeBytes: song.sizeBytes },
  ...{ modifiedAt: 0, changedAt: 0, inode: 0 },
  facts: factsOfSong(song),
});
