import { AudioUndecodableError } from "../../../domain/errors/analysis-errors.js";
import type { ByteReader } from "../byte-reader.js";
import { oggCodecOf, parseOggFormat, type OggCodec } from "./ogg-codec.js";
import { OggPageSplitter, type OggPage, type OggPageHeader } from "./ogg-page-splitter.js";
import { checkNotTruncated } from "../uncompressed/sound-format.js";

const READ_BYTES = 64 * 1024;

/** One logical stream, as far as it has been read. */
interface Link {
  readonly serial: number;
  /** Hz. */
  readonly sampleRate: number;
  /** Samples per channel up to the end of the last whole page. */
  presentSamples: number;
  hasEnded: boolean;
}

/**
 * Yields the pages of the first stream of a codec, and of those chained to it, in order. Other streams,
 * such as pictures, are left out.
 *
 * @throws {AudioUndecodableError} the last stream has no last page, or clearly less sound than that
 * page states; or more than half of the file is damaged
 */
export async function* oggLinkPages(
  reader: ByteReader,
  start: number,
  codec: OggCodec,
): AsyncGenerator<OggPage> {
  const splitter = new OggPageSplitter();
  await reader.seek(start);
  let link: Link | undefined;

  for (;;) {
    const bytes = await reader.read(READ_BYTES);
    if (bytes.length === 0) break;
    for (const page of splitter.push(bytes)) {
      if (page.isFirst && link?.hasEnded !== false && oggCodecOf(page.body) === codec) {
        const { sampleRate } = parseOggFormat(codec, page.body);
        link = { serial: page.serial, sampleRate, presentSamples: 0, hasEnded: false };
      } else if (!link || link.hasEnded || page.serial !== link.serial) {
        continue;
      }
      yield page;
      link.hasEnded = page.isLast;
      link.presentSamples = Math.max(link.presentSamples, page.granulePosition);
    }
  }

  if (splitter.strayBytes > splitter.pageBytes) {
    throw new AudioUndecodableError("more than half of it is damaged");
  }
  if (link?.hasEnded === false) checkLastPage(link, splitter.brokenHeader);
}

/** Checks that a stream has ended, except that its last page may be damaged or cut if it is short. */
function checkLastPage(
  { serial, sampleRate, presentSamples }: Link,
  broken: OggPageHeader | undefined,
): void {
  if (!broken?.isLast || broken.serial !== serial) {
    throw new AudioUndecodableError("the file is truncated: it ends before its last page");
  }
  checkNotTruncated(broken.granulePosition / sampleRate, presentSamples / sampleRate);
}
