import type { Response } from "express";
import type { Scope } from "../../domain/api-key.js";
import { forbidCaching } from "../../http/caching.js";
import { identityOf } from "../../http/request-locals.js";
import type { Services } from "../../services/services.js";

/** Returns the API key of a request. Responses are kept for no other key. */
export function ownerOf(access: Services["access"], response: Response, scope: Scope): string {
  forbidCaching(response);
  const identity = identityOf(response);
  access.requireScope(identity, "read");
  return access.requireScope(identity, scope).lookup;
}
