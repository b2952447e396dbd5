import { InvalidInputError } from "../../../src/domain/errors/request-errors.js";
import {
  allKeys,
  camelotFrom,
  keyNameFrom,
  openKeyFrom,
  parseMusicalKey,
  shortKeyNameFrom,
  writtenKeyNameFrom,
  type Mode,
} from "../../../src/domain/analysis/musical-key.js";

describe("A musical key", () => {
  it.each<[number, Mode, string, string, string]>([
    [9, 0, "A minor", "8A", "1m"],
    [0, 1, "C major", "8B", "1d"],
    [2, 1, "D major", "10B", "3d"],
    [11, 1, "B major", "1B", "6d"],
    [8, 0, "G# minor", "1A", "6m"],
    [6, 1, "F# major", "2B", "7d"],
    [1, 0, "C# minor", "12A", "5m"],
  ])("%d/%d is spelled %s, %s, %s", (tonic, mode, name, camelot, openKey) => {
    const key = { tonic, mode };

    const spellings = [keyNameFrom(key), camelotFrom(key), openKeyFrom(key)];

    expect(spellings).toEqual([name, camelot, openKey]);
  });

  it("is written by musicians with the fewer sharps or flats", () => {
    const namesOf = (mode: Mode): readonly string[] =>
      Array.from({ length: 12 }, (_, tonic) => shortKeyNameFrom({ tonic, mode }));

    expect(namesOf(1).join(" ")).toBe("C Db D Eb E F F# G Ab A Bb B");
    expect(namesOf(0).join(" ")).toBe("Cm C#m Dm Ebm Em Fm F#m Gm G#m Am Bbm Bm");
    expect(writtenKeyNameFrom({ tonic: 10, mode: 0 })).toBe("Bb minor");
    expect(writtenKeyNameFrom({ tonic: 1, mode: 1 })).toBe("Db major");
  });

  it("has a different Camelot code for each of the 24 keys", () => {
    const modes: Mode[] = [0, 1];

    const spellings = modes.flatMap((mode) =>
      Array.from({ length: 12 }, (_, tonic) => camelotFrom({ tonic, mode })),
    );

    expect(new Set(spellings).size).toBe(24);
  });

  it("is read back from each of its spellings", () => {
    for (const key of allKeys) {
      const written = [writtenKeyNameFrom(key), shortKeyNameFrom(key)];
      for (const spelling of [camelotFrom(key), openKeyFrom(key), keyNameFrom(key), ...written]) {
        expect(parseMusicalKey(spelling, "key")).toEqual(key);
      }
    }
  });

  it.each<[string, number, Mode]>([
    ["8a", 9, 0],
    ["1D", 0, 1],
    ["Am", 9, 0],
    ["A min", 9, 0],
    ["08A", 9, 0],
    ["01m", 9, 0],
    ["a MINOR", 9, 0],
    ["C", 0, 1],
    ["CM", 0, 1],
    ["Bb", 10, 1],
    ["B♭m", 10, 0],
    ["Cb major", 11, 1],
    ["E flat minor", 3, 0],
    ["F#m", 6, 0],
    ["F sharp", 6, 1],
    ["B# maj", 0, 1],
    [" 10B ", 2, 1],
  ])("is read from %j", (spelling, tonic, mode) => {
    expect(parseMusicalKey(spelling, "key")).toEqual({ tonic, mode });
  });

  it.each(["", "H", "0A", "13B", "8C", "A dorian", "8A 8B", "Amm", "##", "1e3"])(
    "is not read from %j",
    (spelling) => {
      const parse = (): unknown => parseMusicalKey(spelling, "filter.keyIn");

      expect(parse).toThrow(InvalidInputError);
      expect(parse).toThrow("filter.keyIn");
    },
  );
});
