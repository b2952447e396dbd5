/**
 * Returns the credentials of a client, in the format of the `Authorization` header. They are in the
 * first message of the socket, as `Authorization` or `apiKey`, because browsers cannot set headers
 * of a WebSocket; or in the request that opened it.
 */
export function credentialsIn(
  firstMessage: Readonly<Record<string, unknown>> | undefined,
  header: string | undefined,
): string | undefined {
  const { Authorization, authorization, apiKey } = firstMessage ?? {};
  if (typeof Authorization === "string") return Authorization;
  if (typeof authorization === "string") return authorization;
  return typeof apiKey === "string" ? `Bearer ${apiKey}` : header;
}
