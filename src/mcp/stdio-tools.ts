import { Readable, type Writable } from "node:stream";
import { serveStdio, StdioServerTransport } from "@modelcontextprotocol/server/stdio";
import { onAbort } from "../domain/abort-signals.js";
import { assistantTools } from "./assistant-tools.js";
import { boundedLines } from "./bounded-lines.js";
import { createToolServer, type ToolServerNeeds } from "./tool-server.js";

/** Maximum length of a message, bytes. Behind ten times that, the SDK would end the connection. */
const MAX_MESSAGE_BYTES = 1_048_576;

/** The answer to a longer message, whose id is not known. Source: JSON-RPC 2.0, section 5.1. */
const TOO_LONG = {
  jsonrpc: "2.0",
  id: null,
  error: { code: -32_600, message: "The message is longer than 1 MiB." },
};

/**
 * Serves the tools over a pair of streams, until the input ends or the signal aborts. Only messages of the protocol
 * are written.
 */
export async function serveTools(
  needs: Omit<ToolServerNeeds, "tools">,
  streams: {
    readonly input: Readable;
    readonly output: Writable;
    readonly signal: AbortSignal;
    readonly onError: (error: Error) => void;
  },
): Promise<void> {
  const { input, output, signal, onError } = streams;
  const refuse = (): void => {
    output.write(`${JSON.stringify(TOO_LONG)}\n`);
    onError(new Error(TOO_LONG.error.message));
  };
  const lines = Readable.from(boundedLines(input, MAX_MESSAGE_BYTES, refuse), {
    objectMode: false,
  });
  const tools = assistantTools();
  const ended = new Promise<void>((resolve) => {
    lines.once("end", resolve).once("close", resolve);
    onAbort(signal, resolve);
  });
  const connection = serveStdio(() => createToolServer({ ...needs, tools }), {
    transport: new StdioServerTransport(lines, output),
    maxSubscriptions: 0,
    onerror: onError,
  });
  await ended;
  await connection.close();
}
