import { readableText } from "../../domain/export/readable-text.js";

/**
 * Returns the URL of a file by its absolute path. Everything but letters, digits and `-_.!~*'()` is
 * percent-encoded in each name, as UTF-8.
 *
 * @param host "localhost" for programs that ask for it
 *
 * Source: M. Kerwin, "The 'file' URI Scheme", RFC 8089, 2017.
 */
export function fileUrlFrom(path: string, host = ""): string {
  const isWindows = /^[A-Za-z]:[\\/]/.test(path);
  const names = (isWindows ? `/${path.replaceAll("\\", "/")}` : path).split("/");
  const encoded = names.map((name, index) =>
    isWindows && index === 1 ? name : encodeURIComponent(readableText(name)),
  );
  return `file://${host}${encoded.join("/")}`;
}
