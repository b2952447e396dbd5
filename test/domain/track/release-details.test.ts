import {
  findPlace,
  findYear,
  joinedValues,
  placedAs,
  releaseDetailsOf,
} from "../../../src/domain/track/release-details.js";

describe("Details of a release", () => {
  it.each([
    ["1973-03-01", 1973],
    ["1973", 1973],
    [1973, 1973],
    ["2005-01-01T12:00:00Z", 2005],
    ["0", undefined],
    ["0073", undefined],
    ["19731", undefined],
    ["soon", undefined],
    ["", undefined],
    [undefined, undefined],
  ])("has of the date %j the year %j", (date, year) => {
    expect(findYear(date)).toBe(year);
  });

  it.each([
    [6, 6],
    ["06", 6],
    [9999, 9999],
    [0, undefined],
    [1.5, undefined],
    [10_000, undefined],
    ["A1", undefined],
    [null, undefined],
  ])("has of the number %j the place %j", (number, place) => {
    expect(findPlace(number)).toBe(place);
  });

  it("joins genres, each once, and none to nothing", () => {
    expect(joinedValues(["Rock", " Pop ", "Rock", ""])).toBe("Rock; Pop");
    expect(joinedValues([" "])).toBeUndefined();
  });

  it("are those of a value that are known, and nothing else of it", () => {
    const details = { albumArtist: "Trio", work: "Sonata", movement: "Largo", movementNumber: 2 };

    expect(releaseDetailsOf({ ...details, ...{ artist: "Ann", year: undefined } })).toEqual(
      details,
    );
  });

  it("has the artist of the same album only", () => {
    const described = { album: "Day", albumArtist: "Trio", composer: "Ann" };

    expect(placedAs({ album: "day" }, described)).toEqual(described);
    expect(placedAs({ album: "Night" }, described)).toEqual({ album: "Day", composer: "Ann" });
  });

  it.each([
    ["the same album in another spelling", { album: "Negy evszak" }, { trackNumber: 2 }],
    ["a track without an album", {}, { trackNumber: 2 }],
    ["another album", { album: "Salt" }, {}],
    ["a track with a number of no album", { discNumber: 1 }, {}],
  ])("counts a number for %s", (_case, first, numbers) => {
    const described = { album: "Négy évszak", trackNumber: 2, year: 2026 };

    const placed = placedAs(first, described);

    expect(placed).toEqual({ album: "Négy évszak", year: 2026, ...numbers });
  });
});
