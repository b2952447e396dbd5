import { findTagText } from "../../../src/adapters/library/tag-text.js";

describe("A name from a tag", () => {
  it.each([
    ["  Money \u0000", "Money"],
    ["Pink\u0000Floyd", "Pink Floyd"],
    ["A\r\n\tB", "A B"],
    ["\u202eyenoM\u202c", "yenoM"],
    ["Beyonce\u0301", "Beyoncé"],
    ["\ud800Money", "\ufffdMoney"],
  ])("is folded: %j", (text, expected) => {
    const name = findTagText(text);

    expect(name).toBe(expected);
  });

  it.each([undefined, "", " \u0000\n"])("is absent when nothing is left of %j", (text) => {
    const name = findTagText(text);

    expect(name).toBeUndefined();
  });

  it("is cut to 200 characters, never within a character", () => {
    const name = findTagText("🎵".repeat(300));

    expect(name).toBe("🎵".repeat(200));
  });
});
