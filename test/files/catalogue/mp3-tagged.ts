import {
  id3Bytes,
  id3TextFrame,
  type Id3Encoding,
  type Id3FrameContent,
  type Id3TagContent,
} from "../../signals/encoded/id3-bytes.js";
import { numberedMpeg } from "./numbered-audio.js";
import { ARTIST, type OddFile } from "./odd-file.js";

/** What is odd about the tags of an MP3. */
interface Mp3Tags extends Pick<OddFile, "suffix" | "expected"> {
  /** The bytes before and behind the audio, with a title. */
  readonly before?: (title: string) => Buffer;
  readonly behind?: (title: string) => Buffer;
}

/** An MP3 with odd tags. */
export function mp3(name: string, source: string, { before, behind, ...facts }: Mp3Tags): OddFile {
  const none = Buffer.alloc(0);
  return {
    ...facts,
    name: `MP3, ${name}`,
    source,
    extension: "mp3",
    bytes: (title, number) =>
      Buffer.concat([before?.(title) ?? none, numberedMpeg(number), behind?.(title) ?? none]),
  };
}

/** How artist and title are written. */
interface NameOptions {
  readonly version?: 2 | 3 | 4;
  readonly encoding?: Id3Encoding;
  readonly artist?: string | readonly string[];
}

/** The frames of artist and title. */
export function nameFrames(
  title: string | readonly string[],
  { version = 3, encoding = "latin1", artist = ARTIST }: NameOptions = {},
): readonly Id3FrameContent[] {
  const [artistId, titleId] = version === 2 ? ["TP1", "TT2"] : ["TPE1", "TIT2"];
  return [id3TextFrame(artistId, artist, encoding), id3TextFrame(titleId, title, encoding)];
}

/** Returns a function that makes the tag of a title, with other frames behind artist and title. */
export const named =
  (content: Partial<Id3TagContent> & NameOptions = {}) =>
  (title: string): Buffer =>
    id3Bytes({ ...content, frames: [...nameFrames(title, content), ...(content.frames ?? [])] });
