import { BlockSeries } from "../../../src/dsp/signal/block-series.js";
import { RunningSums } from "../../../src/dsp/signal/running-sums.js";

function ones(frameCount: number, framesPerBlock: number): BlockSeries {
  const series = new BlockSeries(1, framesPerBlock);
  for (let frame = 0; frame < frameCount; frame++) series.add(Float32Array.of(1));
  return series;
}

describe("BlockSeries", () => {
  it("sums frames over blocks, the last of which may be short", () => {
    const { rows, framesPerBlock } = ones(10, 4).blocks();

    expect(framesPerBlock).toBe(4);
    expect(rows.map(([sum]) => sum)).toEqual([4, 4, 2]);
  });

  it("keeps at most 4096 blocks, however long the stream, and loses no frame", () => {
    const { rows, framesPerBlock } = ones(50_000, 1).blocks();

    expect(rows.length).toBeLessThanOrEqual(4096);
    expect(framesPerBlock).toBe(16);
    expect(rows.reduce((sum, row) => sum + row[0]!, 0)).toBe(50_000);
  });

  it("counts a silent frame as zeros", () => {
    const series = new BlockSeries(2, 2);
    series.add(Float32Array.of(1, 5));
    series.add(undefined);

    expect(series.blocks().rows.map((row) => [...row])).toEqual([[1, 5]]);
  });

  it("has no blocks without frames", () => {
    expect(ones(0, 4).blocks().rows).toEqual([]);
  });
});

describe("RunningSums", () => {
  const sums = new RunningSums(
    [1, 2, 4].map((value) => Float64Array.of(value)),
    {
      secondsPerRow: 0.5,
      startSeconds: 1,
    },
  );

  it("sums the rows between two times, and counts rows at the ends in part", () => {
    expect([...sums.between(1, 2.5)]).toEqual([7]);
    expect([...sums.between(1.25, 2.25)]).toEqual([4.5]);
  });

  it("is zero beyond the rows", () => {
    expect([...sums.between(-4, 1)]).toEqual([0]);
    expect([...sums.between(2.5, 9)]).toEqual([0]);
  });
});
