import {
  Arg,
  Ctx,
  Field,
  ID,
  Mutation,
  ObjectType,
  Query,
  registerEnumType,
  Resolver,
} from "type-graphql";
import { parseLifetime, type ApiKey, type Scope } from "../../domain/api-key.js";
import { InvalidInputError } from "../../domain/errors/request-errors.js";
import type { AccessService } from "../../services/access/access-service.js";
import type { Services } from "../../services/services.js";
import { costOfList } from "../limits/costs.js";
import type { RequestContext } from "../request-context.js";
import { isoTime, isoTimeOrNull } from "../../http/iso-time.js";

/** The scopes of API keys, by their enum values. */
const scopeNames = {
  READ: "read",
  WRITE: "write",
  WORK: "work",
  ADMIN: "admin",
} as const satisfies Readonly<Record<string, Scope>>;

/** As many keys as a cost expects; more are returned, too. */
const KEYS = 50;

/** Lists, creates and revokes API keys. */
@Resolver()
export class ApiKeysResolver {
  readonly #access: AccessService;

  constructor({ access }: Services) {
    this.#access = access;
  }

  @Query(() => [ApiKeyType], {
    complexity: costOfList(KEYS),
    description:
      "All API keys, oldest first, also those that were revoked or have expired. Requires the scope `admin`.",
  })
  async apiKeys(@Ctx() { identity }: RequestContext): Promise<readonly ApiKeyType[]> {
    this.#access.requireScope(identity, "admin");
    return (await this.#access.list()).map(toApiKeyType);
  }

  @Mutation(() => CreateApiKeyPayloadType, {
    complexity: ({ childComplexity }) => 1 + childComplexity,
    description: "Creates an API key, of any scope. Requires the scope `admin`.",
  })
  async createApiKey(
    @Arg("name", () => String, { description: "What the key is for; 1 to 100 characters." })
    name: string,
    @Arg("scopes", () => [scopeNames], {
      nullable: true,
      description: "What it may do, at least one; READ when absent.",
    })
    scopes: readonly Scope[] | null | undefined,
    @Arg("expires", () => String, {
      nullable: true,
      description: 'How long it is valid: "12h", "30d", "8w"; without an end when absent.',
    })
    expires: string | null | undefined,
    @Ctx() { identity }: RequestContext,
  ): Promise<CreateApiKeyPayloadType> {
    this.#access.requireScope(identity, "admin");
    const wanted = [...new Set(scopes ?? (["read"] as const))];
    if (wanted.length === 0) throw new InvalidInputError("scopes", "must have at least one scope");
    const lifetimeMilliseconds = expires ? parseLifetime(expires) : undefined;
    const issued = await this.#access.issue({ name, scopes: wanted, lifetimeMilliseconds });
    return { apiKey: toApiKeyType(issued.apiKey), token: issued.token };
  }

  @Mutation(() => ID, {
    complexity: 1,
    description:
      "Revokes an API key, at once, and returns the public part of it. Requires the scope `admin`.",
  })
  async revokeApiKey(
    @Arg("lookup", () => ID, { description: "The public part of the key, 8 hex characters." })
    lookup: string,
    @Ctx() { identity }: RequestContext,
  ): Promise<string> {
    this.#access.requireScope(identity, "admin");
    await this.#access.revoke(lookup);
    return lookup;
  }
}
registerEnumType(scopeNames, {
  name: "ApiKeyScope",
  description: "What an API key may do.",
  valuesConfig: {
    READ: { description: "Query; every GraphQL operation on data requires it." },
    WRITE: { description: "Upload and change." },
    WORK: { description: "Analyse for the server." },
    ADMIN: { description: "List, create and revoke API keys, of any scope." },
  },
});

/** An API key without its secret. */
@ObjectType("ApiKey", { description: "An API key, without its secret." })
export class ApiKeyType {
  @Field(() => ID, { description: "The public part of the key, 8 hex characters." })
  readonly lookup!: string;

  @Field(() => String, { description: "What the key is for." })
  readonly name!: string;

  @Field(() => [scopeNames], { description: "What it may do; at least one." })
  readonly scopes!: readonly Scope[];

  @Field(() => String, { description: "The time of its creation, ISO 8601." })
  readonly createdAt!: string;

  @Field(() => String, {
    nullable: true,
    description: "When it expires, ISO 8601; null for a key without an end.",
  })
  readonly expiresAt!: string | null;

  @Field(() => String, {
    nullable: true,
    description: "When it was revoked, ISO 8601; null for a key that was not.",
  })
  readonly revokedAt!: string | null;
}

/** A new API key with its token. */
@ObjectType("CreateApiKeyPayload", { description: "A new API key, and its token." })
export class CreateApiKeyPayloadType {
  @Field(() => ApiKeyType, { description: "The key." })
  readonly apiKey!: ApiKeyType;

  @Field(() => String, { description: "What clients send as the key. It cannot be read again." })
  readonly token!: string;
}

function toApiKeyType(key: ApiKey): ApiKeyType {
  const { lookup, name, scopes, createdAt, expiresAt, revokedAt } = key;
  const times = { createdAt: isoTime(createdAt) };
  const ends = { expiresAt: isoTimeOrNull(expiresAt), revokedAt: isoTimeOrNull(revokedAt) };
  return { lookup, name, scopes, ...times, ...ends };
}
