import type { Readable, Writable } from "node:stream";
import { serveStdio, StdioServerTransport } from "@modelcontextprotocol/server/stdio";
import { onAbort } from "../domain/abort-signals.js";
import { assistantTools } from "./assistant-tools.js";
import { createToolServer, type ToolServerNeeds } from "./tool-server.js";

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
  const tools = assistantTools();
  const ended = new Promise<void>((resolve) => {
    input.once("end", resolve).once("close", resolve);
    onAbort(signal, resolve);
  });
  const connection = serveStdio(() => createToolServer({ ...needs, tools }), {
    transport: new StdioServerTransport(input, output),
    maxSubscriptions: 0,
    onerror: onError,
  });
  await ended;
  await connection.close();
}
