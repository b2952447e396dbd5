import type { TagField } from "../../../domain/tagging/tag-field.js";

/** The kinds of tags that are read and written. */
export type TagSystem = "id3" | "vorbis" | "mp4" | "ape";

/** The freeform names of MP4 that programs other than iTunes share. */
const APPLE = "----:com.apple.iTunes:";

/**
 * The names of each field in each kind of tag: the first is written, the others are only recognised
 * as the same value.
 */
const NAMES: Readonly<Record<TagSystem, Readonly<Record<TagField, readonly string[]>>>> = {
  id3: {
    bpm: ["TBPM", "TXXX:BPM"],
    key: ["TKEY", "TXXX:INITIALKEY", "TXXX:KEY"],
    trackGain: ["TXXX:REPLAYGAIN_TRACK_GAIN"],
    trackPeak: ["TXXX:REPLAYGAIN_TRACK_PEAK"],
    opusGain: [],
    mood: ["TMOO", "TXXX:MOOD"],
    energy: ["TXXX:EnergyLevel"],
  },
  vorbis: {
    bpm: ["BPM", "TEMPO"],
    key: ["INITIALKEY", "KEY"],
    trackGain: ["REPLAYGAIN_TRACK_GAIN"],
    trackPeak: ["REPLAYGAIN_TRACK_PEAK"],
    opusGain: ["R128_TRACK_GAIN"],
    mood: ["MOOD"],
    energy: ["ENERGYLEVEL"],
  },
  mp4: {
    bpm: ["tmpo", `${APPLE}BPM`],
    key: [`${APPLE}initialkey`, `${APPLE}KEY`],
    trackGain: [`${APPLE}replaygain_track_gain`],
    trackPeak: [`${APPLE}replaygain_track_peak`],
    opusGain: [],
    mood: [`${APPLE}MOOD`],
    energy: [`${APPLE}energylevel`],
  },
  ape: {
    bpm: ["BPM"],
    key: ["INITIALKEY", "KEY"],
    trackGain: ["REPLAYGAIN_TRACK_GAIN"],
    trackPeak: ["REPLAYGAIN_TRACK_PEAK"],
    opusGain: [],
    mood: ["MOOD"],
    energy: ["ENERGYLEVEL"],
  },
};

/** The fields by their names in lower case. */
const FIELDS: Readonly<Record<TagSystem, ReadonlyMap<string, TagField>>> = {
  id3: fieldsByName("id3"),
  vorbis: fieldsByName("vorbis"),
  mp4: fieldsByName("mp4"),
  ape: fieldsByName("ape"),
};

function fieldsByName(system: TagSystem): ReadonlyMap<string, TagField> {
  const fields = Object.entries(NAMES[system]) as [TagField, readonly string[]][];
  return new Map(
    fields.flatMap(([field, names]) => names.map((name) => [name.toLowerCase(), field] as const)),
  );
}

/** Returns the field that a name in a tag means, in any letter case; `undefined` for other names. */
export function findTagField(system: TagSystem, name: string): TagField | undefined {
  return FIELDS[system].get(name.toLowerCase());
}

/** Returns the name under which a field is written, or `undefined` where this kind of tag has none. */
export function findTagName(system: TagSystem, field: TagField): string | undefined {
  return NAMES[system][field][0];
}
