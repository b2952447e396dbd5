import { followAmong, useFollowed } from "../followed/use-followed.js";

/** Why the reader sees the form to sign in, or a message about the session. */
export type SessionReason =
  /** The server has refused a request of somebody who was not signed in. */
  | "needed"
  /** The session or its key was revoked, or has expired. */
  | "ended"
  /** The link was used before, or has expired. */
  | "linkSpent"
  /** The reader is signed in with another key than that of the link. */
  | "otherKey"
  /** The session may only read. */
  | "writeNeeded"
  /** The session may not manage the server. */
  | "adminNeeded"
  | "signedOut"
  /** The reader wants to sign in. */
  | "asked"
  /** The server could not be reached to sign out. */
  | "unreachable";

/** The session of the reader, as the server last described it. */
export interface ReaderSession {
  /** `null` until the server has said so. */
  readonly isSignedIn: boolean | null;
  readonly mayWrite: boolean;
  /** Whether the reader may add folders and music servers. */
  readonly mayManage: boolean;
  /** Whether this browser may sign in without a key. */
  readonly needsNoKey: boolean;
  readonly reason: SessionReason | null;
  /** Raised when what the views have loaded is not what the reader may see any more. */
  readonly generation: number;
}

/** What came of an attempt to sign in with a key. */
export type SignInOutcome = "signedIn" | "badKey" | "readOnlyKey" | "unreachable";

/** What a session may do beside reading. */
export type FurtherScope = "write" | "admin";

const NO_SCOPES = { mayWrite: false, mayManage: false };

const LINK_PREFIX = "#session=";

/** Kept in the tab of a reader who has signed out, who is not to be signed in again by a reload. */
const SIGNED_OUT = "overtone.signed-out";

let session: ReaderSession = {
  ...{ isSignedIn: null, ...NO_SCOPES, needsNoKey: false },
  ...{ reason: null, generation: 0 },
};
let isReady: Promise<void> = Promise.resolve();
const listeners = new Set<() => void>();
const follow = followAmong(listeners);

const readerSession = (): ReaderSession => session;

/** The session of the reader, which changes with it. */
export const useSession = (): ReaderSession => useFollowed(readerSession, follow);

/** Resolves when it is known whether the reader is signed in: requests before would be refused. */
export const whenSessionIsKnown = (): Promise<void> => isReady;

/** Returns the URL of a path of the server, below the prefix that it is served under. */
export const serverUrl = (path: string): string => new URL(path, document.baseURI).href;

/**
 * Signs the reader in, by the link `#session=TOKEN` that the server printed, or where the server asks for nothing. The
 * token leaves the address at once, so that it is neither kept in the history nor copied.
 */
export function beginSession(): void {
  isReady = begin();
  // A link that is pasted into the address of the open page does not load it anew.
  addEventListener("hashchange", () => {
    if (location.hash.startsWith(LINK_PREFIX)) isReady = begin();
  });
}

/** Signs in with a key, which is not kept. */
export async function signIn(
  key: string,
  further: readonly FurtherScope[],
): Promise<SignInOutcome> {
  const headers = { Authorization: `Bearer ${key}` };
  const answer = await ask("POST", { scopes: ["read", ...further] }, headers);
  if (answer === null) return "unreachable";
  if (answer.data === null) return answer.status === 403 ? "readOnlyKey" : "badKey";
  enter(answer.data);
  return "signedIn";
}

/** Signs in without a key, where the server needs none. */
export async function signInWithoutKey(): Promise<void> {
  const answer = await ask("POST", {});
  if (answer?.data) enter(answer.data);
}

/** Ends the session. A reload before the answer does not sign the reader in again. */
export async function signOut(): Promise<void> {
  sessionStorage.setItem(SIGNED_OUT, "true");
  const answer = await ask("DELETE");
  if (!answer?.data) {
    sessionStorage.removeItem(SIGNED_OUT);
    change({ reason: "unreachable" });
    return;
  }
  const generation = session.generation + 1;
  change({ isSignedIn: false, ...NO_SCOPES, reason: "signedOut", generation });
  await read();
}

/** Shows the form to sign in for a reason, or hides it. */
export function askToSignIn(reason: "asked" | "writeNeeded" | "adminNeeded" | null): void {
  change({ reason });
}

/** Notes that the server has refused a request, for want of a session or of what it may do. */
export function noteRefusal(code: string): void {
  if (code === "FORBIDDEN" && session.isSignedIn && !session.mayWrite) {
    change({ reason: "writeNeeded" });
  }
  if (code !== "UNAUTHENTICATED") return;
  const isKnown = session.isSignedIn === false && session.reason !== null;
  const reason = session.isSignedIn ? "ended" : "needed";
  change({ isSignedIn: false, ...NO_SCOPES, ...(!isKnown && { reason }) });
  if (!isKnown) void read();
}

async function begin(): Promise<void> {
  // At the first load, the views wait; later, they load anew.
  const generation = session.isSignedIn === null ? session.generation : session.generation + 1;
  if (location.hash.startsWith(LINK_PREFIX)) {
    const link = location.hash.slice(LINK_PREFIX.length);
    history.replaceState(null, "", location.pathname + location.search);
    const answer = await ask("POST", { link });
    if (answer?.data) {
      enter(answer.data, { generation });
      return;
    }
    if (answer) change({ reason: answer.status === 403 ? "otherKey" : "linkSpent" });
  }
  await read();
  const mayEnter = session.needsNoKey && sessionStorage.getItem(SIGNED_OUT) === null;
  if (session.isSignedIn !== false || !mayEnter) return;
  const answer = await ask("POST", {});
  if (answer?.data) enter(answer.data, { generation, reason: session.reason });
}

/** Asks the server whether the reader is signed in. */
async function read(): Promise<void> {
  const answer = await ask("GET");
  if (!answer?.data) return;
  const { isSignedIn, scopes, maySignInWithoutKey } = answer.data;
  change({ isSignedIn, ...permissionsOf(scopes), needsNoKey: maySignInWithoutKey });
}

/** Notes that the reader is signed in; the views load anew, unless `parts` keeps the generation. */
function enter({ scopes }: SessionJson, parts: Partial<ReaderSession> = {}): void {
  sessionStorage.removeItem(SIGNED_OUT);
  const generation = session.generation + 1;
  change({ isSignedIn: true, ...permissionsOf(scopes), reason: null, generation, ...parts });
}

const permissionsOf = (
  scopes: readonly string[],
): Pick<ReaderSession, "mayWrite" | "mayManage"> => ({
  mayWrite: scopes.includes("write"),
  mayManage: scopes.includes("admin"),
});

function change(parts: Partial<ReaderSession>): void {
  session = { ...session, ...parts };
  for (const listener of listeners) listener();
}

interface SessionJson {
  readonly isSignedIn: boolean;
  readonly scopes: readonly string[];
  readonly maySignInWithoutKey: boolean;
}

/** Returns the status and what was answered, `null` where it was refused; `null` where nothing was answered. */
async function ask(
  method: "GET" | "POST" | "DELETE",
  wish?: object,
  headers: Readonly<Record<string, string>> = {},
): Promise<{ readonly status: number; readonly data: SessionJson | null } | null> {
  try {
    const response = await fetch(serverUrl("api/session"), {
      method,
      headers: { ...headers, ...(wish && { "Content-Type": "application/json" }) },
      ...(wish && { body: JSON.stringify(wish) }),
    });
    const { data } = (await response.json()) as { readonly data: SessionJson | null };
    return { status: response.status, data };
  } catch {
    return null;
  }
}
