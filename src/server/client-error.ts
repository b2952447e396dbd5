import { randomUUID } from "node:crypto";
import { maxHeaderSize, STATUS_CODES } from "node:http";
import type { Duplex } from "node:stream";
import { corsResponseHeaders } from "../http/cors.js";
import type { RequestLog } from "./request-log.js";

/** Time after a refusal until a connection that the client has not closed is destroyed. */
const DEFAULT_CLOSING_MILLISECONDS = 2_000;

/** The response to a request that the HTTP parser refused. */
interface Refusal {
  readonly status: number;
  readonly message: string;
}

const REFUSALS: ReadonlyMap<string | undefined, Refusal> = new Map([
  [
    "HPE_HEADER_OVERFLOW",
    {
      status: 431,
      message: `The URL and the headers of the request are larger than the ${maxHeaderSize} bytes allowed.`,
    },
  ],
  ["ERR_HTTP_REQUEST_TIMEOUT", { status: 408, message: "The request did not arrive in time." }],
]);

const UNREADABLE: Refusal = {
  status: 400,
  message:
    "The request is not valid HTTP. Check that everything in its URL is percent-encoded as UTF-8.",
};

/**
 * Returns a listener for the server's event "clientError", which handles requests that the HTTP
 * parser refused and that no route sees. It sends the same error envelope and headers as the
 * routes, and logs the request with its id.
 */
export function respondToUnreadable(
  logger: RequestLog,
  closingMilliseconds = DEFAULT_CLOSING_MILLISECONDS,
): (error: NodeJS.ErrnoException, socket: Duplex) => void {
  return (error, socket) => {
    if (error.code === "ECONNRESET" || !socket.writable) {
      socket.destroy();
      return;
    }
    const refusal = REFUSALS.get(error.code) ?? UNREADABLE;
    const requestId = randomUUID();
    logger.info("Malformed request", { requestId, status: refusal.status, reason: error.code });
    socket.end(responseText(refusal, requestId));
    const timer = setTimeout(() => socket.destroy(), closingMilliseconds);
    socket.once("close", () => clearTimeout(timer));
  };
}

function responseText({ status, message }: Refusal, requestId: string): string {
  const failure = { code: "INVALID_INPUT", message, parameter: "request" };
  const body = JSON.stringify({ success: false, data: null, error: failure });
  const headers = {
    "Content-Type": "application/json; charset=utf-8",
    "Content-Length": Buffer.byteLength(body),
    "Cache-Control": "no-store",
    "X-Request-Id": requestId,
    ...corsResponseHeaders,
    Connection: "close",
  };
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
  const head = [`HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ""}`, ...lines].join("\r\n");
  return `${head}\r\n\r\n${body}`;
}
