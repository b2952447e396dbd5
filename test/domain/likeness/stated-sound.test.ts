import { parseStatedSound } from "../../../src/domain/likeness/stated-sound.js";
import { InvalidInputError } from "../../../src/domain/errors/request-errors.js";

const embedding = Array.from({ length: 16 }, (_, index) => 10 * index - 80);

/** Returns the parameter that is wrong, or what was parsed. */
function parsed(stated: Readonly<Record<string, unknown>>): unknown {
  try {
    return parseStatedSound({ analysisVersion: 1, ...stated }, "sound.");
  } catch (error) {
    if (error instanceof InvalidInputError) return error.facts["parameter"];
    throw error;
  }
}

describe("A sound that a client has measured", () => {
  it("has its values and its embedding, and null for what is not stated", () => {
    const sound = parsed({ tempo: 120, key: 11, mode: 0, happy: null, embedding });

    expect(sound).toMatchObject({
      analysisVersion: 1,
      values: { tempo: 120, key: 11, mode: 0, happy: null, energy: null },
      embedding,
    });
  });

  it.each<[string, Readonly<Record<string, unknown>>, string]>([
    ["a tempo of 0", { tempo: 0 }, "sound.tempo"],
    ["a key beyond B", { key: 12, mode: 0 }, "sound.key"],
    ["half a key", { key: 0.5 }, "sound.key"],
    ["a share above 1", { energy: 1.01 }, "sound.energy"],
    ["a share below 0", { sad: -0.01 }, "sound.sad"],
    ["no number", { energy: NaN }, "sound.energy"],
    ["an endless number", { loudness: -Infinity }, "sound.loudness"],
    ["a field that is not compared, out of its range", { tempo: 99, tuning: "a" }, "sound.tuning"],
    ["too short an embedding", { tempo: 99, embedding: embedding.slice(1) }, "sound.embedding"],
    ["too long an embedding", { tempo: 99, embedding: [...embedding, 1] }, "sound.embedding"],
    [
      "a coordinate too far",
      { tempo: 99, embedding: [-128, ...embedding.slice(1)] },
      "sound.embedding",
    ],
    [
      "a broken coordinate",
      { tempo: 99, embedding: [0.5, ...embedding.slice(1)] },
      "sound.embedding",
    ],
    ["an embedding alone", { embedding }, "sound"],
    ["nothing", {}, "sound"],
  ])("is refused with %s", (_name, stated, parameter) => {
    expect(parsed(stated)).toBe(parameter);
  });
});
