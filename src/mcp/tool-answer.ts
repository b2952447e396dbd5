import type { CallToolResult } from "@modelcontextprotocol/server";
import type { OperationError, OperationOutcome } from "./run-operation.js";

/** What an assistant can do about an error, by the code of the error. */
const NEXT_STEPS: Readonly<Record<string, string>> = {
  INVALID_INPUT: "Correct the argument and call again.",
  BAD_USER_INPUT: "Correct the arguments by the input schema and call again.",
  NOT_FOUND: "Use an id that an earlier answer had.",
  TRACK_NOT_FOUND: "Call search, and use a track key that it returns.",
  ANALYSIS_NOT_FOUND: "Call analyse with the track key first, then call this again.",
  UNAUTHENTICATED: "Ask the user for a valid API key; `overtone keys create` makes one.",
  FORBIDDEN:
    "Ask the user for an API key with this scope; `overtone keys create --scopes read,write` makes one.",
  ANALYSIS_TOO_COSTLY: "Tell the user; calling again does not help.",
  SERVER_UNREACHABLE: "",
  INTERNAL: "Tell the user the request id, which is in the log of the server.",
};

const NEXT_STEP_BY_DEFAULT = "Tell the user.";

/**
 * Converts the result of an operation to the answer of a tool. Values that are null, because nothing was measured or
 * is known, are left out.
 */
export function toolAnswerFrom({ data, errors = [] }: OperationOutcome): CallToolResult {
  if (errors.length > 0) return refusedAnswer(errors.map(problemTextOf).join("\n"));
  const known = withoutNulls(data ?? {}) as Record<string, unknown>;
  if (Object.keys(known).length === 0) {
    return refusedAnswer(`Nothing has this key or id. ${NEXT_STEPS["TRACK_NOT_FOUND"]}`);
  }
  return { content: [{ type: "text", text: JSON.stringify(known) }], structuredContent: known };
}

/** Returns the answer of a tool that could not do what was asked, for the assistant to read. */
export function refusedAnswer(text: string): CallToolResult {
  return { isError: true, content: [{ type: "text", text }] };
}

function problemTextOf({ message, extensions = {} }: OperationError): string {
  const { code = "INTERNAL", retryAfterSeconds, requestId } = extensions;
  const named = `${String(code)}: ${message}`;
  const request = typeof requestId === "string" ? ` Request id: ${requestId}.` : "";
  const next =
    typeof retryAfterSeconds === "number"
      ? `Call again in ${Math.ceil(retryAfterSeconds)} s.`
      : (NEXT_STEPS[String(code)] ?? NEXT_STEP_BY_DEFAULT);
  return `${named}${request} ${next}`.trimEnd();
}

function withoutNulls(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutNulls);
  if (typeof value !== "object" || value === null) return value;
  const members = Object.entries(value).filter(([, member]) => member !== null);
  return Object.fromEntries(members.map(([name, member]) => [name, withoutNulls(member)]));
}
