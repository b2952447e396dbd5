import { accepted, dataOf, send, sendJson } from "../graphql/request.js";
import { serverNameOf } from "../parts/server-name.js";

const FOLDERS = "api/audio/library/folders";
const SERVERS = "api/audio/library/servers";

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

/** A music server of the library, as its API describes it. */
export interface ListedServer {
  readonly name: string;
  readonly kind: keyof typeof SERVER_KINDS;
  readonly url: string;
  /** Whether a setting names it, so that it cannot be removed here. */
  readonly isConfigured: boolean;
}

/** Lists the music servers of the library. */
export const listServers = async (signal: AbortSignal): Promise<readonly ListedServer[]> =>
  dataOf(await send(SERVERS, { signal }));

/** What a music server answers when it is tried. */
export interface TriedServer {
  readonly product: string | null;
  readonly version: string | null;
  readonly isScanning: boolean;
  /** What is wrong, in words that follow its name; `null` where songs can be listed and received. */
  readonly problem: string | null;
}

/** Tries whether songs of a music server can be listed and received. */
export const tryServer = async (name: string): Promise<TriedServer> =>
  dataOf(await send(`${serverPath(name)}/check`, { method: "POST" }));

/**
 * Returns whether a folder leaves the library when it is removed: folders and music servers of the settings return at the next
 * scan.
 *
 * @param server the music server that it is; absent where it is none, or where its server is not known
 */
export const isRemovable = (
  { isAdded, isConfigured }: { readonly isAdded: boolean; readonly isConfigured: boolean },
  server: ListedServer | undefined,
): boolean => (server === undefined ? isAdded || !isConfigured : !server.isConfigured);

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
  /** The beginning of the paths of its files, and the folder in which they lie here; both empty where they lie only there. */
  readonly mountedFrom: string;
  readonly mountedTo: string;
}

/** Adds a music server to the library, which accepts the login. */
export function addServer(typed: TypedServer): Promise<unknown> {
  const { name, kind, url, user, password, mountedFrom: from, mountedTo: to } = typed;
  const login = user === "" ? { apiKey: password } : { user, password };
  const mounted = from === "" && to === "" ? {} : { mounted: [{ from, to }] };
  return sendJson("PUT", serverPath(name), { kind, url, ...login, ...mounted });
}

const serverPath = (name: string): string => `${SERVERS}/${encodeURIComponent(name)}`;
