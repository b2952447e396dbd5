import { SniffedListReader } from "../../../src/adapters/track-lists/sniffed-list-reader.js";
import type { ReadList } from "../../../src/domain/list-import/listed-row.js";
import type { ListFile } from "../../../src/ports/playlists/list-reader.js";

/** Yields bytes in parts of a size. */
export async function* inParts(bytes: Uint8Array, size = 7): AsyncGenerator<Uint8Array> {
  for (let start = 0; start < bytes.length; start += size) {
    yield Promise.resolve(bytes.subarray(start, start + size));
  }
}

/** Reads a list of a text in UTF-8 or of bytes, which arrive in small parts. */
export const readList = (
  content: string | Uint8Array,
  file: Omit<ListFile, "content"> = {},
): Promise<ReadList> =>
  new SniffedListReader().read({ ...file, content: inParts(Buffer.from(content)) });
