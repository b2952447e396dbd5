import { joinedTagTexts, tagTextsOf } from "../../../src/adapters/library/tag-text.js";

describe("A name from a tag", () => {
  it("is all values of a tag, each once", () => {
    const names = tagTextsOf(["Simon", " ", "Garfunkel ", "Simon"]);

    expect(joinedTagTexts(names)).toBe("Simon; Garfunkel");
    expect(joinedTagTexts(tagTextsOf(["", "\u0000"]))).toBeUndefined();
  });
});
