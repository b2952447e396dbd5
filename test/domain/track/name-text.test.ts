import { InvalidInputError } from "../../../src/domain/errors/request-errors.js";
import {
  findName,
  foldedSpaces,
  parseName,
  parseOptionalName,
  withoutPlus,
} from "../../../src/domain/track/name-text.js";

describe("A name of a file or a catalogue", () => {
  it.each([
    ["  Money \u0000", "Money"],
    ["A  B\u00a0C", "A  B\u00a0C"],
    ["Beyonce\u0301", "Beyonce\u0301"],
    ["x".repeat(4_096), "x".repeat(4_096)],
    ["🎵".repeat(4_096), "🎵".repeat(4_096)],
    ["Pink\u0000Floyd", "Pink Floyd"],
    ["A\tB\u001b[1m", "A B [1m"],
    ["Money\r\n\tand\u2028time", "Money and time"],
    ["\u202eyenoM\u202c \u2067!\u2069", "yenoM !"],
    ["می\u200cخواهم", "می\u200cخواهم"],
    ["\ud800Money", "\ufffdMoney"],
    ["1+1", "1+1"],
  ])("is whole, and text alone: %j", (text, expected) => {
    const name = findName(text);

    expect(name).toBe(expected);
  });

  it.each([undefined, "", " \u0000\n", "\u0007 \u202e", "🎵".repeat(4_097)])(
    "is none where nothing is left, or far too much: %j",
    (text) => {
      const name = findName(text);

      expect(name).toBeUndefined();
    },
  );
});

describe("A name of a client", () => {
  it.each([
    ["+", "+"],
    ["  +/- ", "+/-"],
    ["A  B", "A  B"],
    ["Beyonce\u0301", "Beyonce\u0301"],
    ["\u202eMoney\u202c", "Money"],
    ["x".repeat(1_000), "x".repeat(1_000)],
  ])("is taken literally: %j", (text, expected) => {
    const name = parseName(text, "track");

    expect(name).toBe(expected);
  });

  it.each([
    ["nothing", undefined],
    ["blank text", " \u00a0"],
    ["text of direction controls", "\u202e"],
    ["a list", ["a", "b"]],
    ["a null character", "a\u0000b"],
    ["half a surrogate pair", "a\ud800"],
    ["4097 characters", "x".repeat(4_097)],
  ])("is never %s", (_what, value) => {
    const parse = (): unknown => parseName(value, "track");

    expect(parse).toThrow(InvalidInputError);
    expect(parse).toThrow('"track"');
  });

  it.each([undefined, null, "", "  "])("is absent where it is optional and %j", (value) => {
    const name = parseOptionalName(value, "artist");

    expect(name).toBeUndefined();
  });
});

describe("A name that is looked up", () => {
  it("is composed, with single spaces", () => {
    const name = foldedSpaces("  Beyonce\u0301 \u00a0 A ");

    expect(name).toBe("Beyonc\u00e9 A");
  });

  it("has a space for each plus sign in a URL", () => {
    const name = withoutPlus("Love+On++The Brain+");

    expect(name).toBe("Love On The Brain");
  });
});
