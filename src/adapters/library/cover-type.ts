/** The start of each picture format that every browser shows. */
const SIGNATURES: readonly (readonly [mediaType: string, pattern: RegExp])[] = [
  ["image/jpeg", /^\u00ff\u00d8\u00ff/],
  ["image/png", /^\u0089PNG\r\n\u001a\n/],
  ["image/gif", /^GIF8[79]a/],
  ["image/webp", /^RIFF[^]{4}WEBP/],
];

/**
 * The media type of a picture by its bytes, or `undefined` for anything that we do not serve.
 * What its tag claims does not count: a script called a picture must not reach a browser.
 */
export function findCoverType(bytes: Uint8Array): string | undefined {
  const start = Buffer.from(bytes.subarray(0, 12)).toString("latin1");
  return SIGNATURES.find(([, pattern]) => pattern.test(start))?.[0];
}
