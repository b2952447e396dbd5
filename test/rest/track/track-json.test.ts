import { trackKeyFrom } from "../../../src/domain/track/track-key.js";
import { toSearchResultJson } from "../../../src/rest/track/track-json.js";

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
