import type { TrackCandidate } from "../../src/domain/track.js";
import { mergeCandidates } from "../../src/services/candidate-merge.js";

const money = (given: Partial<TrackCandidate>): TrackCandidate => ({
  provider: "library",
  artist: "Pink Floyd",
  trackName: "Money",
  artwork: { kind: "none" },
  ...given,
});

describe("Merging candidates", () => {
  it("makes one track of all that share a key, with what each of them knows", () => {
    const candidates = [
      money({ durationSeconds: 382 }),
      money({ provider: "deezer", trackName: "MONEY", album: "The Dark Side", durationSeconds: 1 }),
      money({ provider: "deezer", artwork: { kind: "remote", url: "https://img.test/1.jpg" } }),
    ];

    const tracks = mergeCandidates(candidates);

    expect(tracks).toEqual([
      {
        trackKey: "bc24aaa5a97c70ed",
        artist: "Pink Floyd",
        trackName: "Money",
        album: "The Dark Side",
        durationSeconds: 382,
        artwork: { kind: "remote", url: "https://img.test/1.jpg" },
        providers: ["library", "deezer"],
      },
    ]);
  });

  it("keeps titles with a prefix apart, in the order of the candidates", () => {
    const candidates = [money({ trackName: "06 - Cymbaline" }), money({ trackName: "Cymbaline" })];

    const keys = mergeCandidates(candidates).map(({ trackKey }) => trackKey);

    expect(keys).toEqual(["a8f2836518d1c504", "f63116f780b3b1eb"]);
  });
});
