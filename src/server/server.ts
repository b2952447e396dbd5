import { createServer, type Server, type ServerOptions } from "node:http";
import type { AddressInfo } from "node:net";
import { compose, type Application, type Implementations } from "../compose.js";
import type { Config } from "../config/config.js";
import { openGraphqlServer } from "../graphql/graphql-server.js";
import { SafelistError } from "../graphql/persisted/safelist.js";
import { createHttpApp } from "./app.js";
import { answerUnreadable } from "./client-error.js";
import { Connections } from "../http/connections.js";
import { localsFor } from "../http/request-locals.js";
import { takeOverSockets, UpgradableRequest } from "../http/upgrade.js";
import { StartError } from "../config/start-error.js";

/** A server that listens. */
export interface RunningServer extends Application {
  /** e.g. "http://127.0.0.1:4000". */
  readonly url: string;
  /**
   * Takes no more requests, lets the running ones end, then closes the application. Who waits for an
   * analysis is told at once where it stands.
   */
  close(): Promise<void>;
}

/**
 * Composes the application, puts both edges in front of it and listens.
 *
 * @throws {StartError} the database or the safelist cannot be opened, or the address is taken
 */
export async function openServer(
  config: Config,
  given: Partial<Implementations> = {},
): Promise<RunningServer> {
  const application = await compose(config, given);
  try {
    const httpServer = createServer({
      IncomingMessage: UpgradableRequest,
      ...timeoutsOf(config.http),
    });
    const connections = new Connections(httpServer, REST_MILLISECONDS);
    // Those of a small library are there before the first request.
    const isPrepared = Promise.race([application.prepare(), pause(PREPARATION_MILLISECONDS)]);
    const { services, logger } = application;
    const graphql = await openGraphqlServer({
      services,
      httpServer,
      options: config.graphql,
      log: logger,
    });
    const app = createHttpApp({
      services,
      logger,
      graphql: graphql.middleware,
      graphqlStream: graphql.subscriptions.eventStream,
      pages: { hasExplorer: config.graphql.explorer, hasDocs: config.docs.isEnabled },
    });
    httpServer.on("request", (request, response) => {
      connections.follow(request, response);
      app(request, response);
    });
    takeOverSockets(httpServer, (request, socket, head) =>
      graphql.subscriptions.accept(request, socket, head, localsFor(request)),
    );
    httpServer.on("checkContinue", (request, response) => {
      connections.follow(request, response);
      // Taken back by those who ask for the body.
      response.setHeader("Connection", "close");
      app(request, response);
    });
    httpServer.on("clientError", answerUnreadable(logger));
    await isPrepared;
    await listen(httpServer, config.http);
    application.start();
    const close = async (): Promise<void> => {
      connections.drain();
      application.endWaits();
      const lastCall = setTimeout(() => void application.endJobs(), LAST_CALL_MILLISECONDS);
      const closed = closeServer(httpServer);
      await graphql.close();
      await closed;
      clearTimeout(lastCall);
      await application.close();
    };
    return { ...application, url: urlOf(httpServer), close };
  } catch (error) {
    await application.close();
    throw error instanceof SafelistError ? StartError.from(error) : error;
  }
}

/** The head of a request gets no longer than this; its body has the rest of the request's time. */
const MAX_HEAD_MILLISECONDS = 60_000;

/** Node looks this often for requests that are late. */
const TIMEOUT_CHECK_MILLISECONDS = 5_000;

/** How long a client may go on sending a body that is answered already. */
const REST_MILLISECONDS = 30_000;

function timeoutsOf({ requestTimeoutMilliseconds }: Config["http"]): ServerOptions {
  return {
    requestTimeout: requestTimeoutMilliseconds,
    headersTimeout: Math.min(MAX_HEAD_MILLISECONDS, requestTimeoutMilliseconds),
    connectionsCheckingInterval: Math.min(TIMEOUT_CHECK_MILLISECONDS, requestTimeoutMilliseconds),
  };
}

/** How long a start waits for the indexes; the readiness probe says when larger ones are there. */
const PREPARATION_MILLISECONDS = 250;

function pause(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds));
}

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
        `Port ${port} is taken on ${host}. Stop what listens there, or set PORT.`,
        error,
      );
    case "EACCES":
      return new StartError(
        `This user may not listen on port ${port}. Set PORT above 1023.`,
        error,
      );
    default:
      return new StartError(
        `${host} cannot be listened on (${error.code ?? error.message}). Set HOST to an address of this machine.`,
        error,
      );
  }
}

/** Idle connections end at once; a request gets this long to finish. */
const DRAIN_MILLISECONDS = 10_000;

/** What is not analysed by then will not be, and a client that waits for it still gets an answer. */
const LAST_CALL_MILLISECONDS = 8_000;

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

function urlOf(server: Server): string {
  const { address, port, family } = server.address() as AddressInfo;
  const host = family === "IPv6" ? `[${address}]` : address;
  return `http://${host}:${port}`;
}
