import { setMaxListeners } from "node:events";
import type { Response } from "express";

/** What follows when a response has ended. */
interface Ending {
  readonly gone: AbortController;
  readonly listeners: (() => void)[];
}

/** Returns a signal that aborts when the client disconnects before it has the response: one for each response. */
export const clientSignal = (response: Response): AbortSignal => endingOf(response).gone.signal;

/** Calls a listener when a response has ended, also where its client has left. */
export function onceEnded(response: Response, listener: () => void): void {
  if (response.closed) listener();
  else endingOf(response).listeners.push(listener);
}

/** One listener of the response serves all: an export adds eight, and Node.js warns of a leak at eleven. */
function endingOf(response: Response): Ending {
  const locals = response.locals as { ending?: Ending };
  return (locals.ending ??= newEnding(response));
}

function newEnding(response: Response): Ending {
  const ending = { gone: new AbortController(), listeners: [] as (() => void)[] };
  const { gone, listeners } = ending;
  // A batch waits for each of its tracks; here as well, Node.js warns at eleven.
  setMaxListeners(0, gone.signal);
  if (response.closed && !response.writableFinished) gone.abort();
  response.once("close", () => {
    if (!response.writableFinished) gone.abort();
    for (const listener of listeners) listener();
  });
  return ending;
}
