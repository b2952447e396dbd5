import type { Session, SignInLink } from "../../domain/browser-session.js";

/** Stores the sessions of browsers, and the links that open them. What has expired may be removed. */
export interface SessionStore {
  /** @throws {Error} a session with this lookup part exists */
  add(session: Session): Promise<void>;

  find(lookup: string): Promise<Session | undefined>;

  /** Returns all sessions, oldest first. */
  list(): Promise<readonly Session[]>;

  /**
   * Marks a session as revoked; one that is revoked already keeps its time. Returns whether such a
   * session exists.
   */
  revoke(lookup: string, revokedAt: number): Promise<boolean>;

  /** @param now milliseconds since 1970 */
  addLink(link: SignInLink, now: number): Promise<void>;

  /** Removes and returns a link: of several calls for one, in any process, exactly one returns it. */
  takeLink(secretHash: string): Promise<SignInLink | undefined>;
}
