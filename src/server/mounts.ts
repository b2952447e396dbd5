import { Router, type Request, type RequestHandler } from "express";
import { ConfigError } from "../config/config-error.js";
import { NotFoundError } from "../domain/errors/not-found-errors.js";
import { asksForEvents } from "../graphql/subscriptions/event-stream.js";
import {
  admitAnybody,
  type Admission,
  identifyCaller,
  identifyOnly,
  identifyWorker,
} from "../http/access.js";
import type { ClientViews } from "../http/client-views.js";
import { sendContinue } from "../http/expect-continue.js";
import { inOrder } from "../http/in-order.js";
import { identityOf } from "../http/request-locals.js";
import { otherMethods } from "../http/route-table.js";
import { MCP_PATH } from "../mcp/tool-routes.js";
import { analysisRoutes } from "../rest/analysis/analysis-routes.js";
import { catalogueRoutes } from "../rest/catalogue/catalogue-routes.js";
import { changeRoutes } from "../rest/catalogue/change-routes.js";
import { duplicateRoutes } from "../rest/catalogue/duplicate-routes.js";
import { sentenceRoutes } from "../rest/catalogue/sentence-routes.js";
import { similarityRoutes } from "../rest/catalogue/similarity-routes.js";
import { type Dialect, dialects } from "../rest/dialects/dialects.js";
import type { SendProblem } from "../rest/error-handler.js";
import { identificationRoutes } from "../rest/identification/identification-routes.js";
import { idImportRoutes } from "../rest/library/id-import-routes.js";
import { folderRoutes } from "../rest/library/folder-routes.js";
import { libraryRoutes } from "../rest/library/library-routes.js";
import { musicServerRoutes } from "../rest/music-servers/music-server-routes.js";
import { descriptionRoutes } from "../rest/operations/description-routes.js";
import { healthRoutes } from "../rest/operations/health-routes.js";
import { METRICS_PATH, metricsRoutes } from "../rest/operations/metrics-routes.js";
import { listImportRoutes } from "../rest/playlists/list-import-routes.js";
import { playlistRoutes } from "../rest/playlists/playlist-routes.js";
import { SESSION_PATH, sessionRoutes } from "../rest/session/session-routes.js";
import { correctionRoutes } from "../rest/track/correction-routes.js";
import { pinRoutes } from "../rest/track/pin-routes.js";
import { restoreRoutes } from "../rest/track/forgetting-routes.js";
import { recordingRoutes } from "../rest/track/recording-routes.js";
import { artworkRoutes } from "../rest/track/artwork-routes.js";
import { audioRoutes } from "../rest/track/audio-routes.js";
import { searchRoutes } from "../rest/track/search-routes.js";
import { webhookRoutes, WEBHOOKS_PATH } from "../rest/webhooks/webhook-routes.js";
import { WORKER_PATH, workerRoutes } from "../rest/worker/worker-routes.js";
import type { Services } from "../services/services.js";
import { altairRoutes } from "../web/altair-routes.js";
import { docsRoutes } from "../web/docs-routes.js";
import { guideRoutes } from "../web/guide-routes.js";
import { type PageLinks, pageRoutes } from "../web/page-routes.js";

/** What the handlers of all mounts are made of. */
export interface MountNeeds {
  readonly services: Services;
  /** The GraphQL middleware, which reads request bodies itself. */
  readonly graphql: RequestHandler;
  /** The same over server-sent events; it also reads request bodies itself. */
  readonly graphqlStream: RequestHandler;
  /** The tools for assistants. */
  readonly tools: RequestHandler;
  /** The version of this program. */
  readonly version: string;
  /** Finds what clients see of this server. */
  readonly views: ClientViews;
  /** The pages that are served, in addition to the one at the root. */
  readonly pages: PageLinks;
}

/** Handlers of requests to some paths, and what the application does around them. */
export interface Mount {
  /** The paths that it answers, each with all paths below it, in lower case. */
  readonly paths: readonly string[];
  /** Whether its handlers are mounted at the root, because their routes are whole paths. */
  readonly isAtRoot?: true;
  /** Moves the key from where clients send it to `Authorization`; absent where they send it there. */
  readonly takeKey?: RequestHandler;
  /** Decides who may call, and counts those without a valid key; or why nobody is counted. */
  readonly admission: Admission | { readonly uncounted: string };
  /** In the order in which they see a request; none where it is not served. */
  readonly handlers: (needs: MountNeeds) => readonly RequestHandler[];
  /** Sends the body of a failure; absent where failures have the format of our REST API. */
  readonly sendProblem?: SendProblem;
  /** Returns the label of a request in metrics and traces; absent where it is the pattern of its route. */
  readonly labelOf?: (request: Request) => string;
}

/** A label of its own, also for streams at `/graphql`, because its responses last as long as clients listen. */
const STREAM_PATH = "/graphql/stream";

/** The admission to the files of pages. */
const FILES = { uncounted: "Files are sent as they are, and a page that lacks one is broken." };

