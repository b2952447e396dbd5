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
import type { ApiKeyStore } from "../../ports/access/api-key-store.js";
import type { Clock } from "../../ports/runtime/clock.js";
import type { RandomSource } from "../../ports/runtime/random-source.js";
import type { RateAllowance, RateLimiter } from "../../ports/access/rate-limiter.js";
import { KeyWatch } from "./key-watch.js";

const LOOKUP_BYTES = 4;
const SECRET_BYTES = 24;
const MAX_NAME_CHARACTERS = 100;

/** Who sends a request: a key and what is left of its rate, or why there is no key. */
export type Identity =
  | { readonly apiKey: ApiKey; readonly allowance: RateAllowance }
  | { readonly refusal: DomainError };

/** A new key, and the token that its holder sends. The token cannot be had again. */
export interface IssuedKey {
  readonly apiKey: ApiKey;
  readonly token: string;
}

/** Issues, checks and revokes API keys. */
export class AccessService {
  readonly #keys: ApiKeyStore;
  readonly #clock: Clock;
  readonly #random: RandomSource;
  readonly #limiter: RateLimiter;
  readonly #anonymousLimiter: RateLimiter;
  readonly #watch: KeyWatch;

  constructor(needs: {
    readonly keys: ApiKeyStore;
    readonly clock: Clock;
    readonly random: RandomSource;
    /** Counts requests with a valid key, by key. */
    readonly limiter: RateLimiter;
    /** Counts requests without a valid key, by address. */
    readonly anonymousLimiter: RateLimiter;
  }) {
    this.#keys = needs.keys;
    this.#clock = needs.clock;
    this.#random = needs.random;
    this.#limiter = needs.limiter;
    this.#anonymousLimiter = needs.anonymousLimiter;
    this.#watch = new KeyWatch({ isValid: (lookup) => this.isGood(lookup), clock: needs.clock });
  }

  /**
   * Who sends a request with this `Authorization` header. Takes one request from what the key has
   * left. A refusal is part of the answer, because some requests need no key.
   */
  async identify(authorization: string | undefined): Promise<Identity> {
    try {
      const apiKey = await this.#authenticate(authorization);
      return { apiKey, allowance: await this.#limiter.take(apiKey.lookup) };
    } catch (error) {
      if (error instanceof DomainError) return { refusal: error };
      throw error;
    }
  }

  /**
   * The key of an identity that may do what needs `scope`.
   *
   * @param isFree whether the request may exceed the key's rate, because it starts no new work
   *
   * @throws {UnauthenticatedError} no key, or one that is unknown, revoked or expired
   * @throws {RateLimitedError} the key is over its rate
   * @throws {ForbiddenError} the key lacks the scope
   */
  requireScope(identity: Identity, scope: Scope, isFree = false): ApiKey {
    if ("refusal" in identity) throw identity.refusal;
    const { isAllowed, resetSeconds } = identity.allowance;
    if (!isAllowed && !isFree) throw new RateLimitedError(resetSeconds);
    if (!identity.apiKey.scopes.includes(scope)) throw new ForbiddenError(scope);
    return identity.apiKey;
  }

  /**
   * Lets requests through that need no key, at the rate of their key, or else of their address.
   *
   * @throws {RateLimitedError} the key or the address is over its rate
   */
  async requireRate(identity: Identity, address: string): Promise<void> {
    const isAnonymous = "refusal" in identity;
    const { isAllowed, resetSeconds } = isAnonymous
      ? await this.#anonymousLimiter.take(address)
      : identity.allowance;
    if (isAllowed) return;
    throw new RateLimitedError(resetSeconds, isAnonymous ? "address" : "API key");
  }

  /** Whether a key with this lookup part is known, and neither revoked nor expired. */
  async isGood(lookup: string): Promise<boolean> {
    const key = await this.#keys.find(lookup);
    return key !== undefined && key.revokedAt === null && !this.#isExpired(key);
  }

  /**
   * Calls `onEnd` soon after a key was revoked or has expired, whichever process revoked it; not at
   * all once the function that this answers was called.
   *
   * @param lookup the public part of the key
   */
  watch(lookup: string, onEnd: () => void): () => void {
    return this.#watch.watch(lookup, onEnd);
  }

  async #authenticate(authorization: string | undefined): Promise<ApiKey> {
    // A program whose variable for the key is not set sends the scheme alone.
    if (authorization === undefined || /^(?:Bearer)? *$/i.test(authorization)) {
      throw new UnauthenticatedError("An API key is needed.");
    }
    const token = /^Bearer +(\S+) *$/i.exec(authorization)?.[1];
    const parts = token === undefined ? undefined : findTokenParts(token);
    const key = parts && (await this.#keys.find(parts.lookup));
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
    return expiresAt !== null && expiresAt <= this.#clock.now();
  }

  /**
   * Makes a key.
   *
   * @throws {InvalidInputError} the name is empty or over 100 characters
   */
  async issue(wish: {
    readonly name: string;
    readonly scopes: readonly Scope[];
    /** How long the key is good, > 0; for ever when absent. */
    readonly lifetimeMilliseconds?: number | undefined;
  }): Promise<IssuedKey> {
    const name = wish.name.trim();
    if (name === "" || name.length > MAX_NAME_CHARACTERS) {
      throw new InvalidInputError("name", `must have 1 to ${MAX_NAME_CHARACTERS} characters`);
    }
    const secret = this.#random.hex(SECRET_BYTES);
    const createdAt = this.#clock.now();
    const { lifetimeMilliseconds } = wish;
    const apiKey: ApiKey = {
      lookup: this.#random.hex(LOOKUP_BYTES),
      secretHash: secretHashFrom(secret),
      name,
      scopes: wish.scopes,
      createdAt,
      expiresAt: lifetimeMilliseconds === undefined ? null : createdAt + lifetimeMilliseconds,
      revokedAt: null,
    };
    await this.#keys.add(apiKey);
    return { apiKey, token: tokenFrom(apiKey.lookup, secret) };
  }

  /** A first key where none was ever made, else `undefined`. */
  async issueFirst(): Promise<IssuedKey | undefined> {
    const keys = await this.#keys.list();
    if (keys.length > 0) return undefined;
    return this.issue({ name: "first", scopes: ["read", "write"] });
  }

  /** All keys, oldest first. */
  list(): Promise<readonly ApiKey[]> {
    return this.#keys.list();
  }

  /**
   * Ends a key at once.
   *
   * @throws {InvalidInputError} no key has this lookup part
   */
  async revoke(lookupOrToken: string): Promise<void> {
    const lookup = findTokenParts(lookupOrToken)?.lookup ?? lookupOrToken;
    if (!(await this.#keys.revoke(lookup, this.#clock.now()))) {
      throw new InvalidInputError("key", "names no API key; see `overtone keys list`");
    }
  }
}
