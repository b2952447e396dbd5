import type { TagField, TagItem } from "../../../src/domain/tagging/tag-field.js";
import type { TagSettings } from "../../../src/domain/tagging/tag-settings.js";
import { decideTag } from "../../../src/services/tagging/tag-decision.js";
import { tagValuesFrom } from "../../../src/services/tagging/tag-values.js";
import { measuredAudio, type Measurements } from "../../fakes/measured-audio.js";

const settings: TagSettings = {
  kinds: ["bpm", "key", "gain", "mood", "energy"],
  notation: "plain",
  minConfidence: 0.5,
  bpmDecimals: 0,
  isOverwriting: false,
};

const measured = { field: "bpm", value: "128", confidence: 0.8 } as const;
const item = (value: string, isFixed?: true): TagItem => ({
  field: "bpm",
  name: "BPM",
  value,
  ...(isFixed && { isFixed }),
});

describe("The decision about a measured value", () => {
  it.each([
    { now: "a file without the value", items: [], outcome: "add" },
    { now: "an empty value", items: [item(" ")], outcome: "add" },
    { now: "a tempo of 0", items: [item("0")], outcome: "add" },
    { now: "the same value", items: [item("128")], outcome: "same" },
    { now: "a value of a person", items: [item("127")], outcome: "kept" },
    { now: "one of two values that is another", items: [item("128"), item("64")], outcome: "kept" },
    { now: "a value that cannot be replaced", items: [item("127", true)], outcome: "kept" },
  ])("is $outcome for $now", ({ items, outcome }) => {
    expect(decideTag(measured, items, new Map(), settings).outcome).toBe(outcome);
  });

  it("replaces the value that Overtone wrote last, and no later one", () => {
    const ours = new Map<TagField, string>([["bpm", "127"]]);

    expect(decideTag(measured, [item("127")], ours, settings).outcome).toBe("replace");
    expect(decideTag(measured, [item("126")], ours, settings).outcome).toBe("kept");
  });

  it("replaces any value where that is asked for, except in a tag that is only read", () => {
    const asked = { ...settings, isOverwriting: true };

    expect(decideTag(measured, [item("127")], new Map(), asked).outcome).toBe("replace");
    expect(decideTag(measured, [item("127", true)], new Map(), asked).outcome).toBe("kept");
  });

  it("leaves out what is less certain than asked for", () => {
    const strict = { ...settings, minConfidence: 0.9, isOverwriting: true };

    expect(decideTag(measured, [item("127")], new Map(), strict).outcome).toBe("uncertain");
  });
});

describe("The values that tags get", () => {
  const song: Measurements = {
    ...{ tempo: 127.954, key: 9, mode: 0, loudness: -11.46, truePeak: -0.1, energy: 0.62 },
    ...{ happy: 0.3, sad: 0.2, relaxed: 0.9, aggressive: 0.1 },
  };
  const valuesOf = (
    format: "MP3" | "Opus" | "MP4",
    changes: Partial<TagSettings> = {},
    values = song,
  ): Record<string, string> =>
    Object.fromEntries(
      tagValuesFrom(measuredAudio(values), format, { ...settings, ...changes }).map(
        ({ field, value }) => [field, value],
      ),
    );

  it("are a whole tempo, the key, ReplayGain to -18 LUFS, the strongest mood and a level of energy", () => {
    expect(valuesOf("MP3")).toEqual({
      bpm: "128",
      key: "Am",
      trackGain: "-6.54 dB",
      trackPeak: "0.988553",
      mood: "Relaxed",
      energy: "7",
    });
  });

  it("have the gain of Opus in 1/256 dB to -23 LUFS, in place of ReplayGain", () => {
    const found = valuesOf("Opus", { kinds: ["gain"] });

    expect(found).toEqual({ opusGain: String(Math.round((-23 + 11.46) * 256)) });
  });

  it("have decimals of BPM where asked for, and the format has them", () => {
    expect(valuesOf("MP3", { bpmDecimals: 2 })["bpm"]).toBe("127.95");
    expect(valuesOf("MP4", { bpmDecimals: 2 })["bpm"]).toBe("128");
    expect(valuesOf("MP3", { bpmDecimals: 2 }, { tempo: 120 })["bpm"]).toBe("120");
  });

  it.each([
    ["plain", "Am", "F#", "Bb"],
    ["camelot", "8A", "2B", "6B"],
    ["openkey", "1m", "7d", "11d"],
  ] as const)("spell keys as asked for (%s)", (notation, minor, sharp, flat) => {
    expect(valuesOf("MP3", { notation })["key"]).toBe(minor);
    expect(valuesOf("MP3", { notation }, { key: 6, mode: 1 })["key"]).toBe(sharp);
    expect(valuesOf("MP3", { notation }, { key: 10, mode: 1 })["key"]).toBe(flat);
  });

  it("are those that were asked for, and that the sound has", () => {
    expect(Object.keys(valuesOf("MP3", { kinds: ["key"] }))).toEqual(["key"]);
    expect(valuesOf("MP3", {}, {})).toEqual({});
    expect(valuesOf("MP3", { kinds: ["mood"] }, { happy: 0.4, sad: 0.1 })).toEqual({});
  });
});
