/**
 * The address of an endpoint below a base address.
 *
 * A base that ends with the beginning of the path already is not given it twice, so that
 * `https://mirror.example` and `https://mirror.example/ws/2` both lead to `/ws/2/recording`.
 *
 * @param path without a slash at the beginning
 */
export function endpointUrl(
  baseUrl: string,
  path: string,
  parameters: Readonly<Record<string, string>> = {},
): URL {
  const url = new URL(baseUrl);
  const have = url.pathname.split("/").filter((segment) => segment !== "");
  const want = path.split("/");
  const overlap = want.findLastIndex(
    (_segment, last) => have.slice(-last - 1).join("/") === want.slice(0, last + 1).join("/"),
  );
  url.pathname = [...have, ...want.slice(overlap + 1)].join("/");
  url.search = new URLSearchParams(parameters).toString();
  return url;
}
