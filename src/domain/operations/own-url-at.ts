/** Addresses that mean all addresses of the machine, and the loopback address to connect to instead. */
const SELF_BY_WILDCARD: Readonly<Record<string, string>> = { "0.0.0.0": "127.0.0.1", "::": "::1" };

/** Returns the URL by which programs on the same machine reach a server that listens at an address. */
export function ownUrlAt(address: string, port: number): string {
  const host = SELF_BY_WILDCARD[address] ?? address;
  return `http://${host.includes(":") ? `[${host}]` : host}:${port}`;
}
