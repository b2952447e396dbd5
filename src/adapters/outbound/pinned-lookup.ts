import { isIP, type LookupFunction } from "node:net";

/**
 * Returns a lookup function that resolves every name to the given addresses, at least one.
 *
 * A connection that uses it goes to an address that was checked before, and still has the host's
 * name, which its certificate is checked against.
 */
export function pinnedLookup(addresses: readonly string[]): LookupFunction {
  const found = addresses.map((address) => ({ address, family: isIP(address) }));
  return (_hostname, { all }, callback) => {
    const [first] = found;
    if (all === true || first === undefined) callback(null, found);
    else callback(null, first.address, first.family);
  };
}
