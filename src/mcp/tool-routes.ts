import type { Server } from "@modelcontextprotocol/server";
import {
  type Request as HttpRequest,
  type RequestHandler,
  type Response as HttpResponse,
  Router,
} from "express";
import { InvalidInputError, UnsupportedMediaTypeError } from "../domain/errors/request-errors.js";
import { clientSignal } from "../http/client-signal.js";
import { jsonBodyReader } from "../http/body/json-body-reader.js";
import { identityOf, localsOf } from "../http/request-locals.js";
import { otherMethods } from "../http/route-table.js";
import type { Services } from "../services/services.js";
import type { OperationCall, OperationOutcome } from "./run-operation.js";
import { isIP } from "node:net";
import { ForeignPageError } from "../domain/errors/access-errors.js";

/** The path of the MCP server. */
export const MCP_PATH = "/mcp";

/** Far more than the arguments of a call have. */
const MAX_BODY_BYTES = 262_144;
const MAX_BODY_MEMBERS = 1_000;

/** What the routes need. */
export interface ToolRoutesNeeds {
  readonly services: Services;
  /** Runs an operation for the caller of a request. */
  readonly run: (call: OperationCall, response: HttpResponse) => Promise<OperationOutcome>;
  readonly publicUrl: string | undefined;
  readonly version: string;
}

/**
 * The MCP server over streamable HTTP, without sessions: each request is answered by itself, so that any server of
 * several can answer it. Callers have a key with the scope `read`; the tools that change data are those of keys with
 * `write`.
 */
export function toolRoutes(needs: ToolRoutesNeeds): RequestHandler {
  const { services, publicUrl } = needs;
  const readBody = jsonBodyReader(MAX_BODY_BYTES, MAX_BODY_MEMBERS);
  let loaded: Promise<Answer> | undefined;
  const answer: RequestHandler = async (request, response, next) => {
    if (request.method !== "POST") {
      void refuseOtherMethods(request, response, next);
      return;
    }
    services.access.requireScope(identityOf(response), "read");
    if (request.is("application/json") === false) {
      throw new UnsupportedMediaTypeError(request.get("Content-Type") ?? "", "application/json");
    }
    await readBody(request, response);
    if (Array.isArray(request.body)) {
      // Each message counts in the rate limit as a request.
      throw new InvalidInputError("body", "must be one message, not a batch");
    }
    loaded ??= loadAnswer(needs);
    await send(await (await loaded)(request, response), response);
  };
  return Router().use(requireOwnOrigin(publicUrl), answer);
}

const refuseOtherMethods = otherMethods("POST");

type Answer = (request: HttpRequest, response: HttpResponse) => Promise<Response>;

/** Loads the protocol with the first request: a server that no assistant uses starts without it. */
async function loadAnswer({ services, run, version }: ToolRoutesNeeds): Promise<Answer> {
  const [{ assistantTools }, { createToolServer }, { answerAlone }] = await Promise.all([
    import("./assistant-tools.js"),
    import("./tool-server.js"),
    import("./answer-alone.js"),
  ]);
  const tools = assistantTools();
  return (request, response) => {
    const canWrite = services.access.hasScope(identityOf(response), "write");
    const create = (): Server =>
      createToolServer({ tools, canWrite, version, run: (call) => run(call, response) });
    return answerAlone(create, webRequestOf(request, response), request.body);
  };
}

function webRequestOf({ method, headers }: HttpRequest, response: HttpResponse): Request {
  const named = Object.entries(headers).map(([name, value]) => [name, String(value)]);
  return new Request(localsOf(response).baseUrl + MCP_PATH, {
    method,
    headers: named as [string, string][],
    signal: clientSignal(response),
  });
}

async function send(answer: Response, response: HttpResponse): Promise<void> {
  const body = Buffer.from(await answer.arrayBuffer());
  response.status(answer.status);
  for (const [name, value] of answer.headers) response.setHeader(name, value);
  response.setHeader("Cache-Control", "no-store");
  if (body.length === 0) response.end();
  else response.send(body);
}

/**
 * Refuses requests of pages that are not of this server. A page whose host name was made to lead to this machine
 * (DNS rebinding) has the origin that it asks for, but a name: only an address, `localhost` and the public URL are
 * certain to be this server. Programs send no `Origin`.
 *
 * Source: Model Context Protocol, 2025-11-25, "Transports", Security Warning.
 *
 * @param publicUrl the URL by which clients reach this server, where it is configured
 */
function requireOwnOrigin(publicUrl: string | undefined): RequestHandler {
  return (request, response, next) => {
    const { origin } = request.headers;
    const own = new URL(localsOf(response).baseUrl);
    const isCertain = publicUrl !== undefined || isLiteralHost(own.hostname);
    if (origin !== undefined && !(isCertain && origin === own.origin)) {
      throw new ForeignPageError(origin);
    }
    next();
  };
}

const isLiteralHost = (hostname: string): boolean =>
  hostname === "localhost" || isIP(hostname.replace(/^\[|\]$/g, "")) !== 0;
