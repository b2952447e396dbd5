import type { Response } from "express";

/** A failure as Spotify's interface words it: status and sentence, and nothing more. */
export function sendSpotifyError(
  { status, message }: { readonly status: number; readonly message: string },
  _request: unknown,
  response: Response,
): void {
  response.json({ error: { status, message } });
}
