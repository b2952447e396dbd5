import { AudioUndecodableError } from "../../../domain/errors/analysis-errors.js";
import type { ByteReader } from "../byte-reader.js";
import { checkNotTruncated } from "../uncompressed/sound-format.js";
import { oggCodecOf, parseOggFormat, type OggCodec } from "./ogg-codec.js";
import { OggPageSplitter, type OggPage } from "./ogg-page-splitter.js";

const READ_BYTES = 64 * 1024;

/** Reports what is wrong with audio that is decoded nevertheless: a sentence without its subject, the file. */
export type DecodingWarning = (warning: string) => void;

/** One logical stream, as far as it has been read. */
interface Link {
  readonly serial: number;
  /** Hz. */
  readonly sampleRate: number;
  /** Samples per channel up to the end of the last whole page. */
  presentSamples: number;
  /** Whether a page behind its first one was read. */
  hasBegun: boolean;
  hasEnded: boolean;
}

/**
 * Yields the pages of the first stream of a codec, and of those chained to it, in order. Other streams,
 * such as pictures, are left out. A stream need not mark its last page: the stream that follows it ends it, or the
 * file, between two pages.
 *
 * @throws {AudioUndecodableError} the file ends within a page of its only stream, and the stream has clearly less
 * sound than its last page states, or states nothing; or more than half of the file is damaged
 */
export async function* oggLinkPages(
  reader: ByteReader,
  start: number,
  codec: OggCodec,
  onWarning: DecodingWarning,
): AsyncGenerator<OggPage> {
  const splitter = new OggPageSplitter();
  await reader.seek(start);
  let link: Link | undefined;
  let linkCount = 0;
  let unmarkedCount = 0;

  for (;;) {
    const bytes = await reader.read(READ_BYTES);
    if (bytes.length === 0) break;
    for (const page of splitter.push(bytes)) {
      // The first pages of streams that are played at once precede all others.
      const mayBegin = !link || link.hasEnded || link.hasBegun;
      if (page.isFirst && mayBegin && oggCodecOf(page.body) === codec) {
        if (link?.hasEnded === false) unmarkedCount += 1;
        const { sampleRate } = parseOggFormat(codec, page.body);
        const { serial } = page;
        link = { serial, sampleRate, presentSamples: 0, hasBegun: false, hasEnded: false };
        linkCount += 1;
      } else if (!link || link.hasEnded || page.serial !== link.serial) {
        continue;
      }
      yield page;
      link.hasBegun ||= !page.isFirst;
      link.hasEnded = page.isLast;
      link.presentSamples = Math.max(link.presentSamples, page.granulePosition);
    }
  }

  if (splitter.strayBytes > splitter.pageBytes) {
    throw new AudioUndecodableError("more than half of it is damaged");
  }
  if (link?.hasEnded === false && !isLastPageBroken(link, splitter)) {
    if (splitter.isCut && linkCount === 1) {
      throw new AudioUndecodableError("the file is truncated: it ends before its last page");
    }
    unmarkedCount += 1;
  }
  if (unmarkedCount > 0) {
    onWarning(
      `has ${unmarkedCount} of ${linkCount} streams without a last page, and may be cut off`,
    );
  }
}

/**
 * Returns whether the page with which the stream ends is there, cut or damaged.
 *
 * @throws {AudioUndecodableError} it states clearly more sound than there is
 */
function isLastPageBroken(
  { serial, sampleRate, presentSamples }: Link,
  { brokenHeader }: OggPageSplitter,
): boolean {
  if (!brokenHeader?.isLast || brokenHeader.serial !== serial) return false;
  checkNotTruncated(brokenHeader.granulePosition / sampleRate, presentSamples / sampleRate);
  return true;
}
