import type { Request } from "express";
import { isAtOrBelow, type Mount, pathOf } from "./mounts.js";

/** Methods that have their own label in metrics; clients may send three dozen. */
const NAMED_METHODS: readonly string[] = "GET HEAD POST PUT PATCH DELETE OPTIONS".split(" ");

/** Returns the method of a request as metrics and traces name it. */
export const methodOf = ({ method }: Request): string =>
  NAMED_METHODS.includes(method) ? method : "other";

/** Returns the full pattern that the router matched, or the label of its mount; never the path itself. */
export function routeOf(request: Request, served: readonly Mount[]): string {
  // After an error, Express no longer knows the mount path, so it is found from the URL.
  const path = pathOf(request);
  const topOf = ({ paths }: Mount): string | undefined =>
    paths.find((top) => isAtOrBelow(top, path));
  const mount = served.find((one) => topOf(one) !== undefined);
  if (mount?.labelOf) return mount.labelOf(request);
  const { path: pattern } = (request.route ?? {}) as { readonly path?: unknown };
  if (typeof pattern !== "string") return "none";
  const top = mount && !mount.isAtRoot ? (topOf(mount) ?? "") : "";
  return pattern === "/" && top !== "" ? top : top + pattern;
}
