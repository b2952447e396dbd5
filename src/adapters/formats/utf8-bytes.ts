import { readableText } from "../../domain/export/readable-text.js";

/** Encodes parts of a text that every reader takes, whatever characters it has. */
export async function* utf8Bytes(texts: AsyncIterable<string>): AsyncGenerator<Uint8Array> {
  for await (const text of texts) if (text !== "") yield Buffer.from(readableText(text), "utf8");
}
