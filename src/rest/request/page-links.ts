import type { Request, Response } from "express";
import { localsOf } from "../../http/request-locals.js";

/** The cursors of the pages beside a page; `null` where there is none. */
interface PagesBeside {
  readonly nextCursor: string | null;
  readonly previousCursor: string | null;
}

/** Sets the header `Link` to the URLs of the next and the previous page (RFC 8288), where there are any. */
export function linkPages(
  { nextCursor, previousCursor }: PagesBeside,
  request: Request,
  response: Response,
): void {
  const path = `${localsOf(response).baseUrl}${request.baseUrl}${request.path}`;
  const urlOf = (parameter: string, cursor: string): string => {
    const query = new URLSearchParams(request.url.split("?")[1] ?? "");
    query.delete("cursor");
    query.delete("before");
    query.append(parameter, cursor);
    return `${path}?${query.toString()}`;
  };
  if (nextCursor !== null) response.links({ next: urlOf("cursor", nextCursor) });
  if (previousCursor !== null) response.links({ prev: urlOf("before", previousCursor) });
}
