import { postgresAddressOf } from "./postgres-address.js";

/** The URL of a database in memory, which ends with its process. */
export const IN_MEMORY = "sqlite::memory:";

const FILE = /^sqlite:(.*)$/su;

/** Returns the path of the file of a database; `undefined` where it is in memory or on a server. */
export const databaseFileOf = (url: string): string | undefined =>
  url === IN_MEMORY ? undefined : FILE.exec(url)?.[1];

/** Returns what names a database to people: a path, "in memory", or host, port and name. */
export const databaseNameOf = (url: string): string =>
  url === IN_MEMORY ? "in memory" : (databaseFileOf(url) ?? postgresAddressOf(url));
