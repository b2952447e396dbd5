/** The values that are written to tags. */
export const tagFields = [
  "bpm",
  "key",
  "trackGain",
  "trackPeak",
  "opusGain",
  "mood",
  "energy",
] as const;

/**
 * A value that is written to tags. `trackGain` and `trackPeak` are those of ReplayGain; `opusGain` is
 * the gain that Opus has in place of them, an integer, 1/256 dB.
 */
export type TagField = (typeof tagFields)[number];

/** The file formats whose tags are written. */
export type TagFormat = "MP3" | "FLAC" | "Ogg Vorbis" | "Opus" | "MP4" | "WAV" | "AIFF";

/** How a value is stored in its tag, so that it can be put back as it was. */
export interface StoredValue {
  /** The kind of tag, and what its bytes depend on, e.g. "id3v2.3"; they mean nothing in another. */
  readonly form: string;
  /** The place among all entries of the tag, from 0. */
  readonly index: number;
  /** The bytes of the entry, in Base64. */
  readonly base64: string;
}

/** A value in a tag, under the name that its format has for it, e.g. "TBPM" or "INITIALKEY". */
export interface TagItem {
  readonly field: TagField;
  readonly name: string;
  readonly value: string;
  /** Absent in tags that are only read, and in journals of earlier versions. */
  readonly stored?: StoredValue;
  /** Whether it is in a tag that is only read, such as an APE tag behind an MP3. */
  readonly isFixed?: true;
}

/**
 * A value to be written; without a name, it gets the usual one of the format. Where it says how it was
 * stored, these bytes are written in its old place, and its name and value only into a tag of another form.
 */
export type NewTagItem = Pick<TagItem, "value"> & Partial<Pick<TagItem, "name" | "stored">>;

/** For each field that changes, all its values afterwards; none removes the field. */
export type TagChanges = ReadonlyMap<TagField, readonly NewTagItem[]>;
