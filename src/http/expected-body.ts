import type { Request, Response } from "express";

/** A client that sends `Expect: 100-continue` holds its body back until it hears that we want it. */
const waitsForUs = (request: Request): boolean =>
  request.get("Expect")?.toLowerCase() === "100-continue";

/**
 * Asks for the body where the client waits to be asked. A request that is refused before is never
 * asked for its body, and its connection ends with the answer, because it may send it nevertheless.
 *
 * Source: R. Fielding et al., "HTTP Semantics", RFC 9110, 2022, section 10.1.1.
 */
export function askForBody(request: Request, response: Response): void {
  if (!waitsForUs(request)) return;
  response.removeHeader("Connection");
  response.writeContinue();
}
