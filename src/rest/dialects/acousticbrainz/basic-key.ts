import type { RequestHandler } from "express";

/**
 * Takes the API key from the password of HTTP Basic authentication: clients of AcousticBrainz send no key, but they
 * send what their base URL has, `https://any:KEY@host/`.
 *
 * Source: RFC 7617.
 */
export const takeBasicKey: RequestHandler = (request, _response, next) => {
  const [, credentials] =
    /^basic +([a-z0-9+/=]+)$/i.exec(request.headers.authorization ?? "") ?? [];
  const text = Buffer.from(credentials ?? "", "base64").toString();
  if (text.includes(":")) {
    request.headers.authorization = `Bearer ${text.slice(text.indexOf(":") + 1)}`;
  }
  next();
};
