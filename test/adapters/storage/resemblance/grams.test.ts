import { gramsOf } from "../../../../src/adapters/storage/resemblance/resemblance-index.js";

describe("gramsOf", () => {
  it.each([
    ["on", ["  o", " on", "on "]],
    ["on on", ["  o", " on", "on "]],
    ["椎名林", ["椎", "椎名", "名", "名林", "林"]],
    ["林a", ["林", "  a", " a "]],
    ["", []],
  ])('returns each gram of "%s" once', (text, expected) => {
    const grams = gramsOf(text);

    expect([...grams]).toEqual(expected);
  });

  it("does not depend on the order of words", () => {
    const grams = gramsOf("four on the floor");

    expect(new Set(grams)).toEqual(new Set(gramsOf("floor the on four")));
  });
});
