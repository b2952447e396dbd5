import {
  createServer,
  type IncomingMessage,
  type Server,
  type ServerOptions,
  type ServerResponse,
} from "node:http";
import type { AddressInfo } from "node:net";
import { setTimeout as pause } from "node:timers/promises";
import { compose } from "../composition/compose.js";
import type { Implementations } from "../composition/implementations.js";
import type { Application } from "../services/services.js";
import type { Config } from "../config/config.js";
import { openGraphqlServer } from "../graphql/graphql-server.js";
import { requestContextFrom } from "../graphql/request-context.js";
import { SafelistError } from "../graphql/persisted/safelist.js";
import { createHttpApp } from "./app.js";
import { requireForeignPath } from "./mounts.js";
import { respondToUnreadable } from "./client-error.js";
import { Connections } from "../http/connections.js";
import { ClientViews } from "../http/client-views.js";
import { localsFor } from "../http/request-locals.js";
import { handleUpgrades, upgradableRequest } from "../http/upgrade.js";
import { toolDocuments } from "../mcp/tool-documents.js";
import { toolRoutes } from "../mcp/tool-routes.js";
import { packageVersion } from "../config/package-version.js";
import { StartError } from "../config/start-error.js";
import { ownUrlAt } from "../domain/operations/own-url-at.js";

/** A server that is listening. */
export interface RunningServer extends Application {
  /** The URL, e.g. "http://127.0.0.1:4000". */
  readonly url: string;
  /** The URL by which programs on this machine reach it, where it listens at all addresses. */
  readonly ownUrl: string;
  /**
   * Accepts no more requests, waits for running ones, then closes the application. Requests that
   * wait for an analysis are answered at once with its state.
   */
  close(): Promise<void>;
}

/**
 * Composes the application and the HTTP server with both APIs, and starts listening.
 *
 * @throws {ConfigError} the path of the public URL begins with a path of the server itself
 * @throws {StartError} the database or the safelist cannot be opened, or the address is taken
 */
export async function openServer(
  config: Config,
  given: Partial<Implementations> = {},
): Promise<RunningServer> {
  requireForeignPath(config.http.publicUrl);
  const application = await compose(config, given);
  try {
    const views = new ClientViews(config.http);
    const httpServer = createServer({
      IncomingMessage: upgradableRequest(views),
      ...timeoutsOf(config.http),
    });
    const connections = new Connections(httpServer, REST_MILLISECONDS);
    // Waits a short time, so that the indexes of a small library are ready before the first
    // request.
    const isPrepared = Promise.race([application.prepare(), pause(PREPARATION_MILLISECONDS)]);
    const { services, logger, tracer } = application;
    const graphql = await openGraphqlServer({
      services,
      httpServer,
      options: config.graphql,
      log: logger,
      ownDocuments: toolDocuments,
    });
    const version = packageVersion();
    const tools = toolRoutes({
      ...{ services, publicUrl: config.http.publicUrl, version },
      run: (call, response) => graphql.execute(call, requestContextFrom(services, response)),
    });
    const app = createHttpApp({
      ...{ services, logger, tracer, views, version },
      graphql: graphql.middleware,
      graphqlStream: graphql.subscriptions.eventStream,
      tools,
      pages: { hasExplorer: config.graphql.explorer, hasDocs: config.docs.isEnabled },
    });
    const receive = (request: IncomingMessage, response: ServerResponse): void => {
      connections.track(request, response);
      request.url = views.withoutPrefix(request.url ?? "/");
      app(request, response);
    };
    httpServer.on("request", receive);
    handleUpgrades(httpServer, (request, socket, head) =>
      graphql.subscriptions.accept(request, socket, head, localsFor(request, views)),
    );
    httpServer.on("checkContinue", (request: IncomingMessage, response: ServerResponse) => {
      // Removed again by the routes that read the body.
      response.setHeader("Connection", "close");
      receive(request, response);
    });
    httpServer.on("clientError", respondToUnreadable(logger));
    await isPrepared;
    await listen(httpServer, config.http);
    application.start();
    const close = async (): Promise<void> => {
      connections.drain();
      application.endWaits();
      const jobTimer = setTimeout(() => void application.endJobs(), JOB_DRAIN_MILLISECONDS);
      const closed = closeServer(httpServer);
      await graphql.close();
      await closed;
      clearTimeout(jobTimer);
      await application.close();
    };
    return { ...application, ...urlsOf(httpServer), close };
  } catch (error) {
    await application.close();
    throw error instanceof SafelistError ? StartError.from(error) : error;
  }
}

/** Maximum time for the head of a request; the body has the rest of the request timeout. */
const MAX_HEAD_MILLISECONDS = 60_000;

/** Interval at which Node checks for requests that exceed the timeout. */
const TIMEOUT_CHECK_MILLISECONDS = 5_000;

/** Maximum time for a client to send the rest of a body after the response. */
const REST_MILLISECONDS = 30_000;

function timeoutsOf({
  requestTimeoutMilliseconds,
  keepAliveMilliseconds,
}: Config["http"]): ServerOptions {
  return {
    // By default five seconds: a proxy that keeps connections for longer sends on one that is being closed.
    keepAliveTimeout: keepAliveMilliseconds,
    requestTimeout: requestTimeoutMilliseconds,
    headersTimeout: Math.min(MAX_HEAD_MILLISECONDS, requestTimeoutMilliseconds),
    connectionsCheckingInterval: Math.min(TIMEOUT_CHECK_MILLISECONDS, requestTimeoutMilliseconds),
  };
}

/**
 * Maximum time that the start waits for the indexes; the readiness probe reports when larger ones
 * are ready.
 */
const PREPARATION_MILLISECONDS = 250;

function listen(server: Server, { host, port }: Config["http"]): Promise<void> {
  return new Promise((resolve, reject) => {
    const refuse = (error: NodeJS.ErrnoException): void =>
      reject(startErrorFrom(error, host, port));
    server.once("error", refuse);
    server.listen(port, host, () => {
      server.off("error", refuse);
      resolve();
    });
  });
}

function startErrorFrom(error: NodeJS.ErrnoException, host: string, port: number): StartError {
  switch (error.code) {
    case "EADDRINUSE":
      return new StartError(
        `Port ${port} on ${host} is already in use. Stop the program that uses it, or set PORT.`,
        error,
      );
    case "EACCES":
      return new StartError(
        `This user has no permission to listen on port ${port}. Set PORT to a number above 1023.`,
        error,
      );
    default:
      return new StartError(
        `The server cannot listen on ${host} (${error.code ?? error.message}). Set HOST to an address of this machine.`,
        error,
      );
  }
}

/** Maximum time for running requests to end on close; idle connections are closed at once. */
const DRAIN_MILLISECONDS = 10_000;

/**
 * Time after which running analyses are cancelled on close, so that waiting clients still get a
 * response.
 */
const JOB_DRAIN_MILLISECONDS = 8_000;

function closeServer(server: Server): Promise<void> {
  return new Promise((resolve) => {
    const drainTimer = setTimeout(() => server.closeAllConnections(), DRAIN_MILLISECONDS);
    server.close(() => {
      clearTimeout(drainTimer);
      resolve();
    });
    server.closeIdleConnections();
  });
}

function urlsOf(server: Server): Pick<RunningServer, "url" | "ownUrl"> {
  const { address, port, family } = server.address() as AddressInfo;
  const host = family === "IPv6" ? `[${address}]` : address;
  return { url: `http://${host}:${port}`, ownUrl: ownUrlAt(address, port) };
}
