import { BandLevels } from "../../../src/dsp/rhythm/band-levels.js";
import { analyzeTrack } from "../../../src/dsp/index.js";
import type { TimelineFeatures } from "../../../src/dsp/structure/timeline-features.js";
import { FrameLevels } from "../../../src/dsp/timbre/frame-levels.js";
import { trackTimeline } from "../../../src/dsp/structure/track-timeline.js";
import { clickTrack } from "../../signals/click-track.js";
import { ensemble } from "../../signals/ensemble.js";
import { constant, silence, sine, whiteNoise } from "../../signals/plain-signals.js";

const SAMPLE_RATE = 22_050;
const BAR_SECONDS = 2;
const PART_SECONDS = 16;

/** Eight bars with drums. */
const verse = ensemble({ bpm: 120, beatsPerBar: 4, seconds: PART_SECONDS });
/** Eight bars without drums, at half the level. */
const bridge = ensemble({
  bpm: 120,
  beatsPerBar: 4,
  seconds: PART_SECONDS,
  hasDrums: false,
  gain: 0.5,
});

function joined(...parts: readonly Float32Array[]): Float32Array {
  const samples = new Float32Array(parts.reduce((sum, { length }) => sum + length, 0));
  let offset = 0;
  for (const part of parts) {
    samples.set(part, offset);
    offset += part.length;
  }
  return samples;
}

function timelineOf(samples: Float32Array): TimelineFeatures {
  return analyzeTrack([samples], SAMPLE_RATE).timeline;
}

/** Eight bars twice, a bridge, and the eight bars again. */
const song = joined(verse, verse, bridge, verse);
const timeline = timelineOf(song);

describe("trackTimeline of a song A A B A", () => {
  it("finds the bridge to within a bar, and the same letter before and after it", () => {
    const { sections } = timeline;

    expect(sections.map(({ kind }) => kind)).toEqual([0, 1, 0]);
    expect(Math.abs(sections[1]!.startSeconds - 32)).toBeLessThan(BAR_SECONDS);
    expect(Math.abs(sections[2]!.startSeconds - 48)).toBeLessThan(BAR_SECONDS);
  });

  it("covers the song with sections that follow each other without gaps", () => {
    const { sections } = timeline;

    expect(sections[0]?.startSeconds).toBe(0);
    expect(sections.at(-1)?.endSeconds).toBe(64);
    sections.slice(1).forEach(({ startSeconds }, index) => {
      expect(startSeconds).toBe(sections[index]?.endSeconds);
    });
  });

  it("measures each section separately", () => {
    const [before, between] = timeline.sections;

    expect(before!.loudness! - between!.loudness!).toBeGreaterThan(5);
    expect(before!.energy!).toBeGreaterThan(between!.energy! + 0.1);
    expect(Math.round(before!.tempo.value!)).toBe(120);
    expect([before!.key.value, before!.mode.value]).toEqual([9, 0]);
    expect(before!.timeSignature.value).toBe(4);
  });

  it("has curves of loudness and energy with a value per second", () => {
    const { loudness, energy } = timeline;

    expect([loudness.hopSeconds, energy.hopSeconds]).toEqual([1, 1]);
    expect([loudness.values.length, energy.values.length]).toEqual([64, 64]);
    expect(loudness.values[20]! - loudness.values[40]!).toBeGreaterThan(5);
    expect(energy.values[20]!).toBeGreaterThan(energy.values[40]! + 0.1);
  });

  it("stays in one key", () => {
    expect(timeline.localKeys).toHaveLength(1);
    expect(timeline.localKeys[0]).toMatchObject({ startSeconds: 0, endSeconds: 64, tonic: 9 });
  });

  it("keeps its sections when it is quieter, and changes only their loudness", () => {
    const quieter = timelineOf(song.map((sample) => sample / 4));

    const starts = (of: TimelineFeatures): number[] =>
      of.sections.map(({ startSeconds }) => Math.round(10 * startSeconds));
    expect(starts(quieter)).toEqual(starts(timeline));
    expect(quieter.sections[0]!.loudness!).toBeCloseTo(timeline.sections[0]!.loudness! - 12.04, 1);
    expect(quieter.tempoStability!).toBeCloseTo(timeline.tempoStability!, 2);
  });

  it("shifts its sections when it starts later", () => {
    const later = timelineOf(joined(silence({ seconds: 4 }), song));

    const [bridgeStart, end] = later.sections.slice(-2).map(({ startSeconds }) => startSeconds);
    expect(Math.abs(bridgeStart! - 36)).toBeLessThan(BAR_SECONDS);
    expect(Math.abs(end! - 52)).toBeLessThan(BAR_SECONDS);
  });
});

