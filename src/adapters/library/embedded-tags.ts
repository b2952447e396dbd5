import { parseFile, type IAudioMetadata, type IPicture } from "music-metadata";
import type { AudioTags } from "../../domain/library-file.js";
import { findIsrc } from "../../domain/track.js";
import type { Cover } from "../../ports/library-folders.js";
import { findCoverType } from "./cover-type.js";
import { findTagText } from "./tag-text.js";

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** A larger picture is none that anybody meant as a cover. */
const LARGEST_COVER_BYTES = 16 * 1024 * 1024;

/** What a file's tags say; any of it may be missing. */
export interface EmbeddedTags {
  readonly tags: Partial<AudioTags> & { readonly hasCover: boolean };
  /** Whether audio was found behind the tags. */
  readonly hasSound: boolean;
}

/**
 * The tags of a file, or `undefined` where they cannot be read.
 *
 * @param path absolute, checked to lie in the library
 */
export async function findEmbeddedTags(path: string): Promise<EmbeddedTags | undefined> {
  const metadata = await parsed(path, { duration: true });
  if (!metadata) return undefined;
  const { common, format } = metadata;
  const artist = findTagText(common.artist ?? common.artists?.join(", "));
  const trackName = findTagText(common.title);
  const album = findTagText(common.album);
  const isrc = common.isrc?.map(findIsrc).find((code) => code !== undefined);
  const musicbrainzId = common.musicbrainz_recordingid?.trim().toLowerCase();
  const seconds = format.duration;
  const tags = {
    ...(artist !== undefined && { artist }),
    ...(trackName !== undefined && { trackName }),
    ...(album !== undefined && { album }),
    ...(isrc !== undefined && { isrc }),
    ...(musicbrainzId !== undefined && UUID.test(musicbrainzId) && { musicbrainzId }),
    ...(seconds !== undefined && seconds > 0 && seconds < Infinity && { durationSeconds: seconds }),
    hasCover: firstCover(common.picture) !== undefined,
  };
  return { tags, hasSound: format.sampleRate !== undefined && format.sampleRate > 0 };
}

/** The first embedded picture that a browser can show, or `undefined`. */
export async function findEmbeddedCover(path: string): Promise<Cover | undefined> {
  return firstCover((await parsed(path, { duration: false }))?.common.picture);
}

/** Tags are written by strangers: whatever their reader throws, there are none. */
async function parsed(
  path: string,
  options: { readonly duration: boolean },
): Promise<IAudioMetadata | undefined> {
  try {
    return await parseFile(path, options);
  } catch {
    return undefined;
  }
}

function firstCover(pictures: readonly IPicture[] = []): Cover | undefined {
  for (const { data } of pictures) {
    const mediaType = data.length <= LARGEST_COVER_BYTES ? findCoverType(data) : undefined;
    if (mediaType !== undefined) return { bytes: data, mediaType };
  }
  return undefined;
}
