import { setMaxListeners } from "node:events";
import type { Response } from "express";

/** Returns a signal that aborts when the client disconnects before it has the response: one for each response. */
export function clientSignal(response: Response): AbortSignal {
  const locals = response.locals as { clientSignal?: AbortSignal };
  return (locals.clientSignal ??= leavingSignal(response));
}

function leavingSignal(response: Response): AbortSignal {
  const gone = new AbortController();
  // A batch waits for each of its tracks; by default, Node warns of a leak at eleven listeners.
  setMaxListeners(0, gone.signal);
  if (response.closed && !response.writableFinished) gone.abort();
  response.once("close", () => {
    if (!response.writableFinished) gone.abort();
  });
  return gone.signal;
}
