import {
  FAVOURITE_SINCE_UNKNOWN,
  favouriteTimeOf,
  joinedUse,
  starsOutOf,
} from "../../../src/domain/track/song-use.js";

describe("What was done with the songs of one recording", () => {
  it("is the highest rating, the first favourite, all plays, and the last of them", () => {
    const use = joinedUse([
      { rating: 2, favouriteAt: 900, playCount: 3, playedAt: 50 },
      { rating: 4, favouriteAt: 700, playCount: 2, playedAt: 60 },
      {},
    ]);

    expect(use).toEqual({ rating: 4, favouriteAt: 700, playCount: 5, playedAt: 60 });
  });

  it("has the first favourite whose time is known, and otherwise one without a time", () => {
    const unknown = { favouriteAt: FAVOURITE_SINCE_UNKNOWN };

    const known = joinedUse([unknown, { favouriteAt: 700 }]);

    expect(favouriteTimeOf(known)).toBe(700);
    expect(joinedUse([unknown, {}])).toEqual(unknown);
    expect(favouriteTimeOf(unknown)).toBeUndefined();
  });

  it("is nothing where nothing is known", () => {
    expect(joinedUse([{}, {}])).toEqual({});
  });
});

describe("A rating of another scale", () => {
  it.each([
    [10, 10, 5],
    [9, 10, 5],
    [8, 10, 4],
    [1, 10, 1],
    [0.5, 10, 1],
    [60, 100, 3],
    [3, 5, 3],
  ])("of %d out of %d is %d", (rating, best, stars) => {
    expect(starsOutOf(rating, best)).toBe(stars);
  });

  it.each([undefined, 0, -1, 11, NaN])("of %p out of 10 is none", (rating) => {
    expect(starsOutOf(rating, 10)).toBeUndefined();
  });
});
