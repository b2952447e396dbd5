import type { OperationOutcome, RunOperation } from "./run-operation.js";

/** Runs operations on another server, over its GraphQL API. */
export function remoteOperations(options: {
  readonly server: URL;
  readonly key: string;
  readonly userAgent: string;
}): RunOperation {
  const { server, key, userAgent } = options;
  const url = `${server.href.replace(/\/$/, "")}/graphql`;
  const headers = {
    accept: "application/json",
    authorization: `Bearer ${key}`,
    "content-type": "application/json",
    "user-agent": userAgent,
  };
  return async ({ document, operationName, variables }, signal) => {
    const body = JSON.stringify({ query: document, operationName, variables });
    try {
      // A redirect would send the key elsewhere.
      const response = await fetch(url, {
        method: "POST",
        headers,
        body,
        signal,
        redirect: "error",
      });
      return outcomeIn(await response.text(), `${url} responded with status ${response.status}`);
    } catch (error) {
      if (signal.aborted) throw error;
      return unreachable(`${url} cannot be reached (${reasonOf(error)})`);
    }
  };
}

/** Returns the result in a response; other content comes from a proxy, or from another program. */
function outcomeIn(text: string, origin: string): OperationOutcome {
  try {
    const outcome = JSON.parse(text) as OperationOutcome | null;
    if (outcome?.data !== undefined || Array.isArray(outcome?.errors)) return outcome;
  } catch {
    // It is no JSON.
  }
  return unreachable(`${origin}, and with no result of Overtone`);
}

function unreachable(problem: string): OperationOutcome {
  const message = `${problem}. Ask the user to check --server, and that the server runs.`;
  return { errors: [{ message, extensions: { code: "SERVER_UNREACHABLE" } }] };
}

function reasonOf(error: unknown): string {
  const { cause } = error as { readonly cause?: { readonly code?: string } };
  return cause?.code ?? (error as Error).message;
}
