import type { Analysis } from "../../../src/domain/analysis/analysis.js";
import { trackKeyFrom } from "../../../src/domain/track/track-key.js";
import { analysisTagOf, pendingFrom } from "../../../src/rest/analysis/analysis-response.js";
import { measuredAudio } from "../../fakes/measured-audio.js";

const analysis: Analysis = {
  ...measuredAudio({}, 7),
  trackKey: trackKeyFrom("Overtone", "Slow Waltz"),
  artist: "Overtone",
  trackName: "Slow Waltz",
  source: "library",
  analyzedAt: 0,
};

describe("pendingFrom", () => {
  it.each([
    ["queued", "queued", 3],
    ["processing", "processing", null],
    ["not_requested", "queued", null],
  ] as const)("returns for an analysis that is %s the status %s", (state, status, position) => {
    const trackKey = trackKeyFrom("Overtone", "Slow Waltz");

    expect(pendingFrom({ state, trackKey, retryAfterSeconds: 4, position })).toEqual({
      status,
      position,
      message: `The analysis is ${status}. Request it again in 4 s.`,
    });
  });
});

describe("analysisTagOf", () => {
  const { recordingId } = analysis;
  const hex = recordingId.slice("rec:".length);

  it("is made of the key, the version and the recording", () => {
    const tag = analysisTagOf({ analysis, otherRecordings: 0, isPinned: false });

    expect(tag).toBe(`"${analysis.trackKey}-v7-${hex}"`);
  });

  it("is another one where the name has other recordings, or the analysis is unverified", () => {
    const unverified = { ...analysis, isUnverified: true };

    expect(analysisTagOf({ analysis, otherRecordings: 2, isPinned: false })).toBe(
      `"${analysis.trackKey}-v7-${hex}-2"`,
    );
    expect(analysisTagOf({ analysis: unverified, otherRecordings: 0, isPinned: false })).toBe(
      `"${analysis.trackKey}-v7-${hex}-unverified"`,
    );
  });
});
