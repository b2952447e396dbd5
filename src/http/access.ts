import type { Request, RequestHandler, Response } from "express";
import type { Identity, KeyHolder } from "../services/access/access-service.js";
import type { Services } from "../services/services.js";
import { clientSignal } from "./client-signal.js";
import { readWhole } from "./body/unread-body.js";
import { localsOf } from "./request-locals.js";
import { type Credentials, credentialsOf, identityFrom } from "./session/credentials.js";

/** The name of the limit of a key, which is the only one. */
const POLICY_NAME = "key";

/** The limit is one of requests per second. */
const WINDOW_SECONDS = 1;

/** Decides who may send requests to some paths, and how many. */
export type Admission = (services: Services) => RequestHandler;

/**
 * Identifies the caller, stores the identity in `response.locals.identity`, and sets the rate limit
 * headers for callers with a key or a session. The routes decide what the caller may do. An address without a valid key
 * that has exceeded its rate limit is refused here, before anything is read or done for it.
 */
export const identifyCaller: Admission = (services) => async (request, response, next) => {
  const credentials = credentialsOf(request, localsOf(response));
  services.access.requireAdmitted(await identified(services, credentials, request, response));
  next();
};

/** As `identifyCaller`, for handlers that refuse in a format of their own: they call `requireAdmitted` themselves. */
export const identifyOnly: Admission = (services) => async (request, response, next) => {
  await identified(services, credentialsOf(request, localsOf(response)), request, response);
  next();
};

/** Identifies a caller whose requests with a valid key are not limited in rate, and so not counted. */
export const identifyWorker: Admission = (services) => async (request, response, next) => {
  const { authorization } = request.headers;
  const options = { isCounted: false };
  services.access.requireAdmitted(
    await identified(services, { authorization }, request, response, options),
  );
  next();
};

/** Counts a request for what needs no key, by its address. */
export const admitAnybody: Admission =
  ({ anonymous }) =>
  async (_request, response, next) => {
    await anonymous.admitToOpen(localsOf(response).address);
    next();
  };

async function identified(
  services: Services,
  credentials: Credentials,
  request: Request,
  response: Response,
  options?: Parameters<typeof identityFrom>[3],
): Promise<Identity> {
  if (credentials.session !== undefined) response.vary("Cookie");
  const source = { address: localsOf(response).address, signal: () => clientSignal(response) };
  const identity = await identityFrom(services, credentials, source, options);
  response.locals["identity"] = identity;
  if ("refusal" in identity) return identity;
  readWhole(request);
  if (identity.allowance) setRateHeaders(response, identity.allowance);
  return identity;
}

/**
 * Sets the state of the rate limit, in the headers that most clients read, and in those of the Internet-Draft.
 *
 * Source: R. Polli et al., "RateLimit header fields for HTTP", draft-ietf-httpapi-ratelimit-headers-11, 2026, sections 3
 * and 4.
 */
function setRateHeaders(
  response: Response,
  { limit, remaining, resetSeconds }: NonNullable<KeyHolder["allowance"]>,
): void {
  response.setHeader("RateLimit-Limit", limit);
  response.setHeader("RateLimit-Remaining", remaining);
  response.setHeader("RateLimit-Reset", resetSeconds);
  response.setHeader("RateLimit-Policy", `"${POLICY_NAME}";q=${limit};w=${WINDOW_SECONDS}`);
  response.setHeader("RateLimit", `"${POLICY_NAME}";r=${remaining};t=${resetSeconds}`);
}
