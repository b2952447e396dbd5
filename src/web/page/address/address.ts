/** A place of the page: its view, and what the view shows. */
export interface Address {
  /** The first part: `library` of `#/library/artist/Ann?sort=tempo`; empty for the first view. */
  readonly path: string;
  /** The decoded rest of the path, `artist/Ann`; empty where there is none. */
  readonly argument: string;
  readonly query: URLSearchParams;
}

/** What a view makes of its address, and an address of what it shows. */
export interface AddressCodec<State> {
  /** Returns the state of an address. What it does not know, or cannot use, it leaves out. */
  readonly read: (address: Pick<Address, "argument" | "query">) => State;
  /** Returns the address of a state; without what is at its first value. */
  readonly write: (state: State) => Partial<Pick<Address, "argument" | "query">>;
}

/** Returns the address that a fragment such as `#/track/KEY` names. */
export function addressIn(fragment: string): Address {
  const [, path = "", rest = "", query = ""] =
    /^#\/([^/?]*)\/?([^?]*)(?:\?(.*))?$/s.exec(fragment) ?? [];
  return { path, argument: decoded(rest), query: new URLSearchParams(query) };
}

/** Returns the fragment of an address: `#/library?genre=Waltz`. The slashes of its argument stay as they are. */
export function fragmentOf({
  path,
  argument = "",
  query = new URLSearchParams(),
}: Pick<Address, "path"> & Partial<Address>): string {
  const rest = argument.split("/").map(encodeURIComponent).join("/");
  const given = query.toString();
  return `#/${path}${rest && `/${rest}`}${given && `?${given}`}`;
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    // A `%` that encodes nothing.
    return text;
  }
}

/** Returns names and values as a query, without those that are empty. */
export function queryWith(values: Readonly<Record<string, string | null>>): URLSearchParams {
  return new URLSearchParams(
    Object.entries(values).filter((entry): entry is [string, string] => Boolean(entry[1])),
  );
}

/** Returns a value of a query that is one of some names; else the first value that is given. */
export function oneOf<Name extends string>(
  value: string | null,
  names: readonly Name[],
  otherwise: Name,
): Name {
  return names.find((name) => name === value) ?? otherwise;
}
