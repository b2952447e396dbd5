import type { Analysis } from "../../src/domain/analysis/analysis.js";
import { trackKeyFrom } from "../../src/domain/track/track-key.js";
import {
  analysisTagOf,
  toPendingJson,
  toSearchResultJson,
} from "../../src/rest/representations.js";
import { measuredAudio } from "../fakes/measured-audio.js";

const analysis: Analysis = {
  ...measuredAudio({}, 7),
  trackKey: trackKeyFrom("Overtone", "Slow Waltz"),
  artist: "Overtone",
  trackName: "Slow Waltz",
  source: "library",
  analyzedAt: 0,
};

describe("toSearchResultJson", () => {
  it("spells the score with an underscore and gives every track a picture", () => {
    const trackKey = trackKeyFrom("Pink Floyd", "06 - Cymbaline");
    const names = { trackKey, trackName: "06 - Cymbaline", artist: "Pink Floyd" };
    const track = { ...names, artwork: { kind: "none" }, providers: ["library"] } as const;

    const json = toSearchResultJson({ track, matchScore: 0.8895 }, "http://127.0.0.1:4000");

    expect(json).toEqual({
      ...names,
      thumbnailUrl: "http://127.0.0.1:4000/artwork/placeholder.svg",
      match_score: 0.8895,
    });
  });
});

describe("toPendingJson", () => {
  it.each([
    ["queued", "queued", 3],
    ["processing", "processing", null],
    ["not_requested", "queued", null],
  ] as const)("returns for an analysis that is %s the status %s", (state, status, position) => {
    const trackKey = trackKeyFrom("Overtone", "Slow Waltz");

    expect(toPendingJson({ state, trackKey, retryAfterSeconds: 4, position })).toEqual({
      success: true,
      data: null,
      status,
      position,
      message: `The analysis is ${status}. Ask again in 4 s.`,
    });
  });
});

describe("analysisTagOf", () => {
  it("is made of the key and the version", () => {
    expect(analysisTagOf(analysis)).toMatch(/^"[0-9a-f]{16}-v7"$/);
  });
});
