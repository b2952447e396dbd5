import { isAbsolute } from "node:path";
import { z } from "zod";

const SQLITE = "sqlite:";

const POSTGRES = /^postgres(?:ql)?:\/\//;

/** What the parameter sslmode may be; what each means is in the page `postgresql` of the guide. */
const SSL_MODES = ["disable", "prefer", "require", "verify-ca", "verify-full", "no-verify"];

/** The address of a database. A message about a mistake does not repeat it, because it may contain a password. */
export const databaseUrl = z.string().superRefine((text, context) => {
  const message = POSTGRES.test(text) ? postgresMistake(text) : fileMistake(text);
  if (message !== undefined) context.addIssue({ code: "custom", message });
});

function fileMistake(text: string): string | undefined {
  const isFile = text.startsWith(SQLITE) && isAbsolute(text.slice(SQLITE.length));
  if (isFile || text === "sqlite::memory:") return undefined;
  return 'must be like "sqlite:/path/to/file.db", with an absolute path, or "postgres://user:password@host:5432/name"';
}

function postgresMistake(text: string): string | undefined {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url === undefined || url.hash !== "" || !/^\/[^/]+$/.test(url.pathname)) {
    return 'must be like "postgres://user:password@host:5432/name", with special characters in the password as %40 for @';
  }
  const mode = url.searchParams.get("sslmode");
  if (mode === null || SSL_MODES.includes(mode)) return undefined;
  return `has an unknown sslmode; it must be one of: ${SSL_MODES.join(", ")}`;
}
