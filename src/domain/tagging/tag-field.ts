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

/** A value in a tag, under the name that its format has for it, e.g. "TBPM" or "INITIALKEY". */
export interface TagItem {
  readonly field: TagField;
  readonly name: string;
  readonly value: string;
  /** Whether it is in a tag that is only read, such as an APE tag behind an MP3. */
  readonly isFixed?: true;
}

/** A value to be written; without a name, it gets the usual one of the format. */
export type NewTagItem = Pick<TagItem, "value"> & Partial<Pick<TagItem, "name">>;

/** For each field that changes, all its values afterwards; none removes the field. */
export type TagChanges = ReadonlyMap<TagField, readonly NewTagItem[]>;
