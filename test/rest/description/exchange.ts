/** A request and its response. */
export interface Exchange {
  /** Upper case. */
  readonly method: string;
  /** Path and query. */
  readonly path: string;
  readonly sent: Headers;
  readonly status: number;
  readonly headers: Headers;
  readonly body: string;
}

/** Returns the exchange of a response, whose body is read. */
export async function exchangeOf(
  method: string,
  path: string,
  sent: Headers,
  response: Response,
): Promise<Exchange> {
  const { status, headers } = response;
  return { method, path, sent, status, headers, body: await response.text() };
}

/**
 * Returns the media type of a message, without its parameters: "application/json"; "" where it has
 * no body.
 */
export function mediaTypeOf(headers: Headers): string {
  const [mediaType = ""] = (headers.get("content-type") ?? "").split(";");
  return mediaType.trim().toLowerCase();
}
