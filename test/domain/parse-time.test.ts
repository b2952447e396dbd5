import { parseTime } from "../../src/domain/parse-time.js";

describe("A time as text", () => {
  it.each([
    ["1970-01-02", 86_400_000, 172_799_999],
    ["1970-01-01T00:01Z", 60_000, 60_000],
    ["1970-01-01T01:00:01+01:00", 1_000, 1_000],
    ["2024-02-29T23:59:59.999Z", 1_709_251_199_999, 1_709_251_199_999],
  ])("%s is parsed", (text, first, last) => {
    expect(parseTime(text, "at")).toEqual({ first, last });
  });

  it.each(["", "now", "2026", "2026-13-01", "2026-02-30", "2026-11-26T19:30", "2026-11-26T25:00Z"])(
    "%j is refused",
    (text) => {
      expect(() => parseTime(text, "at")).toThrow(/"at" must be a day or a time with its zone/);
    },
  );
});
