import { AudioUndecodableError } from "../../domain/errors.js";
import type { ByteReader } from "./byte-reader.js";
import { oggCodecOf, type OggCodec } from "./ogg-codec.js";
import { OggPageSplitter, type OggPage } from "./ogg-page-splitter.js";

const readBytes = 64 * 1024;

/**
 * The pages of the first stream of a codec, and of those chained to it, in order. Streams beside
 * it, such as pictures, are left out.
 *
 * @throws {AudioUndecodableError} the file ends in the middle of a page without having said that it
 * ends, or more of it is damaged than whole
 */
export async function* oggLinkPages(
  reader: ByteReader,
  start: number,
  codec: OggCodec,
): AsyncGenerator<OggPage> {
  const splitter = new OggPageSplitter();
  await reader.seek(start);
  let serial: number | undefined;
  let hasEnded = false;

  for (;;) {
    const bytes = await reader.read(readBytes);
    if (bytes.length === 0) break;
    for (const page of splitter.push(bytes)) {
      const opensLink =
        page.isFirst && (serial === undefined || hasEnded) && oggCodecOf(page.body) === codec;
      if (opensLink) {
        serial = page.serial;
        hasEnded = false;
      } else if (page.serial !== serial || hasEnded) {
        continue;
      }
      yield page;
      hasEnded = page.isLast;
    }
  }

  if (splitter.strayBytes > splitter.pageBytes) {
    throw new AudioUndecodableError("more than half of it is damaged");
  }
  if (!hasEnded && splitter.pendingBytes > 0) {
    throw new AudioUndecodableError("the file is truncated: it ends in the middle of a page");
  }
}
