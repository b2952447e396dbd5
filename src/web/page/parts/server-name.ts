/** What the paths of folders begin with whose files lie on a music server; its name follows. */
const SERVER = "server:";

/** Returns the name of the music server that a folder is; `null` for a folder of another kind. */
export const serverNameOf = (path: string): string | null =>
  path.startsWith(SERVER) ? path.slice(SERVER.length) : null;
