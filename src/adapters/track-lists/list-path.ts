import { isAbsolutePath } from "../../domain/list-import/compared-path.js";
import { unmarkedTextFrom } from "../../domain/unmarked-text.js";

const SCHEME = /^[a-z][a-z0-9+.-]+:\/\//iu;

const FILE_URL = /^file:(?:\/\/([^/\\]*))?(.*)$/isu;

/** Bytes that are escaped, one after the other. */
const ESCAPED = /(?:%[0-9a-f]{2})+/giu;

/**
 * Returns the path of a file that a list names by its path or URL; `undefined` for what is no file, such as a stream. Escapes are
 * decoded in paths as well, because some programs write them there.
 *
 * Source: M. Kerwin, "The 'file' URI Scheme", RFC 8089, 2017, also appendix E for Windows.
 *
 * @param folder that the list lies in, where it is known
 */
export function pathFromLocation(location: string, folder?: string): string | undefined {
  const text = location.trim();
  const url = FILE_URL.exec(text);
  if (url) return pathFromUrl(url[1] ?? "", url[2] ?? "");
  if (text === "" || SCHEME.test(text)) return undefined;
  const path = withoutEscapes(text);
  return folder === undefined || isAbsolutePath(path) ? path : `${folder}/${path}`;
}

function pathFromUrl(host: string, escaped: string): string {
  const path = withoutEscapes(escaped).replace(/^\/(?=[A-Za-z]:[\\/])/u, "");
  return host === "" || host.toLowerCase() === "localhost" ? path : `//${host}${path}`;
}

const withoutEscapes = (text: string): string =>
  text.replace(ESCAPED, (bytes) => unmarkedTextFrom(Buffer.from(bytes.replaceAll("%", ""), "hex")));
