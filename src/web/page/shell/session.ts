/** The name of the event on `window` when the server has refused a request for want of a key. */
export const KEY_NEEDED_EVENT = "overtone-key-needed";

const KEY_NAME = "overtone.key";
const LINK_PREFIX = "#session=";

/** The headers that identify the reader: those of a pasted key; a cookie needs none. */
export function identityHeaders(): Readonly<Record<string, string>> {
  const key = sessionStorage.getItem(KEY_NAME);
  return key === null ? {} : { Authorization: `Bearer ${key}` };
}

/** Keeps a key until the tab is closed; `undefined` forgets it. */
export function keepKey(key: string | undefined): void {
  if (key === undefined) sessionStorage.removeItem(KEY_NAME);
  else sessionStorage.setItem(KEY_NAME, key);
}

/** Asks the reader for a key, since the server has refused a request. */
export function askForKey(): void {
  dispatchEvent(new Event(KEY_NEEDED_EVENT));
}

/** Returns the URL of a path of the server, below the prefix that it is served under. */
export const serverUrl = (path: string): string => new URL(path, document.baseURI).href;

/**
 * Exchanges the token of a link `#session=TOKEN`, which the server printed, for a cookie. The token
 * leaves the address at once, so that it is neither kept in the history nor copied.
 */
export async function openSessionFromLink(): Promise<void> {
  if (!location.hash.startsWith(LINK_PREFIX)) return;
  const token = location.hash.slice(LINK_PREFIX.length);
  history.replaceState(null, "", location.pathname + location.search);
  try {
    await fetch(serverUrl("api/session"), {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify({ token }),
    });
  } catch {
    // Without a session, the first request that needs one asks for a key.
  }
}
