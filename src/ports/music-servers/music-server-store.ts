import type {
  MusicServerName,
  SavedMusicServer,
  StoredMusicServer,
} from "../../domain/music-server/music-server.js";

/** Knows the music servers of the setting, and stores those that are added, their passwords and keys encrypted. */
export interface MusicServerStore {
  /** Stores a server in place of the added one with its name. */
  save(server: SavedMusicServer): Promise<void>;

  /** Returns all servers, ordered by name, each name once; changes by other processes are noticed within a second. */
  list(): Promise<readonly StoredMusicServer[]>;

  /** Removes a server that was added, and what is stored of the songs of any; returns whether there was one. */
  remove(name: MusicServerName): Promise<boolean>;
}
