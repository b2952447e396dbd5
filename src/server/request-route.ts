import type { Request } from "express";
import { asksForEvents } from "../graphql/subscriptions/event-stream.js";
import { ACOUSTICBRAINZ_PATH } from "../rest/dialects/acousticbrainz/acousticbrainz-routes.js";
import { DATA_PATH } from "../rest/rest-router.js";
import { SESSION_PATH } from "../rest/session/session-routes.js";
import { SPOTIFY_PATH } from "../rest/dialects/spotify/spotify-routes.js";
import { MCP_PATH } from "../mcp/tool-routes.js";
import { SUBSONIC_PATH } from "../rest/dialects/subsonic/subsonic-routes.js";
import { WEBHOOKS_PATH } from "../rest/webhooks/webhook-routes.js";
import { WORKER_PATH } from "../rest/worker/worker-routes.js";

const GRAPHQL_PATH = "/graphql";
/** A label of its own in metrics, also for streams at `/graphql`, because its responses last as long as clients listen. */
const STREAM_PATH = "/graphql/stream";

/** The mount paths of routers, whose route patterns do not include them. */
const ROUTER_PATHS: readonly string[] = [
  ...[DATA_PATH, WEBHOOKS_PATH, WORKER_PATH, SESSION_PATH, SPOTIFY_PATH, SUBSONIC_PATH],
  ACOUSTICBRAINZ_PATH,
];

/** Methods that have their own label in metrics; clients may send three dozen. */
const NAMED_METHODS: readonly string[] = "GET HEAD POST PUT PATCH DELETE OPTIONS".split(" ");

/** Returns the method of a request as metrics and traces name it. */
export const methodOf = ({ method }: Request): string =>
  NAMED_METHODS.includes(method) ? method : "other";

/** Returns the full pattern that the router matched, never the path itself. */
export function routeOf(request: Request): string {
  const path = request.originalUrl.split("?", 1)[0]?.toLowerCase() ?? "";
  // After an error, Express no longer knows the mount path, so it is found from the URL.
  const isBelow = (top: string): boolean => path === top || path.startsWith(`${top}/`);
  if (isBelow(STREAM_PATH)) return STREAM_PATH;
  if (isBelow(GRAPHQL_PATH)) return asksForEvents(request) ? STREAM_PATH : GRAPHQL_PATH;
  if (isBelow(MCP_PATH)) return MCP_PATH;
  const { path: pattern } = (request.route ?? {}) as { readonly path?: unknown };
  if (typeof pattern !== "string") return "none";
  const top = ROUTER_PATHS.find(isBelow) ?? "";
  return pattern === "/" && top !== "" ? top : top + pattern;
}
