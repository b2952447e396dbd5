import { camelotFrom, keyNameFrom, openKeyFrom, type Mode } from "../../src/domain/musical-key.js";

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

  it("has a Camelot number of its own for each of the 24 keys", () => {
    const modes: Mode[] = [0, 1];

    const spellings = modes.flatMap((mode) =>
      Array.from({ length: 12 }, (_, tonic) => camelotFrom({ tonic, mode })),
    );

    expect(new Set(spellings).size).toBe(24);
  });
});
