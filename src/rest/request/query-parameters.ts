import { InvalidInputError } from "../../domain/errors/request-errors.js";

/**
 * Returns the named query parameters of a request's URL, decoded; `undefined` where absent or empty, as
 * an empty field of a form is. Others are ignored.
 *
 * A `+` means a space here, and `%2B` a plus sign.
 *
 * @throws {InvalidInputError} a named parameter is given twice or with brackets (`track[a]=b`), or it or
 * the name of any parameter is not percent-encoded UTF-8
 */
export function queryParametersOf<Name extends string>(
  url: string,
  names: readonly Name[],
): Readonly<Partial<Record<Name, string>>> {
  const found: Partial<Record<Name, string>> = {};
  for (const [key, rawValue] of pairsOf(url)) {
    if (rawValue === "") continue;
    const plainKey = key.replace(/\[.*$/s, "");
    const name = names.find((known) => known === plainKey);
    if (name === undefined) continue;
    if (plainKey !== key) throw new InvalidInputError(name, "must be one plain value");
    if (name in found) throw new InvalidInputError(name, "must be given once");
    found[name] = decoded(rawValue, name);
  }
  return found;
}

/** Returns the named query parameters that can be read; nothing is refused for the others. */
export function readableParametersOf<Name extends string>(
  url: string,
  names: readonly Name[],
): Readonly<Partial<Record<Name, string>>> {
  const found: Partial<Record<Name, string>> = {};
  for (const name of names) {
    try {
      Object.assign(found, queryParametersOf(url, [name]));
    } catch {
      continue;
    }
  }
  return found;
}

/**
 * Returns the same, but refuses other parameters, which would be conditions that are silently
 * ignored.
 *
 * @throws {InvalidInputError} also for every other parameter
 */
export function onlyParametersOf<Name extends string>(
  url: string,
  names: readonly Name[],
): Readonly<Partial<Record<Name, string>>> {
  for (const [key] of pairsOf(url)) {
    const plainKey = key.replace(/\[.*$/s, "");
    const isKnown = plainKey === "" || names.some((name) => name === plainKey);
    if (!isKnown) throw new InvalidInputError(plainKey, "is not a parameter of this path");
  }
  return queryParametersOf(url, names);
}

/** Returns the names of the parameters, decoded, and their values as they were sent. */
function pairsOf(url: string): (readonly [name: string, rawValue: string])[] {
  const start = url.indexOf("?");
  if (start < 0) return [];
  const parts = url.slice(start + 1).split("&");
  return parts.map((part) => {
    const [rawKey = "", ...rest] = part.split("=");
    return [decoded(rawKey, "query"), rest.join("=")];
  });
}

function decoded(text: string, parameter: string): string {
  try {
    return decodeURIComponent(text.replaceAll("+", " "));
  } catch (error) {
    throw new InvalidInputError(parameter, "is not percent-encoded UTF-8", error);
  }
}
