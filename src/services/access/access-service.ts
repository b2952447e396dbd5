import {
  findTokenParts,
  isSecretOf,
  secretHashFrom,
  tokenFrom,
  type ApiKey,
  type Scope,
} from "../../domain/api-key.js";
import {
  ForbiddenError,
  RateLimitedError,
  UnauthenticatedError,
} from "../../domain/errors/access-errors.js";
import { DomainError } from "../../domain/errors/domain-error.js";
import { InvalidInputError } from "../../domain/errors/request-errors.js";
import type { Session } from "../../domain/browser-session.js";
import type { ApiKeyStore } from "../../ports/access/api-key-store.js";
import type { Clock } from "../../ports/runtime/clock.js";
import type { RandomSource } from "../../ports/runtime/random-source.js";
import type { RateAllowance, RateLimiter } from "../../ports/access/rate-limiter.js";
import { KeyWatch } from "./key-watch.js";

const LOOKUP_BYTES = 4;
const SECRET_BYTES = 24;
const MAX_NAME_CHARACTERS = 100;

/**
 * The identity of a client: its API key and the state of its rate limit, unless the request is not
 * counted; or why it has no valid key.
 */
export type Identity = KeyHolder | { readonly refusal: DomainError };

/** The holder of a valid key. */
export interface KeyHolder {
  /** Of a session, only the scopes that the session has. */
  readonly apiKey: ApiKey;
  readonly allowance?: RateAllowance;
  /** The session of a browser that was presented instead of the key. */
  readonly session?: Session;
}

/** A new key, and the token that the client sends. The token cannot be read again later. */
export interface IssuedKey {
  readonly apiKey: ApiKey;
  readonly token: string;
}

/** What a key shall be. */
interface NewKey {
  readonly name: string;
  readonly scopes: readonly Scope[];
  /** How long the key is valid, > 0; without a limit when absent. */
  readonly lifetimeMilliseconds?: number | undefined;
}

/**
 * Returns whether an `Authorization` header has anything that may be a key: a client whose variable for the key is not set
 * sends the scheme without a token.
 */
export const presentsKey = (authorization: string): boolean =>
  !/^(?:Bearer)? *$/i.test(authorization);

/** Issues, checks and revokes API keys. */
export class AccessService {
  readonly #watch: KeyWatch;

  constructor(
    private readonly needs: {
      readonly keys: ApiKeyStore;
      readonly clock: Clock;
      readonly random: RandomSource;
      /** Counts requests with a valid key, by key. */
      readonly limiter: RateLimiter;
    },
  ) {
    this.#watch = new KeyWatch({ isValid: (lookup) => this.isGood(lookup), clock: needs.clock });
  }

  /**
   * Identifies the client by its `Authorization` header, and counts one request of its key. A
   * refusal is returned and not thrown, because some requests need no key.
   *
   * @param options.isCounted whether the rate limit holds for the request; by default, it does
   */
  async identify(
    authorization: string | undefined,
    { isCounted = true }: { readonly isCounted?: boolean } = {},
  ): Promise<Identity> {
    try {
      const apiKey = await this.#authenticate(authorization);
      return isCounted ? await this.admit(apiKey) : { apiKey };
    } catch (error) {
      if (error instanceof DomainError) return { refusal: error };
      throw error;
    }
  }

  /** Returns the identity of the holder of a valid key, and counts one request of the key. */
  async admit(apiKey: ApiKey): Promise<KeyHolder> {
    return { apiKey, allowance: await this.needs.limiter.take(apiKey.lookup) };
  }

  /** Returns the key with this lookup part, where it is neither revoked nor expired. */
  async find(lookup: string): Promise<ApiKey | undefined> {
    const key = await this.needs.keys.find(lookup);
    return key && key.revokedAt === null && !this.#isExpired(key) ? key : undefined;
  }

  /**
   * Returns the key of an identity that has the scope.
   *
   * @param isFree whether the request may exceed the key's rate limit, because it starts no new
   * work
   *
   * @throws {UnauthenticatedError} there is no key, or it is unknown, revoked or expired
   * @throws {RateLimitedError} the key has exceeded its rate limit
   * @throws {ForbiddenError} the key lacks the scope
   */
  requireScope(identity: Identity, scope: Scope, isFree = false): ApiKey {
    if ("refusal" in identity) throw identity.refusal;
    const { allowance, apiKey, session } = identity;
    if (allowance?.isAllowed === false && !isFree) {
      throw new RateLimitedError(allowance.resetSeconds);
    }
    if (!apiKey.scopes.includes(scope)) {
      throw new ForbiddenError(scope, session ? "session" : "API key");
    }
    return apiKey;
  }

