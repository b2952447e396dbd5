import { errorAt, type CompoundExample } from "./choose-compound-threshold.js";

const example = (logOdds: number, isCompound: boolean): CompoundExample => ({
  style: "jig",
  logOdds,
  isCompound,
});
const examples = [
  example(1, true),
  example(-1, true),
  example(0.5, false),
  example(-2, false),
  example(-3, false),
  example(-4, false),
];

describe("errorAt", () => {
  it("weights both kinds by their share of music", () => {
    expect(errorAt(0, examples)).toBeCloseTo(0.06 / 2 + 0.94 / 4, 10);
  });

  it("is the share of one kind where the threshold is beyond all examples", () => {
    expect(errorAt(9, examples)).toBeCloseTo(0.06, 10);
    expect(errorAt(-9, examples)).toBeCloseTo(0.94, 10);
  });
});
