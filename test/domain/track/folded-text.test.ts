import { foldText } from "../../../src/domain/track/folded-text.js";

describe("foldText", () => {
  it.each([
    ["Beyoncé", "beyonce"],
    ["  The\tWALL ", "the wall"],
    ["06 - Cymbaline", "06 cymbaline"],
    ["Don’t Stop", "dont stop"],
    ["Mötley Crüe / Øde Æon", "motley crue ode aeon"],
    ["İstanbul Straße ıI", "istanbul strasse ii"],
    ["Ħal Żabbar", "hal zabbar"],
    ["ΟΔΟΣ", "οδοσ"],
    ["Jóga\u200b\u00adn", "joga n"],
    ["( )", "()"],
    ["!!!", "!!!"],
    ["椎名林檎", "椎名林檎"],
    ["", ""],
  ])('folds "%s" to "%s"', (text, expected) => {
    const folded = foldText(text);

    expect(folded).toBe(expected);
  });

  it.each(["Ångström’s ĲSSEL", "한국어", "がぎぐ", "ß ẞ", "!?! %%"])(
    'changes nothing when "%s" is folded again',
    (text) => {
      const folded = foldText(text);

      expect(foldText(folded)).toBe(folded);
    },
  );
});
