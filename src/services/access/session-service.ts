import { type ApiKey, isSecretOf, type Scope, secretHashFrom } from "../../domain/api-key.js";
import {
  LinkSpentError,
  OtherSessionError,
  SessionRefusedError,
  UnauthenticatedError,
} from "../../domain/errors/access-errors.js";
import { DomainError } from "../../domain/errors/domain-error.js";
import { InvalidInputError } from "../../domain/errors/request-errors.js";
import {
  findSessionParts,
  type Session,
  type SessionScope,
  sessionTokenFrom,
} from "../../domain/browser-session.js";
import type { SessionStore } from "../../ports/access/session-store.js";
import type { Clock } from "../../ports/runtime/clock.js";
import type { RandomSource } from "../../ports/runtime/random-source.js";
import type { AccessService, Identity, KeyHolder } from "./access-service.js";
import { KeyWatch } from "./key-watch.js";

const LOOKUP_BYTES = 4;
const SECRET_BYTES = 24;

const DAY_MILLISECONDS = 86_400_000;

/** How long a session is valid, and never longer than its key. */
const SESSION_MILLISECONDS = 30 * DAY_MILLISECONDS;

/** How long a link to sign in is valid: an hour. */
const LINK_MILLISECONDS = 3_600_000;

/** A new session, and the token that the browser sends. The token cannot be read again later. */
export interface OpenedSession {
  readonly session: Session;
  readonly token: string;
}

/**
 * Opens, checks and revokes the sessions of browsers. A session belongs to an API key, counts towards its rate
 * limit, and ends with it; its scopes are some of those of the key, by default only `read`.
 */
export class SessionService {
  readonly #watch: KeyWatch;

