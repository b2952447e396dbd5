import type { Duplex } from "node:stream";
import { STATUS_CODES } from "node:http";

const STATUS_BY_CODE: Readonly<Record<string, number>> = {
  HPE_HEADER_OVERFLOW: 431,
  ERR_HTTP_REQUEST_TIMEOUT: 408,
};

const MESSAGE =
  "The request is no HTTP that we can read. Is everything in its URL percent-encoded as UTF-8?";

/**
 * Answers what the HTTP parser refused, which no route ever sees, in the envelope of all other
 * failures. For the server's event "clientError".
 */
export function answerUnreadable(error: NodeJS.ErrnoException, socket: Duplex): void {
  if (error.code === "ECONNRESET" || !socket.writable) {
    socket.destroy();
    return;
  }
  const status = STATUS_BY_CODE[error.code ?? ""] ?? 400;
  const failure = { code: "INVALID_INPUT", message: MESSAGE, parameter: "request" };
  const body = JSON.stringify({ success: false, data: null, error: failure });
  const headers = [
    `HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ""}`,
    "Content-Type: application/json; charset=utf-8",
    `Content-Length: ${Buffer.byteLength(body)}`,
    "Connection: close",
  ];
  socket.end(`${headers.join("\r\n")}\r\n\r\n${body}`);
}
