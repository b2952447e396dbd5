import { InvalidArgumentError } from "commander";

/**
 * Parses the URL of a server, as an option of a command.
 *
 * @throws {InvalidArgumentError} it is no http or https URL, or has more than a path
 */
export function serverUrlOption(text: string): URL {
  if (!/^https?:\/\//i.test(text) || !URL.canParse(text)) {
    throw new InvalidArgumentError("It must begin with http:// or https://.");
  }
  const url = new URL(text);
  if (url.username !== "" || url.password !== "" || /[?#]/.test(text)) {
    throw new InvalidArgumentError("It must have no user name, password, query or fragment.");
  }
  return url;
}
