import type { RequestHandler } from "express";
import { localsOf } from "../http/request-locals.js";

/**
 * Redirects to the path with a trailing slash, so that the relative links of the page are correct.
 */
export const redirectToFolder: RequestHandler = (request, response, next) => {
  const { pathname, search } = new URL(request.originalUrl, "http://localhost");
  if (pathname.endsWith("/")) next();
  else
    response
      .status(302)
      .location(`${localsOf(response).prefix}${pathname}/${search}`)
      .end();
};
