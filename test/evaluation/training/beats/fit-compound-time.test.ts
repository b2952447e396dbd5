import { fitCompoundTime, isFoundCompound, type CompoundExample } from "./fit-compound-time.js";

/** Sixty clips, a third of them in three parts, that differ in the first input and overlap. */
const examples = Array.from({ length: 60 }, (_, song): CompoundExample => {
  const isCompound = song % 3 === 0;
  const inputs = Float64Array.of(
    (isCompound ? 1 : -1) + 1.2 * Math.sin(9 * song),
    Math.cos(song),
    0,
  );
  return { style: "jig", song, inputs, isCompound };
});

describe("isFoundCompound", () => {
  it("asks for more evidence than the fit where such music is rarer than in the fit", () => {
    const learnt = fitCompoundTime(examples);
    const foundWith = (fittedShare: number): number =>
      examples.filter((example) => isFoundCompound(example, learnt, fittedShare)).length;

    expect(learnt.weights[0]).toBeGreaterThan(1);
    expect(foundWith(0.06)).toBeGreaterThan(15);
    expect(foundWith(1 / 3)).toBeLessThan(foundWith(0.06));
  });

  it("finds examples far on either side, whatever the share", () => {
    const learnt = fitCompoundTime(examples);
    const far = (value: number) => ({ ...examples[0]!, inputs: Float64Array.of(value, 0, 0) });

    expect(isFoundCompound(far(5), learnt, 1 / 3)).toBe(true);
    expect(isFoundCompound(far(-5), learnt, 0.06)).toBe(false);
  });
});
