import type { DescribedLoad } from "./described-load.js";

/** How long an operation without an end is read. */
const ENDLESS_MILLISECONDS = 2_500;

/** Maximum time of a request. */
const REQUEST_MILLISECONDS = 120_000;

/** As much of a response as is looked at. */
const MAX_KEPT = 100_000;

/**
 * Sends a request, and reads all of its response, or what comes in some time from its head on.
 *
 * @param options.signal makes the client leave
 */
export async function send(
  { url, token }: { readonly url: string; readonly token: string },
  { method, path, headers, body, isEndless }: DescribedLoad,
  {
    endlessMilliseconds = ENDLESS_MILLISECONDS,
    signal,
  }: { readonly endlessMilliseconds?: number; readonly signal?: AbortSignal } = {},
): Promise<{ readonly status: number; readonly headers: Headers; readonly text: string }> {
  const enough = new AbortController();
  const limits = [AbortSignal.timeout(REQUEST_MILLISECONDS), enough.signal];
  const response = await fetch(url + path, {
    ...{ method, signal: AbortSignal.any(signal ? [signal, ...limits] : limits) },
    headers: { ...headers, authorization: `Bearer ${token}` },
    ...(body !== undefined && { body }),
  });
  if (isEndless) setTimeout(() => enough.abort(), endlessMilliseconds);
  let text = "";
  try {
    for await (const part of response.body ?? []) {
      text = (text + Buffer.from(part as Uint8Array).toString("latin1")).slice(0, MAX_KEPT);
    }
  } catch (error) {
    if (!isEndless) throw error;
  }
  return { status: response.status, headers: response.headers, text };
}
