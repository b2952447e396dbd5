/** Encodes parts of a text; half a surrogate pair, which UTF-8 cannot express, becomes U+FFFD. */
export async function* utf8Bytes(texts: AsyncIterable<string>): AsyncGenerator<Uint8Array> {
  for await (const text of texts) if (text !== "") yield Buffer.from(text, "utf8");
}
