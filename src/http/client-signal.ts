import type { Response } from "express";

/** Aborts when the client goes away before it has its answer. */
export function clientSignal(response: Response): AbortSignal {
  const gone = new AbortController();
  if (response.closed && !response.writableFinished) gone.abort();
  response.once("close", () => {
    if (!response.writableFinished) gone.abort();
  });
  return gone.signal;
}