/** The mounts of our own paths. */
const ownMounts: readonly Mount[] = [
  {
    paths: ["/graphql"],
    admission: identifyOnly,
    handlers: (needs) => [graphqlRoutes(needs)],
    labelOf: (request) =>
      isAtOrBelow(STREAM_PATH, pathOf(request)) || asksForEvents(request)
        ? STREAM_PATH
        : "/graphql",
  },
  {
    paths: ["/api/audio"],
    admission: identifyCaller,
    handlers: ({ services }) => [
      analysisRoutes(services),
      identificationRoutes(services),
      searchRoutes(services),
      audioRoutes(services),
      recordingRoutes(services),
      restoreRoutes(services),
      pinRoutes(services),
      correctionRoutes(services),
      catalogueRoutes(services),
      sentenceRoutes(services),
      similarityRoutes(services),
      duplicateRoutes(services),
      changeRoutes(services),
      // Before those of one playlist, whose id is any text.
      listImportRoutes(services),
      playlistRoutes(services),
      libraryRoutes(services),
      folderRoutes(services),
      musicServerRoutes(services),
      idImportRoutes(services),
    ],
  },
  {
    paths: [WEBHOOKS_PATH],
    admission: identifyCaller,
    handlers: ({ services }) => [webhookRoutes(services)],
  },
  {
    paths: [WORKER_PATH],
    admission: identifyWorker,
    handlers: ({ services }) => [workerRoutes(services)],
  },
  {
    paths: [SESSION_PATH],
    admission: identifyCaller,
    handlers: ({ services }) => [sessionRoutes(services)],
  },
  {
    paths: [MCP_PATH],
    admission: identifyCaller,
    handlers: ({ tools }) => [onlyExactPath, continueRequest, tools],
    labelOf: () => MCP_PATH,
  },
  {
    paths: [METRICS_PATH],
    isAtRoot: true,
    admission: identifyCaller,
    handlers: ({ services }) => [metricsRoutes(services)],
  },
  {
    paths: ["/health"],
    isAtRoot: true,
    admission: { uncounted: "A probe that is refused would take the server out of service." },
    handlers: ({ services }) => [healthRoutes(services)],
  },
  {
    paths: ["/artwork"],
    isAtRoot: true,
    admission: admitAnybody,
    handlers: ({ services }) => [artworkRoutes(services)],
  },
  {
    paths: ["/openapi.json", "/openapi.yaml"],
    isAtRoot: true,
    admission: admitAnybody,
    handlers: ({ views }) => [descriptionRoutes(views)],
  },
  {
    paths: ["/", "/assets"],
    isAtRoot: true,
    admission: FILES,
    handlers: ({ pages }) => [pageRoutes(pages)],
  },
  { paths: ["/guide"], isAtRoot: true, admission: FILES, handlers: () => [guideRoutes()] },
  {
    paths: ["/docs"],
    isAtRoot: true,
    admission: FILES,
    handlers: ({ pages, views }) => (pages.hasDocs ? [docsRoutes(views)] : []),
  },
  {
    paths: ["/altair"],
    isAtRoot: true,
    admission: FILES,
    handlers: ({ pages, views }) => (pages.hasExplorer ? [altairRoutes(views)] : []),
  },
];

/** Returns the mount of a dialect, whose callers need a key. */
export function mountOf({ paths, isAtRoot, takeKey, routes, sendProblem }: Dialect): Mount {
  return {
    paths,
    admission: identifyCaller,
    handlers: ({ services, version }) => [routes(services, version)],
    ...(isAtRoot && { isAtRoot }),
    ...(takeKey && { takeKey }),
    ...(sendProblem && { sendProblem }),
  };
}

/** All that is served, in the order in which requests are compared with it. */
export const mounts: readonly Mount[] = [...ownMounts, ...dialects.map(mountOf)];

/** Returns the path of a request as paths are compared: without its query, in lower case. */
export const pathOf = ({ originalUrl }: Pick<Request, "originalUrl">): string =>
  originalUrl.split("?", 1)[0]?.toLowerCase() ?? "";

/** Returns whether a path is another one or below it. */
export const isAtOrBelow = (top: string, path: string): boolean =>
  path === top || path.startsWith(`${top}/`);

/**
 * Checks the URL by which clients reach the server: if its path began with a path of the server itself, it would not be
 * known whether a proxy has removed it from a request.
 *
 * @param publicUrl without a trailing slash; `undefined` where none is configured
 * @throws {ConfigError} it does
 */
export function requireForeignPath(
  publicUrl: string | undefined,
  served: readonly Mount[] = mounts,
): void {
  if (publicUrl === undefined) return;
  const firstOf = (path: string): string => path.split("/")[1] ?? "";
  const first = firstOf(new URL(publicUrl).pathname.toLowerCase());
  const isOwn = served.some(({ paths }) => paths.some((path) => firstOf(path) === first));
  if (first === "" || !isOwn) return;
  throw new ConfigError([
    `PUBLIC_URL: must not have a path that begins with /${first}, a path of the server itself`,
  ]);
}

function graphqlRoutes({ services, graphql, graphqlStream }: MountNeeds): Router {
  // Operations are refused in the format of GraphQL.
  const refuseOthers: RequestHandler = (request, response, next) => {
    const isOperation = request.path === "/" && GRAPHQL_METHODS.includes(request.method);
    if (!isOperation) services.access.requireAdmitted(identityOf(response));
    next();
  };
  const guards = inOrder(refuseOthers, onlyExactPath, onlyKnownMethods, continueRequest);
  const either: RequestHandler = (request, response, next) =>
    (asksForEvents(request) ? graphqlStream : graphql)(request, response, next);
  return Router().use("/stream", guards, graphqlStream).use(inOrder(guards, either));
}

const GRAPHQL_METHODS = ["GET", "POST"];
const refuseOtherMethods = otherMethods(GRAPHQL_METHODS.join(", "));

function onlyExactPath(...[request, , next]: Parameters<RequestHandler>): void {
  if (request.path !== "/") throw new NotFoundError(`${request.baseUrl}${request.path}`);
  next();
}

function onlyKnownMethods(...[request, response, next]: Parameters<RequestHandler>): void {
  if (GRAPHQL_METHODS.includes(request.method)) next();
  else void refuseOtherMethods(request, response, next);
}

function continueRequest(...[request, response, next]: Parameters<RequestHandler>): void {
  sendContinue(request, response);
  next();
}
