import type { Request, Response } from "express";

/** Returns whether the client waits for `100 Continue` before it sends the body. */
const expectsContinue = (request: Request): boolean =>
  request.get("Expect")?.toLowerCase() === "100-continue";

/**
 * Sends `100 Continue` if the client waits for it before it sends the body. For a request that is
 * refused before, it is not sent, and the connection is closed after the response, because the
 * client may still send the body.
 *
 * Source: R. Fielding et al., "HTTP Semantics", RFC 9110, 2022, section 10.1.1.
 */
export function sendContinue(request: Request, response: Response): void {
  if (!expectsContinue(request)) return;
  response.removeHeader("Connection");
  response.writeContinue();
}
