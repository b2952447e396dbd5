/**
 * Returns what names a database to people: host, port and name, without user, password and parameters.
 *
 * @param url like `postgres://user:password@host:port/name`
 */
export function postgresAddressOf(url: string): string {
  const withoutParameters = url.replace(/[?#].*$/su, "");
  // A password may contain an unescaped @.
  const withoutUser = withoutParameters.replace(/^([a-z]+:\/\/).*@/su, "$1");
  return withoutUser.replace(/^[a-z]+:\/\/\/?/u, "") || "localhost";
}
