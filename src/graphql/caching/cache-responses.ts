import { createHash } from "node:crypto";
import type { ApolloServerPlugin, GraphQLRequestContextWillSendResponse } from "@apollo/server";
import type { DocumentNode } from "graphql";
import type { RequestContext } from "../request-context.js";
import { responseAge, notCacheable, type ResponseAge } from "./response-age.js";

/**
 * Sets `Cache-Control` on every response. A cacheable response to a `GET` also has a strong entity
 * tag. Responses with errors must not be cached.
 *
 * Apollo's own plugin does the same, but doubles the time that a field takes to resolve.
 */
export function cacheResponses(): ApolloServerPlugin<RequestContext> {
  const ages = new WeakMap<DocumentNode, Map<string, ResponseAge>>();
  return {
    requestDidStart: () =>
      Promise.resolve({
        willSendResponse(request) {
          const { headers } = request.response.http;
          if (headers.get("cache-control") !== undefined) return Promise.resolve();
          const age = ageOf(request, ages);
          headers.set("cache-control", cacheControlFrom(age));
          headers.set("vary", "Accept, Authorization");
          if (age.seconds !== null && request.request.http?.method === "GET") setEntityTag(request);
          return Promise.resolve();
        },
      }),
  };
}

type Request = GraphQLRequestContextWillSendResponse<RequestContext>;

function ageOf(
  request: Request,
  ages: WeakMap<DocumentNode, Map<string, ResponseAge>>,
): ResponseAge {
  const { schema, document, operation, errors, contextValue } = request;
  if (!document || !operation || (errors?.length ?? 0) > 0) return notCacheable;
  const known = ages.get(document) ?? new Map<string, ResponseAge>();
  const name = operation.name?.value ?? "";
  const age = known.get(name) ?? responseAge(schema, document, operation);
  ages.set(document, known.set(name, age));
  return contextValue.caching.isAllowed ? age : notCacheable;
}

function cacheControlFrom({ seconds, isPublic }: ResponseAge): string {
  if (seconds === null) return "no-store";
  const age = seconds === 0 ? "no-cache" : `max-age=${seconds}`;
  return `${isPublic ? "public" : "private"}, ${age}`;
}

/** Sets the entity tag, and the status 304 for a client that already has this response. */
function setEntityTag(request: Request): void {
  const entityTag = entityTagOf(request);
  const { http } = request.response;
  http.headers.set("etag", entityTag);
  const held = request.request.http?.headers.get("if-none-match") ?? "";
  const isHeld = held.split(",").some((one) => ["*", entityTag].includes(withoutWeakness(one)));
  if (isHeld) http.status = 304;
}

const withoutWeakness = (entityTag: string): string => entityTag.trim().replace(/^W\//, "");

/** Returns a tag of the response as it is sent: equal tags mean equal bytes. */
function entityTagOf({ response: { body }, contextValue }: Request): string {
  const hash = createHash("sha256").update(contextValue.wantsPlainJson ? "plain" : "graphql");
  hash.update(JSON.stringify(body.kind === "single" ? body.singleResult : null));
  return `"${hash.digest("base64url").slice(0, 27)}"`;
}
