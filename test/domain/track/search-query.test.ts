import { InvalidInputError } from "../../../src/domain/errors/request-errors.js";
import { parseSearchQuery } from "../../../src/domain/track/search-query.js";

describe("A search query", () => {
  it.each([
    ["Pts+1+5", "Pts+1+5"],
    ["Beyonce\u0301", "Beyonc\u00e9"],
    ["  Love   On\tThe Brain ", "Love On The Brain"],
    ["Jay-Z", "Jay-Z"],
    ["AC/DC", "AC/DC"],
    ["P!nk", "P!nk"],
    ["椎名林檎", "椎名林檎"],
  ])("folds %p to %p", (text, folded) => {
    const query = parseSearchQuery({ track: text });

    expect(query).toEqual({ track: folded, limit: 30 });
  });

  it.each([
    ["1", 1],
    ["50", 50],
    [7, 7],
    [null, 30],
  ])("with the limit %p asks for %d results", (limit, expected) => {
    const query = parseSearchQuery({ track: "a", limit });

    expect(query).toEqual({ track: "a", limit: expected });
  });

  it("folds its artist, and has none where it is null or blank", () => {
    const [named, ...unnamed] = ["  Jay+Z ", null, " "].map((artist) =>
      parseSearchQuery({ track: "a", artist }),
    );

    expect(named).toEqual({ track: "a", artist: "Jay+Z", limit: 30 });
    expect(unnamed).toEqual([
      { track: "a", limit: 30 },
      { track: "a", limit: 30 },
    ]);
  });

  it("accepts 200 characters, counted as code points", () => {
    const query = parseSearchQuery({ track: "🎵".repeat(200) });

    expect([...query.track]).toHaveLength(200);
  });

  it.each([
    ["a missing track", { track: undefined }, "track"],
    ["an empty track", { track: "" }, "track"],
    ["201 characters", { track: "x".repeat(201) }, "track"],
    ["a repeated track", { track: ["a", "b"] }, "track"],
    ["a null byte", { track: "a\u0000b" }, "track"],
    ["half a surrogate pair", { track: "a\ud800" }, "track"],
    ["a limit of 0", { track: "a", limit: "0" }, "limit"],
    ["a limit of 51", { track: "a", limit: "51" }, "limit"],
    ["a limit of 1.5", { track: "a", limit: 1.5 }, "limit"],
    ["a limit with text after it", { track: "a", limit: "5e0" }, "limit"],
    ["a limit with a sign", { track: "a", limit: "+5" }, "limit"],
    ["a limit in words", { track: "a", limit: "ten" }, "limit"],
    ["a repeated limit", { track: "a", limit: ["1", "2"] }, "limit"],
  ])("refuses %s, and names the parameter", (_, input, parameter) => {
    const parse = (): unknown => parseSearchQuery(input);

    expect(parse).toThrow(InvalidInputError);
    expect(parse).toThrow(`"${parameter}"`);
  });
});
