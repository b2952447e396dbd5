import { joinedTagTexts } from "../../../src/adapters/library/tag-text.js";

describe("A name from a tag", () => {
  it("is all values of a tag, each once", () => {
    expect(joinedTagTexts(["Simon", " ", "Garfunkel ", "Simon"])).toBe("Simon; Garfunkel");
    expect(joinedTagTexts(["", "\u0000"])).toBeUndefined();
  });
});
