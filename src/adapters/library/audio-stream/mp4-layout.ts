import type { ByteReader } from "../../decoder/byte-reader.js";
import type { AudioLayout } from "./audio-part.js";
import { findBoxes, findInnerBoxes, type Mp4Box } from "../../decoder/ffmpeg/mp4-boxes.js";
import { findSoundTracks } from "../../decoder/ffmpeg/mp4-sound.js";
import { readMp4Facts } from "./mp4-facts.js";

/** Maximum length of the descriptions of the sound in a file, bytes; real ones have some hundred. */
const MAX_DESCRIPTION_BYTES = 65_536;

/**
 * Returns where the media of an MP4 file are, described by the codecs of its sound, or `undefined`
 * where it has no sound, or its boxes are damaged.
 */
export async function findMp4Layout(reader: ByteReader): Promise<AudioLayout | undefined> {
  const boxes = await findBoxes(reader, { start: 0, end: reader.size ?? 0 });
  const movie = boxes?.find(({ type }) => type === "moov");
  if (!boxes || !movie || movie.isCut) return undefined;
  const description = await soundDescription(reader, movie);
  if (!description || description.length === 0) return undefined;
  const media = boxes.filter(({ type }) => type === "mdat");
  if (media.some(({ isCut }) => isCut)) return undefined;
  const ranges = media.map(({ contentStart, end }) => ({ start: contentStart, end }));
  const [track] = await findSoundTracks(reader, movie);
  const facts = track ? await readMp4Facts(reader, { boxes, movie, track, media: ranges }) : "";
  return { format: "mp4", description, ranges, facts };
}

/** Returns the sample descriptions of all sound tracks, or `undefined` where they are too long. */
async function soundDescription(reader: ByteReader, movie: Mp4Box): Promise<Buffer | undefined> {
  const descriptions: Uint8Array[] = [];
  let byteLength = 0;
  for (const track of await findSoundTracks(reader, movie)) {
    const found = await findInnerBoxes(reader, track, ["mdia", "minf", "stbl", "stsd"]);
    for (const { contentStart, end } of found) {
      byteLength += end - contentStart;
      if (byteLength > MAX_DESCRIPTION_BYTES) return undefined;
      await reader.seek(contentStart);
      descriptions.push(await reader.read(end - contentStart));
    }
  }
  return Buffer.concat(descriptions);
}
