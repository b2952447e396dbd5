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
import { requireOwnOrigin } from "./own-origin.js";
import type { OperationCall, OperationOutcome } from "./run-operation.js";

/** The path of the MCP server. */
export const MCP_PATH = "/mcp";

/** Far more than the arguments of a call. */
const MAX_BODY_BYTES = 262_144;

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
  const readBody = jsonBodyReader(MAX_BODY_BYTES);
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
