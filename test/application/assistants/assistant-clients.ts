import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";

/** The versions of the protocol: those that begin with `initialize`, and those that need no beginning. */
export const ERAS = [
  { era: "legacy", version: "2025-11-25" },
  { era: "auto", version: "2026-07-28" },
] as const;

export type Era = (typeof ERAS)[number]["era"];

/** What a test reads of an answer. */
export interface Answer {
  readonly isError: boolean;
  readonly text: string;
  readonly data: Record<string, unknown> | undefined;
}

const clientOf = (era: Era): Client =>
  new Client({ name: "tests", version: "1" }, { versionNegotiation: { mode: era } });

/** Connects the SDK's client over HTTP. */
export async function connectByHttp(
  url: string,
  token: string,
  era: Era = "auto",
): Promise<Client> {
  const client = clientOf(era);
  const requestInit = { headers: { authorization: `Bearer ${token}` } };
  await client.connect(new StreamableHTTPClientTransport(new URL(`${url}/mcp`), { requestInit }));
  return client;
}

/** Starts `overtone mcp` by the SDK's client. What it writes to standard error is in `errors()`. */
export async function connectByStdio(
  args: readonly string[],
  environment: Record<string, string>,
  era: Era = "auto",
): Promise<{ readonly client: Client; readonly errors: () => string; readonly pid: number }> {
  const client = clientOf(era);
  const transport = new StdioClientTransport({
    command: process.execPath,
    args: ["dist/cli/overtone.js", "mcp", ...args],
    env: { PATH: process.env["PATH"] ?? "", HOME: process.env["HOME"] ?? "", ...environment },
    stderr: "pipe",
  });
  let errors = "";
  transport.stderr?.on("data", (chunk: Buffer) => (errors += chunk.toString()));
  await client.connect(transport);
  return { client, errors: () => errors, pid: transport.pid ?? 0 };
}

/** Calls a tool. The client checks the data of the answer by the output schema of the tool. */
export async function call(
  client: Client,
  name: string,
  args: Record<string, unknown> = {},
): Promise<Answer> {
  const {
    isError = false,
    content,
    structuredContent,
  } = await client.callTool({
    name,
    arguments: args,
  });
  const [first] = content;
  const text = first?.type === "text" ? first.text : "";
  return { isError, text, data: structuredContent as Record<string, unknown> | undefined };
}
