import { cuePointsOf } from "../../../src/domain/analysis/cue-points.js";
import type { Section } from "../../../src/domain/analysis/timeline.js";
import { sixSeconds } from "../../fakes/timelines.js";

/** Bars of two seconds from 0.3 s to 120 s. */
const downbeats = Array.from({ length: 60 }, (_, bar) => 0.3 + 2 * bar);

/** Sections of 16 s each with these energies; `null` is a pause. */
const sectionsOf = (
  energies: readonly (number | null)[],
  changes: Partial<Section> = {},
): readonly Section[] =>
  energies.map((energy, place) => ({
    ...sixSeconds.sections[0]!,
    ...{ startSeconds: 16 * place, durationSeconds: 16, confidence: place === 0 ? 1 : 0.6 },
    ...{ energy, loudness: energy === null ? null : -12 },
    ...(place > 0 && changes),
  }));

const cuesOf = (
  sections: readonly Section[],
  downbeatConfidence: number | null = 0.8,
  starts: readonly number[] = downbeats,
) => cuePointsOf({ downbeats: starts, downbeatConfidence }, sections);

describe("The cue points of a track", () => {
  it("are where it begins, where its energy returns and goes, and where it ends, on downbeats", () => {
    const cues = cuesOf(sectionsOf([0.3, 0.7, 0.4, 0.75, 0.35]));

    expect(cues).toEqual([
      { kind: "mixIn", startSeconds: 0.3, confidence: 0.8 },
      { kind: "drop", startSeconds: downbeats[8], confidence: 0.6 },
      { kind: "break", startSeconds: downbeats[16], confidence: 0.6 },
      { kind: "drop", startSeconds: downbeats[24], confidence: 0.6 },
      { kind: "mixOut", startSeconds: downbeats[32], confidence: 0.6 },
    ]);
  });

  it("are no drops and breaks where the energy hardly changes, or is low before and after", () => {
    const steady = cuesOf(sectionsOf([0.6, 0.65, 0.6, 0.62]));
    const low = cuesOf(sectionsOf([0.2, 0.35, 0.2, 0.8, 0.8]));

    expect(steady.map(({ kind }) => kind)).toEqual(["mixIn"]);
    expect(low.map(({ kind, startSeconds }) => [kind, startSeconds])).toEqual([
      ["mixIn", downbeats[0]],
      ["drop", downbeats[24]],
    ]);
  });

  it("begin behind silence, and count a pause as no energy", () => {
    const cues = cuesOf(sectionsOf([null, 0.7, null, 0.7, null]));

    // The first section that sounds begins at 16 s, on the downbeat at 16.3 s.
    expect(cues.map(({ kind, startSeconds }) => [kind, startSeconds])).toEqual([
      ["mixIn", downbeats[8]],
      ["break", downbeats[16]],
      ["drop", downbeats[24]],
    ]);
  });

  it.each([
    ["sure downbeats", cuesOf(sectionsOf([0.3, 0.7]), 0.49)],
    ["downbeats of a measured confidence", cuesOf(sectionsOf([0.3, 0.7]), null)],
    ["downbeats", cuesOf(sectionsOf([0.3, 0.7]), 0.8, [])],
    ["two downbeats", cuesOf(sectionsOf([0.3, 0.7]), 0.8, [1])],
    ["sections", cuesOf([])],
    ["sound", cuesOf(sectionsOf([null, null]))],
  ])("are none without %s", (_, cues) => {
    expect(cues).toEqual([]);
  });

  it.each([
    ["is not sure", cuesOf(sectionsOf([0.3, 0.7], { confidence: 0.19 }))],
    ["has no energy", cuesOf(sectionsOf([0.3, 0.7], { energy: null }))],
    ["is far from a downbeat", cuesOf(sectionsOf([0.3, 0.7]), 0.8, [0.3, 2.3, 4.3, 18.3, 20.3])],
  ])("are none at a section that %s", (_, cues) => {
    expect(cues.map(({ kind }) => kind)).toEqual(["mixIn"]);
  });
});
