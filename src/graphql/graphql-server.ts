import type { Server } from "node:http";
import { ApolloServer, type ApolloServerPlugin } from "@apollo/server";
import {
  ApolloServerPluginCacheControlDisabled,
  ApolloServerPluginLandingPageDisabled,
  ApolloServerPluginUsageReportingDisabled,
} from "@apollo/server/plugin/disabled";
import { ApolloServerPluginDrainHttpServer } from "@apollo/server/plugin/drainHttpServer";
import { expressMiddleware } from "@as-integrations/express5";
import { type RequestHandler, type Response, Router } from "express";
import type { Services } from "../services/services.js";
import { cacheAnswers } from "./caching/cache-answers.js";
import { formatError, formatErrorWithoutHints, noIntrospection } from "./errors/format-error.js";
import { answerPlainly } from "./errors/refusal.js";
import { reportFailures } from "./errors/report-failures.js";
import { federatedSchema } from "./federation/federated-schema.js";
import { limitOperations } from "./limits/limit-operations.js";
import { parseLimits, queryLimits } from "./limits/query-limits.js";
import { measureOperations } from "./measure-operations.js";
import {
  openPersistedQueries,
  type PersistedQueriesOptions,
} from "./persisted/persisted-queries.js";
import { answerBadBody, askedBeforehand, readBody } from "./request-body.js";
import { type RequestContext, requestContextFrom } from "./request-context.js";
import { requireKey } from "./require-key.js";
import { openSandbox, relaxForSandbox } from "./sandbox.js";
import { createSchema } from "./schema.js";
import { answerSubscriptions } from "./subscriptions/answer-subscriptions.js";
import { OpenCount } from "./subscriptions/open-count.js";
import type { SocketLog } from "./subscriptions/socket-session.js";
import {
  createSubscriptionServer,
  type SubscriptionServer,
} from "./subscriptions/subscription-server.js";

/** The GraphQL edge, ready to be put below a path. */
export interface GraphqlServer {
  /**
   * Answers GraphQL over HTTP, bodies included. Expects `requestId`, `baseUrl`, `address` and
   * `identity` in `response.locals`.
   */
  readonly middleware: RequestHandler;
  /** Answers the same operations with many results: subscriptions, too. */
  readonly subscriptions: Pick<SubscriptionServer, "eventStream" | "accept">;
  /** Lets running operations end, then refuses new ones. Subscriptions are ended. */
  close(): Promise<void>;
}

/** How many subscriptions each key may hold open, over all its sockets and streams. */
const MAX_SUBSCRIPTIONS = 100;

/** What the operator decides. */
export interface GraphqlOptions {
  /** Whether clients may read the schema. */
  readonly introspection: boolean;
  /** Whether browsers get Apollo Sandbox. */
  readonly explorer: boolean;
  /** The most that one operation may cost. */
  readonly costLimit: number;
  readonly persistedQueries: PersistedQueriesOptions;
}

/** What the GraphQL edge is made of. */
interface Needs {
  readonly services: Services;
  /** The server that will carry it, drained at the end. */
  readonly httpServer: Server;
  readonly options: GraphqlOptions;
  /** Where a line about each socket goes; requests have theirs from whoever carries them. */
  readonly log: SocketLog;
}

/**
 * Opens the GraphQL edge.
 *
 * @throws {SafelistError} there is to be a list of operations, and it cannot be read
 */
export async function openGraphqlServer(needs: Needs): Promise<GraphqlServer> {
  const { services, options } = needs;
  const persisted = await openPersistedQueries(options.persistedQueries);
  const apollo = new ApolloServer<RequestContext>({
    schema: federatedSchema(await createSchema(services), { isDescribed: options.introspection }),
    plugins: [...(await pluginsFor(needs)), ...persisted.plugins],
    formatError: options.introspection ? formatError : formatErrorWithoutHints,
    validationRules: [
      ...(options.introspection ? [] : [noIntrospection]),
      ...persisted.rules,
      queryLimits,
    ],
    parseOptions: parseLimits,
    // Where it is off, a rule of our own says so.
    introspection: true,
    csrfPrevention: { requestHeaders: askedBeforehand },
    allowBatchedHttpRequests: false,
    persistedQueries: persisted.apollo,
    includeStacktraceInErrorResponses: false,
    // Whoever opened the server closes it.
    stopOnTerminationSignals: false,
    logger: loggerTo(services),
  });
  await apollo.start();

  const context = ({ res }: { readonly res: Response }): Promise<RequestContext> =>
    Promise.resolve(requestContextFrom(services, res));
  const middleware = Router()
    .use(...(options.explorer ? [relaxForSandbox] : []), ...readBody())
    .use(expressMiddleware(apollo, { context }), answerBadBody(services));
  const subscriptions = createSubscriptionServer({ services, apollo, log: needs.log });
  const close = async (): Promise<void> => {
    await subscriptions.close();
    await apollo.stop();
  };
  return { middleware, subscriptions, close };
}

async function pluginsFor(needs: Needs): Promise<ApolloServerPlugin<RequestContext>[]> {
  const { services, httpServer, options } = needs;
  return [
    ApolloServerPluginDrainHttpServer({ httpServer }),
    ApolloServerPluginUsageReportingDisabled(),
    options.explorer ? await openSandbox() : ApolloServerPluginLandingPageDisabled(),
    requireKey(services),
    limitOperations(options.costLimit),
    reportFailures(services),
    measureOperations(services),
    answerSubscriptions(services, new OpenCount("subscriptions", MAX_SUBSCRIPTIONS)),
    answerPlainly(),
    ApolloServerPluginCacheControlDisabled(),
    cacheAnswers(),
  ];
}

/** What the library complains about is a bug of ours; the rest of its talk is noise. */
function loggerTo({ failures }: Services) {
  const ignore = (): void => undefined;
  return {
    debug: ignore,
    info: ignore,
    warn: ignore,
    error: (message?: unknown): void => failures.record(new Error(String(message))),
  };
}
