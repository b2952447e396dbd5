import type { Server } from "node:http";
import { ApolloServer, type ApolloServerPlugin } from "@apollo/server";
import {
  ApolloServerPluginLandingPageDisabled,
  ApolloServerPluginUsageReportingDisabled,
} from "@apollo/server/plugin/disabled";
import { ApolloServerPluginDrainHttpServer } from "@apollo/server/plugin/drainHttpServer";
import { expressMiddleware } from "@as-integrations/express5";
import type { GraphQLSchema } from "graphql";
import { Router, type RequestHandler, type Response } from "express";
import type { Services } from "../services/services.js";
import { answerPlainly } from "./answer-plainly.js";
import { formatError } from "./format-error.js";
import { measureOperations } from "./measure-operations.js";
import { limitOperations } from "./limits/limit-operations.js";
import { OperationGate } from "./limits/operation-gate.js";
import { parseLimits, queryLimits } from "./limits/query-limits.js";
import { reportFailures } from "./report-failures.js";
import { answerBadBody, readBody } from "./request-body.js";
import { requestContextFrom, type RequestContext } from "./request-context.js";
import { requireKey } from "./require-key.js";
import { openSandbox, relaxForSandbox } from "./sandbox.js";
import { createSchema } from "./schema.js";

/** The GraphQL edge, ready to be put below a path. */
export interface GraphqlServer {
  /**
   * Answers GraphQL over HTTP, bodies included. Expects `requestId`, `baseUrl` and `identity` in
   * `response.locals`.
   */
  readonly middleware: RequestHandler;
  readonly schema: GraphQLSchema;
  /** Holds operations that come by another way to the same limits. */
  readonly gate: OperationGate;
  /** Lets running operations end, then refuses new ones. */
  close(): Promise<void>;
}

/** What the operator decides. */
export interface GraphqlOptions {
  /** Whether clients may read the schema. */
  readonly introspection: boolean;
  /** Whether browsers get Apollo Sandbox. */
  readonly explorer: boolean;
  /** The most that one operation may cost. */
  readonly costLimit: number;
}

/** What the GraphQL edge is made of. */
interface Needs {
  readonly services: Services;
  /** The server that will carry it, drained at the end. */
  readonly httpServer: Server;
  readonly options: GraphqlOptions;
}

/** Opens the GraphQL edge. */
export async function openGraphqlServer(needs: Needs): Promise<GraphqlServer> {
  const { services, options } = needs;
  const schema = await createSchema(services);
  const apollo = new ApolloServer<RequestContext>({
    schema,
    plugins: await pluginsFor(needs),
    formatError,
    validationRules: [queryLimits],
    parseOptions: parseLimits,
    introspection: options.introspection,
    csrfPrevention: true,
    allowBatchedHttpRequests: false,
    persistedQueries: false,
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
  const gate = new OperationGate({ schema, options });
  return { middleware, schema, gate, close: () => apollo.stop() };
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
    answerPlainly(),
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