  constructor(
    private readonly needs: {
      readonly sessions: SessionStore;
      readonly access: Pick<
        AccessService,
        "admit" | "find" | "isGood" | "list" | "requireScope" | "watch"
      >;
      readonly clock: Clock;
      readonly random: RandomSource;
      /** Returns whether browsers on this machine need no key: the library is the demo library alone. */
      readonly isOpenOnLoopback: () => Promise<boolean>;
    },
  ) {
    const isValid = async (lookup: string): Promise<boolean> => {
      const session = await needs.sessions.find(lookup);
      return session !== undefined && (await this.#keyOf(session)) !== undefined;
    };
    this.#watch = new KeyWatch({ isValid, clock: needs.clock });
  }

  /**
   * Identifies a browser by the token of its session, and counts one request of its key by default. A refusal is returned and not
   * thrown, as by `AccessService.identify`.
   */
  async identify(
    token: string,
    { isCounted = true }: { readonly isCounted?: boolean } = {},
  ): Promise<Identity> {
    try {
      const { session, apiKey } = await this.#authenticate(token);
      const scopes = session.scopes.filter((scope) => apiKey.scopes.includes(scope));
      const holder = { ...apiKey, scopes };
      return {
        ...(isCounted ? await this.needs.access.admit(holder) : { apiKey: holder }),
        session,
      };
    } catch (error) {
      if (error instanceof DomainError) return { refusal: error };
      throw error;
    }
  }

  /**
   * Opens a session with a link, which cannot be used again. A page of anybody can lead to a link, so that it replaces no
   * session of another key.
   *
   * @param presentToken of the session that the browser has, if it has one
   * @throws {LinkSpentError} the link was used, has expired, or its key was revoked
   * @throws {OtherSessionError} the browser is signed in with another key; the link can still be used
   */
  async openByLink(linkToken: string, presentToken = ""): Promise<OpenedSession> {
    const link = await this.needs.sessions.takeLink(secretHashFrom(linkToken));
    const isUsable = link !== undefined && link.expiresAt > this.needs.clock.now();
    const apiKey = isUsable ? await this.needs.access.find(link.keyLookup) : undefined;
    if (!isUsable || !apiKey) throw new LinkSpentError();
    const present = await this.#find(presentToken);
    if (present && present.keyLookup !== apiKey.lookup && (await this.#keyOf(present))) {
      await this.needs.sessions.addLink(link, this.needs.clock.now());
      throw new OtherSessionError();
    }
    return this.#open(apiKey, link.scopes, SESSION_MILLISECONDS);
  }

  /**
   * Opens a session for the holder of a key.
   *
   * @param scopes at least one
   *
   * @throws {UnauthenticatedError} there is no valid key
   * @throws {ForbiddenError} the key does not have the scopes
   */
  async openByKey(identity: Identity, scopes: readonly SessionScope[]): Promise<OpenedSession> {
    const [apiKey] = scopes.map((scope) => this.needs.access.requireScope(identity, scope));
    if (!apiKey) throw new UnauthenticatedError("An API key is required.");
    return this.#open(apiKey, scopes, SESSION_MILLISECONDS);
  }

  /** Returns whether browsers on this machine may open a session without a key. */
  async isOpenOnLoopback(): Promise<boolean> {
    return (await this.#loopbackKey()) !== undefined;
  }

  /**
   * Opens a session of a day, which may read, without a key, for a browser on this machine.
   *
   * @throws {UnauthenticatedError} the library is not the demo library alone, or no key may read
   */
  async openOnLoopback(): Promise<OpenedSession> {
    const apiKey = await this.#loopbackKey();
    if (!apiKey) throw new UnauthenticatedError("An API key is required.");
    return this.#open(apiKey, ["read"], DAY_MILLISECONDS, { isDemo: true });
  }

  /**
   * Creates a link that opens the page signed in, once.
   *
   * @param keyLookup by default the oldest valid key that has the scopes
   * @returns its token; `undefined` where there is no such key
   */
  async issueLink(
    scopes: readonly SessionScope[],
    keyLookup?: string,
  ): Promise<string | undefined> {
    const { sessions, access, clock, random } = this.needs;
    const apiKey =
      keyLookup === undefined ? await this.#oldestKey(scopes) : await access.find(keyLookup);
    if (!apiKey || !scopes.every((scope) => apiKey.scopes.includes(scope))) return undefined;
    const token = random.hex(SECRET_BYTES);
    const now = clock.now();
    const expiresAt = now + LINK_MILLISECONDS;
    const link = { secretHash: secretHashFrom(token), keyLookup: apiKey.lookup, scopes, expiresAt };
    await sessions.addLink(link, now);
    return token;
  }

  /** Returns whether the holder of a key or session still is one. */
  async isGood({ apiKey, session }: KeyHolder): Promise<boolean> {
    if (!session) return this.needs.access.isGood(apiKey.lookup);
    const found = await this.needs.sessions.find(session.lookup);
    return found !== undefined && (await this.#keyOf(found)) !== undefined;
  }

  /** Calls `onEnd` soon after the key or session of a holder has ended; as `AccessService.watch`. */
  watch({ apiKey, session }: KeyHolder, onEnd: () => void): () => void {
    return session
      ? this.#watch.watch(session.lookup, onEnd)
      : this.needs.access.watch(apiKey.lookup, onEnd);
  }

  /** Returns the sessions that can be used, oldest first. */
  async list(): Promise<readonly Session[]> {
    const sessions = await this.needs.sessions.list();
    const keys = await Promise.all(sessions.map((session) => this.#keyOf(session)));
    return sessions.filter((_session, index) => keys[index] !== undefined);
  }

  /** Ends the session with a token, where there is one. */
  async close(token: string): Promise<void> {
    const session = await this.#find(token);
    if (session) await this.needs.sessions.revoke(session.lookup, this.needs.clock.now());
  }

  /**
   * Ends a session.
   *
   * @throws {InvalidInputError} no session has this lookup part
   */
  async revoke(lookup: string): Promise<void> {
    if (await this.needs.sessions.revoke(lookup, this.needs.clock.now())) return;
    throw new InvalidInputError("session", "must be one that `overtone sessions list` shows");
  }

  async #authenticate(token: string): Promise<{ session: Session; apiKey: ApiKey }> {
    const session = await this.#find(token);
    if (!session) throw new SessionRefusedError("This session is unknown.");
    if (!this.#isOpen(session)) throw new SessionRefusedError("This session has ended.");
    const apiKey = await this.#keyOf(session);
    if (!apiKey) {
      throw new SessionRefusedError(
        session.isDemo
          ? "This session was for the demo library alone."
          : "The API key of this session was revoked or has expired.",
      );
    }
    return { session, apiKey };
  }

  async #find(token: string): Promise<Session | undefined> {
    const parts = findSessionParts(token);
    const session = parts && (await this.needs.sessions.find(parts.lookup));
    return session && isSecretOf(session, parts.secret) ? session : undefined;
  }

  #isOpen({ revokedAt, expiresAt }: Session): boolean {
    return revokedAt === null && expiresAt > this.needs.clock.now();
  }

  /** Returns the key of a session that can be used. */
  async #keyOf(session: Session): Promise<ApiKey | undefined> {
    if (!this.#isOpen(session)) return undefined;
    if (session.isDemo && !(await this.needs.isOpenOnLoopback())) return undefined;
    return this.needs.access.find(session.keyLookup);
  }

  async #loopbackKey(): Promise<ApiKey | undefined> {
    return (await this.needs.isOpenOnLoopback()) ? this.#oldestKey(["read"]) : undefined;
  }

  async #oldestKey(scopes: readonly Scope[]): Promise<ApiKey | undefined> {
    for (const key of await this.needs.access.list()) {
      if (!scopes.every((scope) => key.scopes.includes(scope))) continue;
      const found = await this.needs.access.find(key.lookup);
      if (found) return found;
    }
    return undefined;
  }

  async #open(
    apiKey: ApiKey,
    scopes: readonly SessionScope[],
    lifetimeMilliseconds: number,
    demo: Pick<Session, "isDemo"> = {},
  ): Promise<OpenedSession> {
    const { sessions, clock, random } = this.needs;
    const secret = random.hex(SECRET_BYTES);
    const createdAt = clock.now();
    const session: Session = {
      lookup: random.hex(LOOKUP_BYTES),
      secretHash: secretHashFrom(secret),
      keyLookup: apiKey.lookup,
      scopes,
      createdAt,
      expiresAt: Math.min(createdAt + lifetimeMilliseconds, apiKey.expiresAt ?? Infinity),
      revokedAt: null,
      ...demo,
    };
    await sessions.add(session);
    return { session, token: sessionTokenFrom(session.lookup, secret) };
  }
}
