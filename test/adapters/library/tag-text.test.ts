import { findTagText, joinedTagTexts } from "../../../src/adapters/library/tag-text.js";

describe("A name from a tag", () => {
  it.each([
    ["  Money \u0000", "Money"],
    ["A  B\u00a0C", "A  B\u00a0C"],
    ["Beyonce\u0301", "Beyonce\u0301"],
    ["x".repeat(4_096), "x".repeat(4_096)],
    ["Pink\u0000Floyd", "Pink Floyd"],
    ["A\tB\u001b[1m", "A B [1m"],
    ["\u202eyenoM\u202c", "yenoM"],
    ["\ud800Money", "\ufffdMoney"],
  ])("is whole, and text alone: %j", (text, expected) => {
    const name = findTagText(text);

    expect(name).toBe(expected);
  });

  it.each([undefined, "", " \u0000\n"])("is absent when nothing is left of %j", (text) => {
    const name = findTagText(text);

    expect(name).toBeUndefined();
  });

  it("has at most 4096 characters, and is never cut within a character", () => {
    const name = findTagText("🎵".repeat(5_000));

    expect(name).toBe("🎵".repeat(4_096));
  });

  it("is all values of a tag, each once", () => {
    expect(joinedTagTexts(["Simon", " ", "Garfunkel ", "Simon"])).toBe("Simon; Garfunkel");
    expect(joinedTagTexts(["", "\u0000"])).toBeUndefined();
  });
});
