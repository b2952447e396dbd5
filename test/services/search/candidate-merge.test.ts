import { findIsrc, type TrackCandidate } from "../../../src/domain/track/track.js";
import { mergeCandidates } from "../../../src/services/search/candidate-merge.js";

const money = (given: Partial<TrackCandidate>): TrackCandidate => ({
  provider: "library",
  artist: "Pink Floyd",
  trackName: "Money",
  artwork: { kind: "none" },
  ...given,
});

describe("Merging candidates", () => {
  it("merges all candidates with one key into a track, with the values of each", () => {
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

  it("takes the numbers of a track only from the album that it names", () => {
    const candidates = [
      money({ album: "The Dark Side of the Moon" }),
      money({ provider: "deezer", album: "Echoes", genre: "Rock", trackNumber: 9, discNumber: 2 }),
      money({ provider: "itunes", album: "The dark side of the moon", year: 1973, trackNumber: 6 }),
      money({ provider: "other", genre: "Pop", year: 2001 }),
    ];

    const [track] = mergeCandidates(candidates);

    expect(track).toMatchObject({ genre: "Rock", year: 1973, trackNumber: 6 });
    expect(track).not.toHaveProperty("discNumber");
  });

  it("keeps the ids of all candidates of a recording", () => {
    const isrc = findIsrc("GB-AYE-73-00123")!;
    const candidates = [
      money({ provider: "musicbrainz", musicbrainzId: "b1a9c0e9-d987-4042-ae91-78d6a3267d69" }),
      money({ provider: "deezer", deezerId: "116348128", isrc }),
      money({ provider: "itunes", itunesId: "1065973707" }),
      money({ provider: "other", spotifyId: "0vFOzaXqZHahrZp6enQwQb", deezerId: "2" }),
    ];

    const [track] = mergeCandidates(candidates);

    expect(track).toMatchObject({
      isrc,
      musicbrainzId: "b1a9c0e9-d987-4042-ae91-78d6a3267d69",
      deezerId: "116348128",
      itunesId: "1065973707",
      spotifyId: "0vFOzaXqZHahrZp6enQwQb",
      providers: ["musicbrainz", "deezer", "itunes", "other"],
    });
  });

  it.each([
    ["the first of two pictures", ["a", "b"], "a"],
    ["a picture that a later candidate lacks", ["a", undefined], "a"],
    ["a picture that an earlier candidate lacks", [undefined, "b"], "b"],
  ] as const)("keeps %s", (_case, names, expected) => {
    const candidates = names.map((name, index) =>
      money({
        provider: `provider ${index}`,
        ...(name && { artwork: { kind: "remote", url: `https://img.test/${name}.jpg` } }),
      }),
    );

    const [track] = mergeCandidates(candidates);

    expect(track?.artwork).toEqual({ kind: "remote", url: `https://img.test/${expected}.jpg` });
  });

  it("keeps titles with a prefix apart, in the order of the candidates", () => {
    const candidates = [money({ trackName: "06 - Cymbaline" }), money({ trackName: "Cymbaline" })];

    const keys = mergeCandidates(candidates).map(({ trackKey }) => trackKey);

    expect(keys).toEqual(["a8f2836518d1c504", "f63116f780b3b1eb"]);
  });
});
