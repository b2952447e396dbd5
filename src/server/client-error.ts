import { randomUUID } from "node:crypto";
import { maxHeaderSize, STATUS_CODES } from "node:http";
import type { Duplex } from "node:stream";
import { openAnswerHeaders } from "../http/cors.js";
import type { RequestLog } from "./request-log.js";

/** A client that does not end its side after a refusal loses the connection after this time. */
const DEFAULT_CLOSING_MILLISECONDS = 2_000;

/** What a client reads of a request that the HTTP parser refused. */
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
    "The request is no HTTP that we can read. Is everything in its URL percent-encoded as UTF-8?",
};

/**
 * Answers what the HTTP parser refused, which no route ever sees, in the envelope of all other
 * failures and with the headers of all other answers, and writes it down under the name that the
 * answer has. For the server's event "clientError".
 */
export function answerUnreadable(
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
    logger.info("Unreadable", { requestId, status: refusal.status, reason: error.code });
    socket.end(answerWith(refusal, requestId));
    const timer = setTimeout(() => socket.destroy(), closingMilliseconds);
    socket.once("close", () => clearTimeout(timer));
  };
}

function answerWith({ status, message }: Refusal, requestId: string): string {
  const failure = { code: "INVALID_INPUT", message, parameter: "request" };
  const body = JSON.stringify({ success: false, data: null, error: failure });
  const headers = {
    "Content-Type": "application/json; charset=utf-8",
    "Content-Length": Buffer.byteLength(body),
    "Cache-Control": "no-store",
    "X-Request-Id": requestId,
    ...openAnswerHeaders,
    Connection: "close",
  };
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
  const head = [`HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ""}`, ...lines].join("\r\n");
  return `${head}\r\n\r\n${body}`;
}
