import type { TagField } from "../../../src/domain/tagging/tag-field.js";
import { taggedDataFrom } from "../../../src/domain/tagging/tagged-data.js";
import { findTaggedValues, type TaggedValues } from "../../../src/domain/tagging/tagged-values.js";

const noIds = { artists: [] };
const found = (texts: Partial<Record<TagField, string>>): TaggedValues | undefined =>
  findTaggedValues(new Map(Object.entries(texts) as [TagField, string][]), noIds);

describe("Values that others wrote to tags", () => {
  it.each([
    [{ bpm: "127.95" }, { tempo: 127.95 }],
    [{ bpm: "128,5 BPM" }, { tempo: 128.5 }],
    [{ key: "8A" }, { key: { tonic: 9, mode: 0 } }],
    [{ key: "1m" }, { key: { tonic: 9, mode: 0 } }],
    [{ key: "F#m" }, { key: { tonic: 6, mode: 0 } }],
    [{ trackGain: "-6.54 dB" }, { trackGain: -6.54 }],
    [{ trackGain: "+1.2" }, { trackGain: 1.2 }],
    [{ trackPeak: "0.988553" }, { trackPeak: 0.988553 }],
    [{ opusGain: "-1280" }, { trackGain: 0 }],
  ] as const)("are read as what they are (%j)", (texts, values) => {
    expect(found(texts)).toEqual({ ...values, musicbrainz: noIds });
  });

  it.each([
    { bpm: "fast" },
    { bpm: "0" },
    { bpm: "-120" },
    { bpm: "1e9" },
    { bpm: "12345" },
    { bpm: "120-128" },
    { key: "o" },
    { key: "" },
    { key: "25A" },
    { trackGain: "NaN dB" },
    { trackGain: "-600 dB" },
    { trackPeak: "0" },
    { trackPeak: "-1" },
    { opusGain: "99999" },
  ])("are ignored where they are not sensible (%j)", (texts) => {
    expect(found(texts)).toBeUndefined();
  });

  it("are absent where nothing is tagged, and present with an id alone", () => {
    const ids = { artists: ["8b5a8b44-2b3c-4b5e-9d0e-0d5a1f0b8a11"] };

    expect(found({})).toBeUndefined();
    expect(findTaggedValues(new Map(), ids)).toEqual({ musicbrainz: ids });
  });

  it("are returned flat, with null for what is not tagged", () => {
    const values = found({ bpm: "128", key: "8A" }) as TaggedValues;

    expect(taggedDataFrom(values)).toEqual({
      ...{ tempo: 128, key: 9, mode: 0, keyString: "A minor", trackGain: null, trackPeak: null },
      ...{ musicbrainzRecordingId: null, musicbrainzTrackId: null },
      ...{ musicbrainzReleaseId: null, musicbrainzReleaseGroupId: null },
      musicbrainzArtistIds: [],
    });
  });
});
