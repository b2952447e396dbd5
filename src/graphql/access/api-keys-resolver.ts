import { Arg, Ctx, ID, Mutation, Query, Resolver } from "type-graphql";
import { parseLifetime, type Scope } from "../../domain/api-key.js";
import { InvalidInputError } from "../../domain/errors/request-errors.js";
import type { AccessService } from "../../services/access/access-service.js";
import type { Services } from "../../services/services.js";
import { costOfList } from "../limits/costs.js";
import type { RequestContext } from "../request-context.js";
import { ApiKeyType, CreateApiKeyPayloadType, scopeNames, toApiKeyType } from "./api-key-type.js";

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
