/** Full-width letters that only Japanese has. */
const KANA = /[\u3041-\u30fe]/u;

/**
 * Returns a text that does not state its encoding, as cue sheets and playlists do not: UTF-8 or UTF-16 where a byte order mark says
 * so, or a zero byte beside the first letter; UTF-8 where it is that without fault; Shift JIS where it is that
 * without fault and has kana, which are rare in other texts that are read so; or else Windows-1252, in which every
 * text can be read.
 */
export function unmarkedTextFrom(bytes: Uint8Array): string {
  const utf16 = utf16Of(bytes);
  if (utf16 !== undefined) return new TextDecoder(utf16).decode(bytes);
  const utf8 = findDecoded(bytes, "utf-8");
  if (utf8 !== undefined) return utf8;
  const japanese = findDecoded(bytes, "shift_jis");
  if (japanese !== undefined && KANA.test(japanese)) return japanese;
  return windows1252From(bytes);
}

/** Returns which UTF-16 a text is by its first two bytes: a byte order mark, or a zero byte beside the first letter. */
export function utf16Of([first, second]: Uint8Array): "utf-16le" | "utf-16be" | undefined {
  if ((first === 0xff && second === 0xfe) || second === 0) return "utf-16le";
  return (first === 0xfe && second === 0xff) || first === 0 ? "utf-16be" : undefined;
}

/** The characters of the bytes 0x80 to 0x9F in Windows-1252. Source: WHATWG Encoding, index windows-1252. */
const WINDOWS_1252 = "€\u0081‚ƒ„…†‡ˆ‰Š‹Œ\u008dŽ\u008f\u0090‘’“”•–—˜™š›œ\u009džŸ";

/** Decodes Windows-1252. Some versions of Node.js decode it as Latin-1, which has controls in these places. */
const windows1252From = (bytes: Uint8Array): string =>
  new TextDecoder("windows-1252")
    .decode(bytes)
    .replace(
      /[\u0080-\u009f]/gu,
      (control) => WINDOWS_1252[control.charCodeAt(0) - 0x80] ?? control,
    );

/** Returns the text in an encoding; `undefined` where the bytes are not all of it. */
function findDecoded(bytes: Uint8Array, encoding: string): string | undefined {
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes);
  } catch {
    return undefined;
  }
}