describe("trackTimeline of music between pauses", () => {
  const { sections } = timelineOf(
    joined(silence({ seconds: 2 }), verse, silence({ seconds: 5 }), verse, silence({ seconds: 2 })),
  );

  it("begins and ends a section where the music does, to a tenth of a second", () => {
    const starts = sections.map(({ startSeconds }) => startSeconds);

    expect(starts).toHaveLength(5);
    [0, 2, 18, 23, 39].forEach((start, index) => {
      expect(Math.abs(starts[index]! - start)).toBeLessThan(0.11);
    });
    expect(sections.map(({ kind }) => kind)).toEqual([0, 1, 0, 1, 0]);
  });

  it("measures the music, and has no values in the pauses", () => {
    const keys = sections.map(({ key }) => key.value);
    const tempi = sections.map(({ tempo }) => tempo.value && Math.round(tempo.value));
    const metres = sections.map(({ timeSignature }) => timeSignature.value);

    expect(keys).toEqual([null, 9, null, 9, null]);
    expect(tempi).toEqual([null, 120, null, 120, null]);
    expect(metres).toEqual([null, 4, null, 4, null]);
    expect(sections.map(({ loudness }) => loudness === null)).toEqual(
      keys.map((key) => key === null),
    );
  });
});

describe("trackTimeline of music that gets faster and changes to three beats per bar", () => {
  const { sections } = timelineOf(
    joined(
      ensemble({ bpm: 120, beatsPerBar: 4, seconds: 24 }),
      ensemble({ bpm: 160, beatsPerBar: 3, seconds: 24 }),
    ),
  );

  it("begins a section where the tempo changes, although the same instruments play", () => {
    expect(sections).toHaveLength(2);
    expect(Math.abs(sections[1]!.startSeconds - 24)).toBeLessThan(BAR_SECONDS);
  });

  it("gives each section its own tempo and metre, with a confidence of its own", () => {
    const [before, after] = sections.map(({ tempo }) => tempo);

    expect([before, after].map((tempo) => Math.round(tempo!.value!))).toEqual([120, 160]);
    expect(before!.confidence).not.toBe(after!.confidence);
    expect(sections.map(({ timeSignature }) => timeSignature.value)).toEqual([4, 3]);
  });
});

describe("trackTimeline of two songs with tempi that one sequence of beats cannot follow", () => {
  const { sections } = timelineOf(
    joined(
      ensemble({ bpm: 90, beatsPerBar: 4, seconds: 20 }),
      silence({ seconds: 3 }),
      ensemble({ bpm: 130, beatsPerBar: 4, seconds: 30 }),
    ),
  );

  it("finds the tempo of both, and no metre where the beats have another tempo", () => {
    const tempi = sections.map(({ tempo }) => tempo.value && Math.round(tempo.value));
    const metres = sections.map(({ timeSignature }) => timeSignature.value);

    expect(tempi).toEqual([90, null, 130]);
    expect(metres).toEqual([null, null, 4]);
  });
});

describe("trackTimeline of the test signal of EBU Tech 3341", () => {
  it("measures -23 LUFS throughout for a stereo sine of 1 kHz at -23 dB full scale", () => {
    const channel = sine({
      seconds: 20,
      frequencyHz: 1000,
      sampleRate: 48_000,
      gain: 10 ** (-23 / 20),
    });

    const { loudness } = analyzeTrack([channel, channel], 48_000).timeline;

    expect(loudness.values).toHaveLength(20);
    for (const lufs of loudness.values) expect(Math.abs(lufs! + 23)).toBeLessThan(0.1);
  });
});

