import type { Response } from "express";

/** Returns a signal that aborts when the client disconnects before it has the response. */
export function clientSignal(response: Response): AbortSignal {
  const gone = new AbortController();
  if (response.closed && !response.writableFinished) gone.abort();
  response.once("close", () => {
    if (!response.writableFinished) gone.abort();
  });
  return gone.signal;
}
