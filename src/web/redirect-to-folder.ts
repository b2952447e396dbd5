import type { RequestHandler } from "express";

/**
 * Redirects to the path with a trailing slash, so that the relative links of the page are correct.
 */
export const redirectToFolder: RequestHandler = (request, response, next) => {
  const { pathname, search } = new URL(request.originalUrl, "http://localhost");
  if (pathname.endsWith("/")) next();
  else response.status(302).location(`${pathname}/${search}`).end();
};
