import type { Request, Response } from "express";
import { isLeftUnread } from "./body/unread-body.js";

/** Returns whether the client waits for `100 Continue` before it sends the body. */
const expectsContinue = (request: Request): boolean =>
  request.get("Expect")?.toLowerCase() === "100-continue";

/**
 * Sends `100 Continue` if the client waits for it before it sends the body. For a request that is
 * refused before, and for a large body of a caller without a valid key, it is not sent, and the connection is closed
 * after the response, because the client may still send the body.
 *
 * Source: R. Fielding et al., "HTTP Semantics", RFC 9110, 2022, section 10.1.1.
 */
export function sendContinue(request: Request, response: Response): void {
  if (!expectsContinue(request) || isLeftUnread(request)) return;
  response.removeHeader("Connection");
  response.writeContinue();
}