describe("trackTimeline of clicks", () => {
  it("has a higher stability for a constant tempo than for one that rises", () => {
    const steady = timelineOf(clickTrack({ bpm: 120, seconds: 30 }));
    const rising = timelineOf(clickTrack({ bpm: 110, seconds: 30, acceleration: 1.2 }));

    expect(steady.tempoStability).toBeGreaterThan(0.95);
    expect(rising.tempoStability).toBeLessThan(0.5);
    expect(rising.tempo.values[28]! / rising.tempo.values[2]!).toBeGreaterThan(1.1);
  });
});

describe("trackTimeline at the edges", () => {
  it("has no values for silence, and one section without any", () => {
    const { sections, loudness, energy, tempo, tempoStability, localKeys } = timelineOf(
      silence({ seconds: 5 }),
    );

    expect(sections).toHaveLength(1);
    expect(sections[0]).toMatchObject({ loudness: null, energy: null, endSeconds: 5 });
    expect([loudness, energy, tempo].flatMap(({ values }) => values)).toEqual(
      Array.from({ length: 15 }, () => null),
    );
    expect([tempoStability, localKeys]).toEqual([null, []]);
  });

  it.each([0, 1, 500])("has no sections in %d samples, and does not fail", (length) => {
    const { sections, loudness } = timelineOf(new Float32Array(length).fill(0.1));

    expect(sections).toEqual([]);
    expect(loudness.values.length).toBe(Math.min(1, length));
  });

  it.each([
    ["noise", whiteNoise({ seconds: 20 })],
    ["a constant", constant({ seconds: 20 })],
  ])("has one section without key or tempo for %s", (_name, samples) => {
    const { sections, localKeys, tempoStability } = timelineOf(samples);

    expect(sections).toHaveLength(1);
    expect(sections[0]?.key).toEqual({ value: null, confidence: 0 });
    expect([localKeys, tempoStability]).toEqual([[], null]);
  });

  it("has bounded sizes for three hours, and covers all of them", () => {
    const durationSeconds = 3 * 3600;
    const { rhythm, tonal } = threeHours(durationSeconds);
    const stepPowers = new Float64Array(10 * durationSeconds).fill(0.01);
    const timbre = { rows: [Float32Array.from({ length: 16 }, () => 1)], framesPerBlock: 256 };

    const { sections, loudness, tempo } = trackTimeline({
      rhythm,
      tonal,
      timbre,
      levels: new FrameLevels(),
      bands: new BandLevels(40),
      stepPowers,
      stereoGainLu: 0,
      durationSeconds,
    });

    expect(loudness.hopSeconds).toBe(8);
    expect(loudness.values.length).toBe(1350);
    expect(tempo.values.every((bpm) => Math.round(bpm!) === 120)).toBe(true);
    expect(sections.length).toBeLessThanOrEqual(64);
    expect(sections.at(-1)?.endSeconds).toBe(durationSeconds);
  });
});

/** Rhythm and harmony of a short signal, with the beats of three hours. */
function threeHours(
  seconds: number,
): Pick<Parameters<typeof trackTimeline>[0], "rhythm" | "tonal"> {
  const beats = Float64Array.from({ length: 2 * seconds }, (_, index) => index / 2);
  const nothing = { value: null, confidence: 0, method: "measured" } as const;
  const registers = Array.from({ length: 5 }, () => new Float32Array(0));
  return {
    rhythm: {
      onsets: { frameRate: 86, frameCount: 0, registers, total: new Float32Array(0) },
      tempo: { value: 120, confidence: 1, method: "model" },
      ruledOutTempo: null,
      tempoRivals: [],
      timeSignature: nothing,
      metreEvidence: null,
      beats,
      tatumsPerBeat: 2,
      downbeats: new Float64Array(0),
      downbeatConfidence: 0,
      bars: { downbeats: new Float32Array(beats.length), compound: new Float32Array(beats.length) },
      pulseClarity: 1,
      beatEmphasis: 1,
    },
    tonal: {
      key: nothing,
      mode: nothing,
      keyProbability: 0,
      majorProbability: 0.5,
      tuning: nothing,
      chroma: new Float32Array(12),
      contrast: 0,
      harmonicChange: 0,
      pitchStrength: 0,
      semitoneProminence: 0,
      chromaRows: [],
      secondsPerRow: 3,
      isMusical: true,
      localKeys: [],
    },
  };
}