  /** Returns whether an identity has a key with the scope. */
  hasScope(identity: Identity, scope: Scope): boolean {
    return "apiKey" in identity && identity.apiKey.scopes.includes(scope);
  }

  /**
   * Checks the rate limit of a request that needs no key: that of its key, or else of its address, which was counted when
   * the caller was identified.
   *
   * @throws {RateLimitedError} the key or the address has exceeded its rate limit
   */
  requireRate(identity: Identity): void {
    this.requireAdmitted(identity);
    if ("refusal" in identity || identity.allowance?.isAllowed !== false) return;
    throw new RateLimitedError(identity.allowance.resetSeconds);
  }

  /**
   * Checks the rate limit of a caller without a valid key.
   *
   * @throws {RateLimitedError} its address has exceeded it
   */
  requireAdmitted(identity: Identity): void {
    if ("refusal" in identity && identity.refusal.code === "RATE_LIMITED") throw identity.refusal;
  }

  /** Returns whether a key with this lookup part exists, and is neither revoked nor expired. */
  async isGood(lookup: string): Promise<boolean> {
    return (await this.find(lookup)) !== undefined;
  }

  /**
   * Calls `onEnd` soon after a key was revoked, by this process or another, or has expired. Calling
   * the returned function stops the watch.
   *
   * @param lookup the public part of the key
   */
  watch(lookup: string, onEnd: () => void): () => void {
    return this.#watch.watch(lookup, onEnd);
  }

  async #authenticate(authorization: string | undefined): Promise<ApiKey> {
    if (authorization === undefined || !presentsKey(authorization)) {
      throw new UnauthenticatedError("An API key is required.");
    }
    const token = /^Bearer +(\S+) *$/i.exec(authorization)?.[1];
    const parts = token === undefined ? undefined : findTokenParts(token);
    const key = parts && (await this.needs.keys.find(parts.lookup));
    if (!parts || !key || !isSecretOf(key, parts.secret)) {
      throw new UnauthenticatedError("This API key is unknown.");
    }
    if (key.revokedAt !== null) throw new UnauthenticatedError("This API key was revoked.");
    if (this.#isExpired(key)) {
      throw new UnauthenticatedError("This API key has expired.");
    }
    return key;
  }

  #isExpired({ expiresAt }: ApiKey): boolean {
    return expiresAt !== null && expiresAt <= this.needs.clock.now();
  }

  /**
   * Creates a key.
   *
   * @throws {InvalidInputError} the name is empty or over 100 characters
   */
  async issue(options: NewKey): Promise<IssuedKey> {
    const issued = this.#newKey(options);
    await this.needs.keys.add(issued.apiKey);
    return issued;
  }

  /** Creates a first key, of whoever runs the server, where no key was ever created, else returns `undefined`. */
  async issueFirst(): Promise<IssuedKey | undefined> {
    const keys = await this.needs.keys.list();
    if (keys.length > 0) return undefined;
    const first = this.#newKey({ name: "first", scopes: ["read", "write", "admin"] });
    // Another server may create one at the same time.
    return (await this.needs.keys.addFirst(first.apiKey)) ? first : undefined;
  }

  #newKey(options: NewKey): IssuedKey {
    const name = options.name.trim();
    if (name === "" || name.length > MAX_NAME_CHARACTERS) {
      throw new InvalidInputError("name", `must have 1 to ${MAX_NAME_CHARACTERS} characters`);
    }
    const secret = this.needs.random.hex(SECRET_BYTES);
    const createdAt = this.needs.clock.now();
    const { lifetimeMilliseconds } = options;
    const apiKey: ApiKey = {
      lookup: this.needs.random.hex(LOOKUP_BYTES),
      secretHash: secretHashFrom(secret),
      name,
      scopes: options.scopes,
      createdAt,
      expiresAt: lifetimeMilliseconds === undefined ? null : createdAt + lifetimeMilliseconds,
      revokedAt: null,
    };
    return { apiKey, token: tokenFrom(apiKey.lookup, secret) };
  }

  /** Returns all keys, oldest first. */
  list(): Promise<readonly ApiKey[]> {
    return this.needs.keys.list();
  }

  /**
   * Revokes a key with immediate effect.
   *
   * @throws {InvalidInputError} no key has this lookup part
   */
  async revoke(lookupOrToken: string): Promise<void> {
    const lookup = findTokenParts(lookupOrToken)?.lookup ?? lookupOrToken;
    if (!(await this.needs.keys.revoke(lookup, this.needs.clock.now()))) {
      throw new InvalidInputError(
        "key",
        "must be an existing API key; `overtone keys list` shows them",
      );
    }
  }
}
