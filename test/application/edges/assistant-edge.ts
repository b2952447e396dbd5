import { call, connectByHttp } from "../assistants/assistant-clients.js";
import type { Answer } from "../assistants/assistant-clients.js";
import type { Caller, Edge, EdgeAnswer } from "./edge.js";

interface ToolTrack {
  readonly artist?: string;
  readonly trackName?: string;
  readonly code?: string;
}

/** Calls a tool by the SDK's client; returns how the server refuses the connection or the call. */
async function called(
  caller: Caller,
  tool: string,
  args: Record<string, unknown>,
  trackIn: (data: Record<string, unknown>) => ToolTrack | undefined,
): Promise<EdgeAnswer> {
  let client;
  try {
    client = await connectByHttp(caller.url, caller.token ?? "");
  } catch (error) {
    return connectionRefusalOf(error);
  }
  try {
    return answerIn(await call(client, tool, args), trackIn);
  } finally {
    await client.close();
  }
}

function answerIn(
  { isError, text, data = {} }: Answer,
  trackIn: (data: Record<string, unknown>) => ToolTrack | undefined,
): EdgeAnswer {
  if (isError) return /\b[A-Z]+_[A-Z_]+\b/u.exec(text)?.[0] ?? "refused";
  const { artist, trackName: track, code } = trackIn(data) ?? {};
  if (artist !== undefined && track !== undefined) return { artist, track };
  return code ?? "none";
}

/** The status is in the error of the SDK, or in that which caused it. */
function connectionRefusalOf(error: unknown): string {
  const { message } = error as Error;
  const [, status] = /\b(4\d\d)\b/u.exec(message) ?? [];
  if (status === undefined) throw error;
  return status;
}

/** The tools for assistants over HTTP. */
export const assistantEdge: Edge = {
  hasKeys: true,
  path: "/mcp",
  byNames: (caller, { artist, track }) =>
    called(caller, "search", { artist, track, limit: 1 }, ({ search }) => {
      const { results } = search as { readonly results: readonly ToolTrack[] };
      return results[0];
    }),
  byId: (caller, { trackKey }) =>
    called(caller, "analyse", { trackKey }, ({ analysis }) => analysis as ToolTrack),
};
