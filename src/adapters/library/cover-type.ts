/** The first bytes of each picture format that every browser shows. */
const SIGNATURES: readonly (readonly [mediaType: string, pattern: RegExp])[] = [
  ["image/jpeg", /^\u00ff\u00d8\u00ff/],
  ["image/png", /^\u0089PNG\r\n\u001a\n/],
  ["image/gif", /^GIF8[79]a/],
  ["image/webp", /^RIFF[^]{4}WEBP/],
];

/**
 * Returns the media type of a picture by its bytes, or `undefined` for formats that are not served. The
 * type in its tag is ignored: a script with the type of a picture must not reach a browser.
 */
export function findCoverType(bytes: Uint8Array): string | undefined {
  const start = Buffer.from(bytes.subarray(0, 12)).toString("latin1");
  return SIGNATURES.find(([, pattern]) => pattern.test(start))?.[0];
}
