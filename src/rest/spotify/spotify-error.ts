import type { Response } from "express";

/** Sends an error in the format of Spotify's API: only a status and a message. */
export function sendSpotifyError(
  { status, message }: { readonly status: number; readonly message: string },
  _request: unknown,
  response: Response,
): void {
  response.json({ error: { status, message } });
}
