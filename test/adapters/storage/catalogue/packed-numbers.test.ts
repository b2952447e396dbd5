import {
  packedLength,
  packNumbers,
  unpackNumbers,
} from "../../../../src/adapters/storage/catalogue/packed-numbers.js";

describe("packed numbers", () => {
  it.each([
    ["small integers", [0, 7, NaN, -32767, 32767], 2],
    ["two decimals", [120.45, NaN, -24.37, 0], 2],
    ["four decimals", [0.1234, 1, 0.0001, NaN], 2],
    ["milliseconds", [200_000, NaN, 7_200_000], 4],
    ["larger four decimals", [120.1234, NaN], 4],
    ["any numbers", [1 / 3, NaN, 1e300], 8],
    ["a negative zero", [-0, 1], 8],
    ["the number that stands for none", [-32768, 1], 4],
    ["the number that stands for none, in four bytes", [-(2 ** 31), 1], 8],
    ["infinite numbers", [Infinity, 1], 8],
    ["times", [1_700_000_000_000], 8],
    ["nothing", [], 0],
  ])("keep the bits of %s", (_, values, size) => {
    const numbers = Float64Array.from(values);

    const bytes = packNumbers(numbers);
    const unpacked = new Float64Array(numbers.length);
    unpackNumbers(bytes, unpacked);

    expect(bytes).toHaveLength(8 + size * values.length);
    expect(packedLength(bytes, values.length)).toBe(bytes.length);
    expect(values.every((value, index) => Object.is(value, unpacked[index]))).toBe(true);
  });
});
