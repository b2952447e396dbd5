import type { IAudioMetadata, IPicture } from "music-metadata";
import type { Cover } from "../../../ports/library/library-folders.js";

/** The first bytes of each picture format that every browser shows. */
const SIGNATURES: readonly (readonly [mediaType: string, pattern: RegExp])[] = [
  ["image/jpeg", /^\u00ff\u00d8\u00ff/],
  ["image/png", /^\u0089PNG\r\n\u001a\n/],
  ["image/gif", /^GIF8[79]a/],
  ["image/webp", /^RIFF[^]{4}WEBP/],
];

/** Bytes that tell the format of a picture. */
export const SIGNATURE_BYTES = 12;

/** Maximum size of a cover, bytes. */
export const MAX_COVER_BYTES = 16 * 1024 * 1024;

/** The type of a picture that shows the front, as ID3, FLAC and ASF number them. */
const FRONT_TYPE = "Cover (front)";

/** The item of an APE tag with such a picture; its pictures have no types. */
const FRONT_ITEM = /^cover art \(front\)$/i;

/**
 * Returns the embedded picture that stands for a recording: the first of the front that a browser can show, or
 * else the first of any kind; `undefined` where there is none.
 */
export function findCoverIn({ common, native }: IAudioMetadata): Cover | undefined {
  const pictures = common.picture ?? [];
  const fronts = new Set(
    native["APEv2"]?.filter(({ id }) => FRONT_ITEM.test(id)).map(({ value }) => value),
  );
  const isFront = (picture: IPicture): boolean =>
    picture.type === FRONT_TYPE || fronts.has(picture);
  return (
    firstShown(pictures.filter(isFront)) ??
    firstShown(pictures.filter((one) => !isFront(one))) ??
    firstShown(unofficialPictures(native))
  );
}

/** The comment in which old programs write a picture. Source: wiki.xiph.org/VorbisComment, "Unofficial COVERART field". */
const UNOFFICIAL_NAME = "COVERART";

function unofficialPictures({
  vorbis = [],
}: IAudioMetadata["native"]): readonly Pick<IPicture, "data">[] {
  return vorbis
    .filter(({ id, value }) => id.toUpperCase() === UNOFFICIAL_NAME && typeof value === "string")
    .map(({ value }) => ({ data: Buffer.from(value as string, "base64") }));
}

function firstShown(pictures: readonly Pick<IPicture, "data">[]): Cover | undefined {
  for (const { data } of pictures) {
    const mediaType = data.length <= MAX_COVER_BYTES ? findPictureType(data) : undefined;
    if (mediaType !== undefined) return { bytes: data, mediaType };
  }
  return undefined;
}

/**
 * Returns the media type of a picture by its first bytes, or `undefined` for formats that are not served. What
 * a tag or a name says is ignored: a script with the type of a picture must not reach a browser.
 */
export function findPictureType(bytes: Uint8Array): string | undefined {
  const start = Buffer.from(bytes.subarray(0, SIGNATURE_BYTES)).toString("latin1");
  return SIGNATURES.find(([, pattern]) => pattern.test(start))?.[0];
}
