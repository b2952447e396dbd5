import type { RequestHandler } from "express";

/** Sends browsers to the path with a slash at its end, where the page's relative links lead right. */
export const toFolder: RequestHandler = (request, response, next) => {
  const { pathname, search } = new URL(request.originalUrl, "http://localhost");
  if (pathname.endsWith("/")) next();
  else response.status(302).location(`${pathname}/${search}`).end();
};
