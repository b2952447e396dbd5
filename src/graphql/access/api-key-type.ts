import { Field, ID, ObjectType, registerEnumType } from "type-graphql";
import type { ApiKey, Scope } from "../../domain/api-key.js";

/** The scopes of API keys, by their enum values. */
export const scopeNames = {
  READ: "read",
  WRITE: "write",
  WORK: "work",
  ADMIN: "admin",
} as const satisfies Readonly<Record<string, Scope>>;

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

export function toApiKeyType(key: ApiKey): ApiKeyType {
  const { lookup, name, scopes, createdAt, expiresAt, revokedAt } = key;
  const times = { createdAt: new Date(createdAt).toISOString() };
  const ends = { expiresAt: isoTime(expiresAt), revokedAt: isoTime(revokedAt) };
  return { lookup, name, scopes, ...times, ...ends };
}

const isoTime = (milliseconds: number | null): string | null =>
  milliseconds === null ? null : new Date(milliseconds).toISOString();
