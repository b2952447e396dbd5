import type { DocumentTypeDecoration } from "@graphql-typed-document-node/core";
import { bodyOf, jsonOf, refuse, RequestFailure, send } from "./request.js";

/** What is told about a subscription. */
export interface Subscriber<Result> {
  readonly onNext: (data: Result) => void;
  /** Called once: with `null` where the server has ended it, else with the failure. */
  readonly onEnd?: (failure: RequestFailure | null) => void;
}

/** Subscribes to an operation over server-sent events, and returns the function that ends it. */
export function subscribe<Result, Variables>(
  document: DocumentTypeDecoration<Result, Variables>,
  variables: Variables,
  { onNext, onEnd }: Subscriber<Result>,
): () => void {
  const stop = new AbortController();
  const follow = async (): Promise<void> => {
    try {
      const response = await open(bodyOf(document, variables), stop.signal);
      const isComplete = await readEvents(response, (data) => {
        onNext(data as Result);
      });
      if (!stop.signal.aborted) onEnd?.(isComplete ? null : cutOff());
    } catch (error) {
      if (stop.signal.aborted) return;
      onEnd?.(error instanceof RequestFailure ? error : cutOff());
    }
  };
  void follow();
  return () => {
    stop.abort();
  };
}

const cutOff = (): RequestFailure => new RequestFailure("NETWORK", "The connection has ended.");

async function open(body: string, signal: AbortSignal): Promise<Response> {
  const response = await send("graphql/stream", {
    method: "POST",
    headers: { "Content-Type": "application/json", Accept: "text/event-stream" },
    body,
    signal,
  });
  if (response.ok) return response;
  const { errors } = (await jsonOf(response)) as { readonly errors?: readonly ErrorJson[] };
  throw refuse(errors?.[0]?.extensions?.code, errors?.[0]?.message ?? "", response);
}

interface ErrorJson {
  readonly message: string;
  readonly extensions?: { readonly code?: string };
}

/** Reads the events of a response until it ends; returns whether the server has completed it. */
async function readEvents(response: Response, onData: (data: unknown) => void): Promise<boolean> {
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
  let text = "";
  for (;;) {
    const { done = true, value = "" } = (await reader?.read()) ?? {};
    if (done) return false;
    const events = (text + value).replaceAll("\r\n", "\n").split("\n\n");
    text = events.pop() ?? "";
    for (const event of events) {
      const { name, payload } = parsed(event);
      if (name === "complete") return true;
      if (name === "next") onData(dataOf(payload, response));
    }
  }
}

function parsed(event: string): { readonly name: string; readonly payload: string } {
  const valueOf = (field: string): string =>
    event
      .split("\n")
      .filter((line) => line.startsWith(`${field}:`))
      .map((line) => line.slice(field.length + 1).replace(/^ /, ""))
      .join("\n");
  return { name: valueOf("event"), payload: valueOf("data") };
}

function dataOf(payload: string, response: Response): unknown {
  const { data, errors } = JSON.parse(payload) as {
    readonly data?: unknown;
    readonly errors?: readonly ErrorJson[];
  };
  const [error] = errors ?? [];
  if (error) throw refuse(error.extensions?.code, error.message, response);
  return data;
}
