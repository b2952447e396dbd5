import type { Server } from "node:http";
import { setImmediate as nextTurn } from "node:timers/promises";
import { ApolloServer, type ApolloServerPlugin } from "@apollo/server";
import {
  ApolloServerPluginCacheControlDisabled,
  ApolloServerPluginLandingPageDisabled,
  ApolloServerPluginUsageReportingDisabled,
} from "@apollo/server/plugin/disabled";
import { ApolloServerPluginDrainHttpServer } from "@apollo/server/plugin/drainHttpServer";
import { expressMiddleware } from "@as-integrations/express5";
import { type Request, type RequestHandler, type Response, Router } from "express";
import type { FormattedExecutionResult } from "graphql";
import { inOrder } from "../http/in-order.js";
import type { Services } from "../services/services.js";
import { formatError, formatErrorWithoutHints, noIntrospection } from "./errors/format-error.js";
import { federatedSchema } from "./federation/federated-schema.js";
import { textVariablesAsIds } from "./identity/text-variables.js";
import { parseLimits, queryLimits } from "./limits/query-limits.js";
import { operationPlugin } from "./operation-plugin.js";
import {
  openPersistedQueries,
  type PersistedQueriesOptions,
} from "./persisted/persisted-queries.js";
import { respondToBadBody, preflightHeaders, readBody } from "./request-body.js";
import { jsonTypeOf, type RequestContext, requestContextFrom } from "./request-context.js";
import { openSandbox, relaxForSandbox } from "./sandbox.js";
import { graphqlSchema } from "./schema.js";
import { isMultipart, readMultipart } from "./uploads/multipart-request.js";
import type { SocketLog } from "./subscriptions/socket-session.js";
import {
  createSubscriptionServer,
  type SubscriptionServer,
} from "./subscriptions/subscription-server.js";

/** The GraphQL API, ready to be mounted at a path. */
export interface GraphqlServer {
  /**
   * Handles GraphQL over HTTP, and reads the request bodies. Expects `requestId`, `baseUrl`,
   * `address` and `identity` in `response.locals`.
   */
  readonly middleware: RequestHandler;
  /** Handles the same operations, and subscriptions, over transports with many results. */
  readonly subscriptions: Pick<SubscriptionServer, "eventStream" | "accept">;
  /** Runs one operation of another edge, with the same checks and limits. */
  execute(operation: OwnOperation, context: RequestContext): Promise<FormattedExecutionResult>;
  /** Waits for running operations and refuses new ones. Subscriptions are ended. */
  close(): Promise<void>;
}

/** An operation that does not come from a request to the GraphQL API. */
export interface OwnOperation {
  readonly document: string;
  readonly operationName: string;
  readonly variables: Readonly<Record<string, unknown>>;
}

/** The configuration of the GraphQL API. */
export interface GraphqlOptions {
  /** Whether clients may read the schema. */
  readonly introspection: boolean;
  /** Whether the pages to explore the schema are served. */
  readonly explorer: boolean;
  /** Maximum cost of one operation, in the units of `limits/costs.ts`. */
  readonly costLimit: number;
  readonly persistedQueries: PersistedQueriesOptions;
}

/** The dependencies of the GraphQL API. */
interface Dependencies {
  readonly services: Services;
  /** The HTTP server, drained on close; absent where there is none. */
  readonly httpServer?: Server;
  readonly options: GraphqlOptions;
  /** The log for one line about each socket; the HTTP server logs requests. */
  readonly log: SocketLog;
  /** Returns the documents that are accepted beside those of a safelist. */
  readonly ownDocuments?: () => readonly string[];
}

/**
 * Opens the GraphQL API.
 *
 * @throws {SafelistError} a safelist is configured and cannot be read
 */
export async function openGraphqlServer(needs: Dependencies): Promise<GraphqlServer> {
  const { services, options } = needs;
  const persisted = await openPersistedQueries(options.persistedQueries, needs.ownDocuments);
  const apollo = new ApolloServer<RequestContext>({
    schema: federatedSchema(await graphqlSchema(), { isDescribed: options.introspection }),
    plugins: await pluginsFor(needs),
    formatError: options.introspection ? formatError : formatErrorWithoutHints,
    validationRules: [
      ...(options.introspection ? [] : [noIntrospection]),
      ...persisted.rules,
      queryLimits,
      textVariablesAsIds,
    ],
    parseOptions: parseLimits,
    // `noIntrospection` refuses it where it is disabled.
    introspection: true,
    csrfPrevention: { requestHeaders: preflightHeaders },
    allowBatchedHttpRequests: false,
    persistedQueries: persisted.apollo,
    stringifyResult: textOf,
    includeStacktraceInErrorResponses: false,
    // The caller closes the server.
    stopOnTerminationSignals: false,
    logger: loggerTo(services),
  });
  await apollo.start();

  const context = ({ res }: { readonly res: Response }): Promise<RequestContext> =>
    Promise.resolve(requestContextFrom(services, res));
  const run = [readOperation(services), expressMiddleware(apollo, { context })];
  const middleware = Router().use(
    inOrder(...(options.explorer ? [relaxForSandbox] : []), ...run),
    respondToBadBody(services, jsonTypeOf),
  );
  const subscriptions = createSubscriptionServer({ services, apollo, log: needs.log });
  const close = async (): Promise<void> => {
    await subscriptions.close();
    await apollo.stop();
  };
  const execute: GraphqlServer["execute"] = async (operation, contextValue) => {
    const { document: query, operationName, variables } = operation;
    const { body } = await apollo.executeOperation(
      { query, operationName, variables },
      { contextValue },
    );
    if (body.kind !== "single") throw new Error("The schema has no @defer.");
    return body.singleResult;
  };
  return { middleware, subscriptions, execute, close };
}

/**
 * Reads the operation of a request: a form with a file, or JSON. Apollo Server refuses a form that a
 * page of another origin can send without a preflight request, so such a form is not read.
 */
function readOperation(services: Services): RequestHandler {
  const readJson = readBody(services);
  const readerFor = (request: Request): RequestHandler => {
    if (!isMultipart(request)) return readJson;
    return preflightHeaders.some((name) => name in request.headers) ? readMultipart : readNothing;
  };
  return (request, response, next) => readerFor(request)(request, response, next);
}

const readNothing: RequestHandler = (request, _, next) => {
  request.body = {};
  next();
};

/** Characters of a result that is copied and sent in a turn of its own: some 10 ms. */
const LONG_RESULT = 2_000_000;

/** Writes a result as Apollo Server does. Other work runs before a long one is sent. */
async function textOf(result: FormattedExecutionResult): Promise<string> {
  const text = `${JSON.stringify(result)}\n`;
  if (text.length > LONG_RESULT) await nextTurn();
  return text;
}

async function pluginsFor(needs: Dependencies): Promise<ApolloServerPlugin<RequestContext>[]> {
  const { services, httpServer, options } = needs;
  return [
    ...(httpServer ? [ApolloServerPluginDrainHttpServer({ httpServer })] : []),
    ApolloServerPluginUsageReportingDisabled(),
    options.explorer ? await openSandbox() : ApolloServerPluginLandingPageDisabled(),
    operationPlugin(services, options.costLimit),
    ApolloServerPluginCacheControlDisabled(),
  ];
}

/**
 * Returns a logger that records the errors of Apollo Server as failures and ignores other messages.
 */
function loggerTo({ failures }: Services) {
  const ignore = (): void => undefined;
  return {
    debug: ignore,
    info: ignore,
    warn: ignore,
    error: (message?: unknown): void => failures.record(new Error(String(message))),
  };
}
