const LINE_END = 0x0a;

/**
 * Yields lines with their ends, without those that are longer than a maximum: a reader that collects a line without end
 * fills the memory, or gives up.
 *
 * @param maxBytes of a line, its end included
 * @param onTooLong called once for each line that is left out
 */
export async function* boundedLines(
  input: AsyncIterable<Uint8Array>,
  maxBytes: number,
  onTooLong: () => void,
): AsyncGenerator<Buffer> {
  const begun: Buffer[] = [];
  /** Of the line so far, bytes. */
  let length = 0;
  const take = (part: Buffer): void => {
    const wasShort = length <= maxBytes;
    length += part.length;
    if (length <= maxBytes) begun.push(part);
    else if (wasShort) {
      begun.length = 0;
      onTooLong();
    }
  };
  for await (const chunk of input) {
    let rest = Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength);
    for (let at = rest.indexOf(LINE_END); at !== -1; at = rest.indexOf(LINE_END)) {
      take(rest.subarray(0, at + 1));
      if (begun.length > 0) yield Buffer.concat(begun.splice(0));
      length = 0;
      rest = rest.subarray(at + 1);
    }
    if (rest.length > 0) take(rest);
  }
  if (begun.length > 0) yield Buffer.concat(begun);
}
