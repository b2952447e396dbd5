import type {
  MusicServerName,
  NewMusicServer,
  StoredMusicServer,
} from "../../domain/music-server/music-server.js";

/** Stores music servers, their passwords and keys encrypted. */
export interface MusicServerStore {
  /** Stores a server in place of the one with its name. */
  save(server: NewMusicServer): Promise<void>;

  /** Returns all servers, ordered by name; changes by other processes are noticed within a second. */
  list(): Promise<readonly StoredMusicServer[]>;

  /** Removes a server and its songs; returns whether there was one. */
  remove(name: MusicServerName): Promise<boolean>;
}
