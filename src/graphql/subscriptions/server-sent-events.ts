import { once } from "node:events";
import type { Response } from "express";

/** Heartbeat interval: short enough that no proxy closes the connection as idle. */
const HEARTBEAT_MILLISECONDS = 12_000;

/** Begins a response that consists of events. */
export function beginEvents(response: Response): void {
  response.status(200).set({
    "Content-Type": "text/event-stream; charset=utf-8",
    "Cache-Control": "no-store, no-transform",
    // Disables buffering of events in nginx.
    "X-Accel-Buffering": "no",
  });
  response.flushHeaders();
}

/**
 * Sends one event, and waits until the connection has taken it, so that a slow client limits the
 * rate.
 */
export async function sendEvent(response: Response, event: string, text: string): Promise<void> {
  if (response.closed) return;
  const isTaken = response.write(`event: ${event}\ndata: ${text}\n\n`);
  if (!isTaken) await Promise.race([once(response, "drain"), once(response, "close")]);
}

/** Sends comments at an interval, until the returned function is called. */
export function keepAlive(response: Response): () => void {
  const heartbeat = setInterval(() => response.write(":\n\n"), HEARTBEAT_MILLISECONDS);
  return () => clearInterval(heartbeat);
}
