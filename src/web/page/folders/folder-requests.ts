import { accepted, send, sendJson } from "../graphql/request.js";

const FOLDERS = "api/audio/library/folders";

/** What the paths of folders begin with whose files lie on a music server; its name follows. */
const SERVER = "server:";

/** Adds a folder of the machine of the server to the library, where its files are scanned within seconds. */
export const addFolder = (folder: string): Promise<unknown> =>
  sendJson("POST", FOLDERS, { folder });

/** Lets a folder be neither scanned nor analysed, or both again. */
export const pauseFolder = (folder: string, isPaused: boolean): Promise<unknown> =>
  sendJson("PATCH", FOLDERS, { folder, isPaused });

/** Removes a folder that was added, or a music server, with its files from the library; they stay where they lie. */
export async function removeFolder(folder: string): Promise<unknown> {
  const path = folder.startsWith(SERVER)
    ? serverPath(folder.slice(SERVER.length))
    : `${FOLDERS}?${new URLSearchParams({ folder }).toString()}`;
  return accepted(await send(path, { method: "DELETE" }));
}

/** Returns whether a folder leaves the library when it is removed: those of the settings return at the next scan. */
export const isRemovable = (folder: ManagedFolder): boolean =>
  folder.isAdded || !folder.isConfigured || (folder.path?.startsWith(SERVER) ?? false);

/** What decides whether a folder can be removed. */
interface ManagedFolder {
  readonly path: string | null;
  readonly isAdded: boolean;
  readonly isConfigured: boolean;
}

/** A music server as it is typed. */
export interface TypedServer {
  readonly name: string;
  readonly url: string;
  readonly user: string;
  readonly password: string;
}

/** Adds a music server to the library, which accepts the login. */
export const addServer = ({ name, ...login }: TypedServer): Promise<unknown> =>
  sendJson("PUT", serverPath(name), login);

const serverPath = (name: string): string =>
  `api/audio/library/servers/${encodeURIComponent(name)}`;
