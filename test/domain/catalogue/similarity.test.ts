import { InvalidInputError } from "../../../src/domain/errors/request-errors.js";
import {
  parseSimilarCount,
  parseSimilarityWeights,
  similarityFields,
  weightNames,
} from "../../../src/domain/catalogue/similarity.js";

describe("Similarity weights", () => {
  it("divide the weight of each group among its fields", () => {
    const weights = parseSimilarityWeights();

    expect(weights.tempo + weights.danceability).toBe(1);
    expect(weights.key + weights.mode).toBe(0.5);
    expect(weights.happy).toBeCloseTo(0.2, 10);
    expect(Object.keys(weights).sort()).toEqual([...similarityFields, "sound"].sort());
  });

  it("are multiplied by the factors of the group and of the field, numbers or digits", () => {
    const defaultValue = parseSimilarityWeights();

    const weights = parseSimilarityWeights({ mood: 2, happy: "0.5", sad: null, tempo: "3" });

    expect(weights.happy).toBeCloseTo(defaultValue.happy, 10);
    expect(weights.sad).toBeCloseTo(2 * defaultValue.sad, 10);
    expect(weights.tempo).toBe(3 * defaultValue.tempo);
    expect(weights.key).toBe(defaultValue.key);
  });

  it.each([-0.1, 100.1, NaN, Infinity, "", "1e2", "-1", "two", true, []])("refuse %p", (factor) => {
    expect(() => parseSimilarityWeights({ mood: factor })).toThrow(InvalidInputError);
  });

  it.each([0, 100, "0", "100", "0.5"])("accept the factor %p", (factor) => {
    const { happy } = parseSimilarityWeights({ mood: factor });

    expect(happy).toBeCloseTo(Number(factor) * parseSimilarityWeights().happy, 10);
  });

  it("may be zero for all fields but one", () => {
    const factors = Object.fromEntries([...similarityFields, "sound"].map((name) => [name, 0]));

    const weights = parseSimilarityWeights({ ...factors, tempo: 1 });

    expect(Object.values(weights).filter((weight) => weight > 0)).toHaveLength(1);
  });

  it("refuse to be all zero", () => {
    const none = Object.fromEntries([...similarityFields, "sound"].map((name) => [name, 0]));

    expect(() => parseSimilarityWeights(none)).toThrow("must leave at least one weight above 0");
  });

  it("give the sound as much as all fields together", () => {
    const { sound, ...ofFields } = parseSimilarityWeights();

    expect(sound).toBeCloseTo(
      Object.values(ofFields).reduce((total, weight) => total + weight, 0),
      10,
    );
    expect(parseSimilarityWeights({ sound: "0.5", mood: 3 }).sound).toBe(sound / 2);
  });

  it("can be given for six groups, the sound and all fields", () => {
    expect(weightNames).toHaveLength(7 + similarityFields.length);
  });
});

describe("A count of similar tracks", () => {
  it.each([
    [undefined, 10],
    [null, 10],
    ["1", 1],
    [100, 100],
  ])("is read from %p as %p", (value, count) => {
    expect(parseSimilarCount(value, "first")).toBe(count);
  });

  it.each([0, 101, 1.5, "", "ten", "1.0", NaN, {}])("is refused as %p", (value) => {
    expect(() => parseSimilarCount(value, "first")).toThrow(
      'The parameter "first" must be an integer from 1 to 100.',
    );
  });
});
