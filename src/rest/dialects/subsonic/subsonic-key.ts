import type { Request, RequestHandler } from "express";
import { DomainError } from "../../../domain/errors/domain-error.js";
import { queryParametersOf } from "../../request/query-parameters.js";

const NAMES = ["apiKey", "u", "p", "t", "s"] as const;

type Given = Readonly<Partial<Record<(typeof NAMES)[number], string>>>;

/** Why a request may not be made with what its parameters say about its caller. */
export interface RefusedKey {
  /** As OpenSubsonic numbers it. */
  readonly code: number;
  readonly message: string;
}

/**
 * Takes the API key from the parameters of a request, where clients of Subsonic send it, to the header `Authorization`: from
 * `apiKey`, or from the password `p`, plain or after `enc:` in hexadecimal digits.
 */
export const takeSubsonicKey: RequestHandler = (request, _response, next) => {
  const key = keyIn(parametersOf(request));
  if (key !== undefined) request.headers.authorization = `Bearer ${key}`;
  next();
};

/** Returns what is wrong with the parameters that say who calls. */
export function refusedKeyOf(request: Request<object>): RefusedKey | undefined {
  const given = parametersOf(request);
  const isByKey = given.apiKey !== undefined;
  const isByName = NAMES.some((name) => name !== "apiKey" && given[name] !== undefined);
  if (isByKey && isByName) {
    return { code: 43, message: "Send either apiKey, or u and p; not both." };
  }
  if (given.t !== undefined || given.s !== undefined) {
    // It would take the key itself, of which only a hash is stored.
    return {
      code: 42,
      message:
        "Tokens (t and s) are not supported. Send an API key as apiKey, or as the password p.",
    };
  }
  return undefined;
}

/** Returns the number of the error for a caller who is not identified. */
export function refusalCodeOf(request: Request<object>): number {
  const { apiKey, p } = parametersOf(request);
  if (apiKey !== undefined) return 44;
  if (p !== undefined) return 40;
  return request.headers.authorization === undefined ? 10 : 44;
}

function keyIn({ apiKey, p }: Given): string | undefined {
  if (apiKey !== undefined || p === undefined) return apiKey;
  return p.startsWith("enc:") ? Buffer.from(p.slice(4), "hex").toString() : p;
}

/** Returns the parameters about the caller; none where they cannot be read, which the handler then says. */
function parametersOf(request: Request<object>): Given {
  try {
    return queryParametersOf(request.originalUrl, NAMES);
  } catch (error) {
    if (error instanceof DomainError) return {};
    throw error;
  }
}
