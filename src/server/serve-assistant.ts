import { randomUUID } from "node:crypto";
import { threadsOf, type Config } from "../config/config.js";
import { packageVersion } from "../config/package-version.js";
import { userAgentFor } from "../config/user-agent.js";
import { asError } from "../domain/errors/as-error.js";
import { InvalidInputError } from "../domain/errors/request-errors.js";
import { OPERATOR } from "../domain/playlist/playlist.js";
import { remoteOperations } from "../mcp/remote-operations.js";
import type { RunOperation } from "../mcp/run-operation.js";
import { serveTools } from "../mcp/stdio-tools.js";
import type { Identity } from "../services/access/access-service.js";
import type { Application } from "../services/services.js";
import { stopOnSignals } from "./stop-signals.js";

/**
 * Serves the tools for assistants on standard input and output, until the input ends or the process receives a stop
 * signal. Nothing else is written to standard output.
 *
 * @param options.server the server whose library is used; by default, the database and the folders that are configured
 * @param options.canWrite whether the tools that change data are offered
 *
 * @throws {InvalidInputError} there is no key for the server
 * @throws {StartError} the database cannot be opened
 */
export async function serveAssistant(
  config: Config,
  options: { readonly server?: URL; readonly canWrite: boolean },
): Promise<void> {
  const { server, canWrite } = options;
  const stopping = stopOnSignals();
  const serve = (run: RunOperation, onError: (error: Error) => void): Promise<void> =>
    serveTools(
      { run, canWrite, version: packageVersion() },
      { input: process.stdin, output: process.stdout, signal: stopping.signal, onError },
    );
  if (server) {
    const { key } = config.mcp;
    if (key === undefined) throw new InvalidInputError("MCP_KEY", NO_KEY);
    const userAgent = userAgentFor(config);
    // The tools say what is wrong; what a client sends beside the protocol changes nothing.
    await serve(remoteOperations({ server, key, userAgent }), () => undefined);
    return;
  }
  await withOwnOperations(config, { canWrite, signal: stopping.signal }, serve);
}

const NO_KEY = "must be set to a key of the server: overtone keys create --name NAME";

/** Opens the application of this machine for `serve`, scans its library, and runs the analyses that are asked for. */
async function withOwnOperations(
  config: Config,
  options: { readonly canWrite: boolean; readonly signal: AbortSignal },
  serve: (run: RunOperation, onError: (error: Error) => void) => Promise<void>,
): Promise<void> {
  // A server without an assistant, and an assistant of another server, start without these.
  const { compose } = await import("../composition/compose.js");
  const application = await compose({ ...config, analysis: threadsOf(config.analysis) });
  const ended = new AbortController();
  const { services, logger } = application;
  try {
    const run = await ownOperations(config, application, options.canWrite);
    application.startJobs();
    void application.prepare();
    const signal = AbortSignal.any([options.signal, ended.signal]);
    const scanning = services.library.scanAll({ signal }).catch((error: unknown) => {
      if (!signal.aborted) services.failures.record(error);
    });
    await serve(run, (error) => logger.debug("Message refused", { reason: error.message }));
    ended.abort();
    application.endWaits();
    await scanning;
  } catch (error) {
    services.failures.record(asError(error));
    throw error;
  } finally {
    await application.close();
  }
}

async function ownOperations(
  config: Config,
  { services, logger }: Application,
  canWrite: boolean,
): Promise<RunOperation> {
  const [{ openGraphqlServer }, { createRequestContext }] = await Promise.all([
    import("../graphql/graphql-server.js"),
    import("../graphql/request-context.js"),
  ]);
  const graphql = await openGraphqlServer({
    services,
    options: { ...config.graphql, explorer: false, persistedQueries: { mode: "off" } },
    log: logger,
  });
  const identity = operatorWith(canWrite);
  const baseUrl = "http://localhost";
  return (call, signal) =>
    graphql.execute(
      call,
      createRequestContext(services, {
        caller: { requestId: randomUUID(), prefix: "", address: "", baseUrl, identity },
        signal: () => signal,
      }),
    );
}

/** Returns the identity of the person who has started the process, and who can read the database anyway. */
function operatorWith(canWrite: boolean): Identity {
  const times = { createdAt: 0, expiresAt: null, revokedAt: null };
  const scopes = canWrite ? (["read", "write"] as const) : (["read"] as const);
  return { apiKey: { lookup: OPERATOR, secretHash: "", name: OPERATOR, scopes, ...times } };
}
