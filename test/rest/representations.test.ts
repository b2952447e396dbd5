import type { Analysis } from "../../src/domain/analysis.js";
import { trackKeyFrom } from "../../src/domain/track-key.js";
import {
  analysisTagOf,
  toAnalysisJson,
  toPendingJson,
  toSearchResultJson,
} from "../../src/rest/representations.js";
import { measuredAudio, type Measurements } from "../fakes/measured-audio.js";

function analysisOf(measurements: Measurements): Analysis {
  return {
    ...measuredAudio(measurements, 7),
    trackKey: trackKeyFrom("Overtone", "Slow Waltz"),
    artist: "Overtone",
    trackName: "Slow Waltz",
    source: "library",
    analyzedAt: 0,
  };
}

const contractOrder = [
  "artist",
  "trackKey",
  "trackName",
  "duration_ms",
  "tempo",
  "key",
  "keyString",
  "mode",
  "timeSignature",
  "energy",
  "liveness",
  "danceability",
  "instrumentalness",
  "speechiness",
  "valence",
  "arousal",
  "approachability",
  "engagement",
  "mood",
  "meta",
];

describe("toAnalysisJson", () => {
  it("spells every field as the contract does, in its order", () => {
    const json = toAnalysisJson(
      analysisOf({
        durationSeconds: 12.3456,
        tempo: 90,
        key: 2,
        mode: 1,
        timeSignature: 3,
        sad: 0.25,
      }),
    );

    expect(Object.keys(json)).toEqual(contractOrder);
    expect(json).toMatchObject({
      trackKey: trackKeyFrom("Overtone", "Slow Waltz"),
      duration_ms: 12_346,
      tempo: 90,
      key: 2,
      keyString: "D major",
      mode: 1,
      timeSignature: 3,
      mood: { happy: null, sad: 0.25, relaxed: null, aggressive: null },
      meta: { artist: "Overtone", track: "Slow Waltz" },
    });
  });

  it("has null for what silence does not carry, and leaves no field out", () => {
    const json = toAnalysisJson(analysisOf({}));

    expect(Object.keys(json)).toEqual(contractOrder);
    expect(json).toMatchObject({ tempo: null, key: null, keyString: null, mode: null });
  });
});

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
    ["queued", "queued"],
    ["processing", "processing"],
    ["not_requested", "queued"],
  ] as const)("tells a client of a track that is %s that it is %s", (state, status) => {
    const trackKey = trackKeyFrom("Overtone", "Slow Waltz");

    expect(toPendingJson({ state, trackKey, retryAfterSeconds: 4 })).toEqual({
      success: true,
      data: null,
      status,
      message: `The analysis is ${status}. Ask again in 4 s.`,
    });
  });
});

describe("analysisTagOf", () => {
  it("is made of the key and the version", () => {
    expect(analysisTagOf(analysisOf({}))).toMatch(/^"[0-9a-f]{16}-v7"$/);
  });
});
