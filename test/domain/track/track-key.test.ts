import { InvalidInputError } from "../../../src/domain/errors/request-errors.js";
import { parseTrackKey, trackKeyFrom } from "../../../src/domain/track/track-key.js";

describe("A track key", () => {
  it.each([
    ["Pink Floyd", "Money", "bc24aaa5a97c70ed"],
    ["Pink Floyd", "Cymbaline", "f63116f780b3b1eb"],
    ["Pink Floyd", "06 - Cymbaline", "a8f2836518d1c504"],
    ["Brian Adams", "Forgive", "43134f5237c98ee9"],
    ["Rihanna", "Rihanna - Love On The Brain", "b160e560ebc6895a"],
  ])("of %s, %s is %s, as the contract documents", (artist, track, expected) => {
    const key = trackKeyFrom(artist, track);

    expect(key).toBe(expected);
  });

  it("does not change with letter case and surrounding white space", () => {
    const key = trackKeyFrom("  BEYONCÉ ", "halo\n");

    expect(key).toBe(trackKeyFrom("Beyoncé", "Halo"));
  });

  it.each([
    "",
    "bc24aaa5a97c70e",
    "BC24AAA5A97C70ED",
    "bc24aaa5a97c70ed0",
    "zz24aaa5a97c70ed",
    7,
    null,
  ])("is refused when it reads %p", (text) => {
    const parse = (): unknown => parseTrackKey(text);

    expect(parse).toThrow(InvalidInputError);
  });
});
