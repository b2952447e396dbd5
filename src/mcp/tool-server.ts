import { ProtocolError, ProtocolErrorCode, Server } from "@modelcontextprotocol/server";
import type { AssistantTool } from "./assistant-tools.js";
import type { RunOperation } from "./run-operation.js";
import { refusedAnswer, toolAnswerFrom } from "./tool-answer.js";

/** What a server of tools is made from. */
export interface ToolServerNeeds {
  readonly tools: readonly AssistantTool[];
  readonly run: RunOperation;
  /** Whether the caller may change data; else, the tools that do so are neither listed nor called. */
  readonly canWrite: boolean;
  /** The version of this program. */
  readonly version: string;
}

/** What every assistant is told at the beginning. */
const INSTRUCTIONS =
  "Overtone measures how recorded music sounds. Tracks are named by track keys, which search and tracks return. " +
  "A value that is absent was not measured or is not known: do not guess it. " +
  "Translate descriptions of music to ranges of numbers: danceability, energy and moods are in [0, 1], tempo is in BPM.";

/** Creates the MCP server of one connection or of one request. */
export function createToolServer({ tools, run, canWrite, version }: ToolServerNeeds): Server {
  const server = new Server(
    { name: "overtone", version },
    { capabilities: { tools: {} }, instructions: INSTRUCTIONS },
  );
  const offered = tools.filter(({ isWriting }) => canWrite || !isWriting);
  server.setRequestHandler("tools/list", () => ({
    tools: offered.map(({ description }) => description),
  }));
  server.setRequestHandler("tools/call", async ({ params }, { mcpReq }) => {
    const tool = offered.find(({ description }) => description.name === params.name);
    if (!tool)
      throw new ProtocolError(ProtocolErrorCode.InvalidParams, unknownTool(params.name, offered));
    const variables = params.arguments ?? {};
    const known = Object.keys(tool.description.inputSchema.properties ?? {});
    const unknown = Object.keys(variables).find((name) => !known.includes(name));
    if (unknown !== undefined) {
      // GraphQL would ignore it.
      const problem = `The tool has no argument ${JSON.stringify(unknown)}.`;
      return refusedAnswer(`BAD_USER_INPUT: ${problem} Its arguments: ${known.join(", ")}.`);
    }
    const { document, operationName } = tool;
    return toolAnswerFrom(await run({ document, operationName, variables }, mcpReq.signal));
  });
  return server;
}

function unknownTool(name: string, offered: readonly AssistantTool[]): string {
  const names = offered.map(({ description }) => description.name).join(", ");
  return `There is no tool ${JSON.stringify(name)}, or this caller may not use it. There are: ${names}.`;
}
