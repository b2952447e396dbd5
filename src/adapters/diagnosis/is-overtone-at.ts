import { BoundedHttp } from "../outbound/bounded-http.js";

const MAX_DESCRIPTION_BYTES = 2 ** 20;
/** A server that has just been started on a busy machine took 4.8 s to describe itself. */
const REQUEST_TIMEOUT_MILLISECONDS = 10_000;

/**
 * Returns whether the server that responds at an address is Overtone.
 *
 * @param baseUrl the address without a trailing slash
 */
export async function isOvertoneAt(baseUrl: string, signal: AbortSignal): Promise<boolean> {
  const trustedOrigin = new URL(baseUrl).origin;
  const http = new BoundedHttp({ userAgent: "Overtone (doctor)", trustedOrigin });
  try {
    const { body } = await http.get(new URL(`${baseUrl}/openapi.json`), {
      limitBytes: MAX_DESCRIPTION_BYTES,
      signal: AbortSignal.any([signal, AbortSignal.timeout(REQUEST_TIMEOUT_MILLISECONDS)]),
    });
    const { info } = JSON.parse(Buffer.from(body).toString()) as { info?: { title?: unknown } };
    return info?.title === "Overtone";
  } catch {
    return false;
  } finally {
    http.close();
  }
}
