import { accepted, send, sendJson } from "../graphql/request.js";
import { serverNameOf } from "../parts/server-name.js";

const FOLDERS = "api/audio/library/folders";

/** Adds a folder of the machine of the server to the library, where its files are scanned within seconds. */
export const addFolder = (folder: string): Promise<unknown> =>
  sendJson("POST", FOLDERS, { folder });

/** Lets a folder be neither scanned nor analysed, or both again. */
export const pauseFolder = (folder: string, isPaused: boolean): Promise<unknown> =>
  sendJson("PATCH", FOLDERS, { folder, isPaused });

/** Removes a folder that was added, or a music server, with its files from the library; they stay where they lie. */
export async function removeFolder(folder: string): Promise<unknown> {
  const server = serverNameOf(folder);
  const path =
    server === null
      ? `${FOLDERS}?${new URLSearchParams({ folder }).toString()}`
      : serverPath(server);
  return accepted(await send(path, { method: "DELETE" }));
}

/** Returns whether a folder leaves the library when it is removed: those of the settings return at the next scan. */
export const isRemovable = ({ path, isAdded, isConfigured }: ManagedFolder): boolean =>
  isAdded || !isConfigured || (path !== null && serverNameOf(path) !== null);

/** What decides whether a folder can be removed. */
interface ManagedFolder {
  readonly path: string | null;
  readonly isAdded: boolean;
  readonly isConfigured: boolean;
}

/** The kinds of music servers, by the names of the programs. */
export const SERVER_KINDS = {
  opensubsonic: "OpenSubsonic (Navidrome, gonic, Ampache, …)",
  jellyfin: "Jellyfin",
  emby: "Emby",
  plex: "Plex",
} as const;

/** A music server as it is typed. */
export interface TypedServer {
  /** One of the kinds. */
  readonly kind: string;
  readonly name: string;
  readonly url: string;
  /** Empty where the password is an API key, or a token. */
  readonly user: string;
  readonly password: string;
}

/** Adds a music server to the library, which accepts the login. */
export function addServer({ name, kind, url, user, password }: TypedServer): Promise<unknown> {
  const login = user === "" ? { apiKey: password } : { user, password };
  return sendJson("PUT", serverPath(name), { kind, url, ...login });
}

const serverPath = (name: string): string =>
  `api/audio/library/servers/${encodeURIComponent(name)}`;
