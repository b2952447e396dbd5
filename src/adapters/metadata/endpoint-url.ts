/**
 * Returns the address of an endpoint below a base address.
 *
 * Where the base already ends with the beginning of the path, that part is not repeated:
 * `https://mirror.example` and `https://mirror.example/ws/2` both lead to `/ws/2/recording`.
 *
 * @param path without a slash at the beginning
 * @param parameters of the query; one with several values is repeated
 */
export function endpointUrl(
  baseUrl: string,
  path: string,
  parameters: Readonly<Record<string, string | readonly string[]>> = {},
): URL {
  const url = new URL(baseUrl);
  const baseSegments = url.pathname.split("/").filter((segment) => segment !== "");
  const pathSegments = path.split("/");
  const overlap = pathSegments.findLastIndex(
    (_segment, last) =>
      baseSegments.slice(-last - 1).join("/") === pathSegments.slice(0, last + 1).join("/"),
  );
  url.pathname = [...baseSegments, ...pathSegments.slice(overlap + 1)].join("/");
  const entries = Object.entries(parameters).flatMap(([name, values]) =>
    [values].flat().map((value): [string, string] => [name, value]),
  );
  url.search = new URLSearchParams(entries).toString();
  return url;
}
