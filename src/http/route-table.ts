import { Router, type RequestHandler } from "express";
import { MethodNotAllowedError } from "../domain/errors/request-errors.js";

import { jsonTypes, type Produced, requireAcceptable } from "./negotiation/accepted-type.js";

type Method = "get" | "post" | "put" | "patch" | "delete";

/** The parameters of a path, e.g. `{ id: string }` of `/tracks/:id/similar`. */
type ParametersOf<Path extends string> = Path extends `${string}:${infer Name}/${infer Rest}`
  ? Record<Name, string> & ParametersOf<Rest>
  : Path extends `${string}:${infer Name}`
    ? Record<Name, string>
    : Record<never, string>;

/** The handlers of a path by method; `get` also answers `HEAD`. */
interface PathRoutes<Parameters> extends Readonly<
  Partial<Record<Method, RequestHandler<Parameters>>>
> {
  /** The media types of the responses to `GET`; by default, JSON. */
  readonly produces?: Produced;
}

/** The routes of each path. */
type RouteTable<Paths extends string> = {
  readonly [Path in Paths]: PathRoutes<ParametersOf<Path>>;
};

/**
 * Creates the routes of a table, matched in its order. Each path answers `OPTIONS` with the list of
 * its methods, methods that it does not support with 405, and an `Accept` that it cannot meet with 406.
 */
export function routesFrom<Paths extends string>(table: RouteTable<Paths>): Router {
  const router = Router();
  for (const path in table) {
    const route = router.route<string>(path);
    const { produces = jsonTypes, ...byMethod } = table[path] as PathRoutes<object>;
    const handlers = Object.entries(byMethod) as [Method, RequestHandler][];
    const acceptable = requireAcceptable({ get: produces });
    for (const [method, handler] of handlers) route[method](acceptable, handler);
    const methods = handlers.map(([method]) => (method === "get" ? "GET, HEAD" : method));
    route.all(otherMethods(methods.join(", ").toUpperCase()));
  }
  return router;
}

/**
 * Handles the methods that a path does not support: `OPTIONS` with the list of methods, others with
 * 405. It must be added after the handlers of the path.
 *
 * @param methods the methods of the path, separated by ", "; every path also supports `OPTIONS`
 */
export function otherMethods(methods: string): RequestHandler {
  const allow = `${methods}, OPTIONS`;
  return (request, response) => {
    if (request.method !== "OPTIONS") throw new MethodNotAllowedError(request.method, allow);
    response.set("Allow", allow).status(204).end();
  };
}
