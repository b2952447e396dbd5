import { isIP, type LookupFunction } from "node:net";

/**
 * A look-up that knows one answer, whatever the name: the addresses given, at least one.
 *
 * A connection that resolves its host by it goes to an address that was checked before, and still
 * knows the host's name, by which its certificate is checked.
 */
export function pinnedLookup(addresses: readonly string[]): LookupFunction {
  const found = addresses.map((address) => ({ address, family: isIP(address) }));
  return (_hostname, { all }, callback) => {
    const [first] = found;
    if (all === true || first === undefined) callback(null, found);
    else callback(null, first.address, first.family);
  };
}
