import { isAbsolute } from "node:path";
import { z } from "zod";
import { IN_MEMORY } from "../domain/operations/database-name.js";
import { hostUrlsOf } from "../domain/operations/database-hosts.js";

const SQLITE = "sqlite:";

const POSTGRES = /^postgres(?:ql)?:\/\//;

/** What parameters may be; what each means is in the page `postgresql` of the guide. */
const PARAMETERS: Readonly<Record<string, readonly string[]>> = {
  sslmode: ["disable", "prefer", "require", "verify-ca", "verify-full", "no-verify"],
  // A server that cannot be written is of no use, so that those of standbys are not among them.
  target_session_attrs: ["any", "read-write", "primary"],
};

/** The address of a database. A message about a mistake does not repeat it, because it may contain a password. */
export const databaseUrl = z.string().superRefine((text, context) => {
  const message = POSTGRES.test(text) ? postgresMistake(text) : fileMistake(text);
  if (message !== undefined) context.addIssue({ code: "custom", message });
});

function fileMistake(text: string): string | undefined {
  const isFile = text.startsWith(SQLITE) && isAbsolute(text.slice(SQLITE.length));
  if (isFile || text === IN_MEMORY) return undefined;
  return 'must be like "sqlite:/path/to/file.db", with an absolute path, or "postgres://user:password@host:5432/name"';
}

/** Returns the mistake in a URL of one host or of several. */
function postgresMistake(text: string): string | undefined {
  for (const hostUrl of hostUrlsOf(text)) {
    const url = URL.canParse(hostUrl) ? new URL(hostUrl) : undefined;
    const mistake =
      url && url.hash === "" && /^\/[^/]+$/.test(url.pathname)
        ? parameterMistake(url.searchParams)
        : 'must be like "postgres://user:password@host:5432/name", with special characters in the password as %40 for @';
    if (mistake !== undefined) return mistake;
  }
  return undefined;
}

function parameterMistake(parameters: URLSearchParams): string | undefined {
  for (const [name, values] of Object.entries(PARAMETERS)) {
    const value = parameters.get(name);
    if (value === null || values.includes(value)) continue;
    return `has an unknown ${name}; it must be one of: ${values.join(", ")}`;
  }
  return undefined;
}
