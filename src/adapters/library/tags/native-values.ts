import type { IAudioMetadata } from "music-metadata";
import type { TagField } from "../../../domain/tagging/tag-field.js";
import {
  findTaggedValues,
  type MusicbrainzIds,
  type TaggedValues,
} from "../../../domain/tagging/tagged-values.js";
import type { Id3InFile } from "./id3-in-file.js";
import { findTagField, type TagSystem } from "../tag-writing/tag-names.js";

/** The kind of tag by the name that the reader has for it; of MP3 files, the first of these counts. */
const SYSTEMS: Readonly<Record<string, TagSystem>> = {
  "ID3v2.4": "id3",
  "ID3v2.3": "id3",
  "ID3v2.2": "id3",
  vorbis: "vorbis",
  iTunes: "mp4",
  APEv2: "ape",
};

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
/** Maximum number of artists of a track; choirs and casts have some dozens. */
const MAX_ARTIST_COUNT = 100;

/**
 * Returns what others have measured on a file or know of it, according to its tags; `undefined` where that is nothing.
 *
 * @param id3 the texts of its ID3 tags, which go before all others
 */
export function findNativeValues(
  { native, common }: IAudioMetadata,
  id3: Id3InFile["texts"],
): TaggedValues | undefined {
  const texts = new Map<TagField, string>();
  for (const [name, [text]] of id3) {
    const field = findTagField("id3", name);
    if (field !== undefined && text !== undefined && !texts.has(field)) texts.set(field, text);
  }
  for (const [name, system] of Object.entries(SYSTEMS)) {
    for (const { id, value } of native[name] ?? []) {
      const field = findTagField(system, id);
      const isText = typeof value === "string" || typeof value === "number";
      if (field !== undefined && isText && !texts.has(field)) texts.set(field, String(value));
    }
  }
  const recording = uuidOf(common.musicbrainz_recordingid);
  const track = uuidOf(common.musicbrainz_trackid);
  const release = uuidOf(common.musicbrainz_albumid);
  const releaseGroup = uuidOf(common.musicbrainz_releasegroupid);
  const artists = (common.musicbrainz_artistid ?? []).slice(0, MAX_ARTIST_COUNT);
  const musicbrainz: MusicbrainzIds = {
    ...(recording !== undefined && { recording }),
    ...(track !== undefined && { track }),
    ...(release !== undefined && { release }),
    ...(releaseGroup !== undefined && { releaseGroup }),
    artists: artists.flatMap((id) => uuidOf(id) ?? []),
  };
  return findTaggedValues(texts, musicbrainz);
}

function uuidOf(text: string | undefined): string | undefined {
  const id = text?.trim().toLowerCase();
  return id !== undefined && UUID.test(id) ? id : undefined;
}
