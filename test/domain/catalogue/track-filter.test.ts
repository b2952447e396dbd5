import { InvalidInputError } from "../../../src/domain/errors/request-errors.js";
import { camelotFrom } from "../../../src/domain/analysis/musical-key.js";
import {
  parseTrackFilter,
  storedTrackFilter,
  type TrackFilterParameters,
} from "../../../src/domain/catalogue/track-filter.js";

const camelotKeys = (parameters: TrackFilterParameters): string[] | undefined =>
  parseTrackFilter(parameters).keys?.map(camelotFrom).sort();

describe("A filter of tracks", () => {
  it("ignores conditions that are null or absent", () => {
    const parameters: TrackFilterParameters = {
      text: null,
      source: null,
      key: null,
      tempo: null,
      energy: { gte: null },
      mood: { happy: null },
      confidence: null,
      keyIn: null,
      camelotCompatibleWith: null,
    };

    const filter = parseTrackFilter(parameters);

    expect(filter).toEqual({ estimates: {}, confidences: {} });
  });

  it("groups bounds by field", () => {
    const filter = parseTrackFilter({
      text: " two  words ",
      source: "library",
      key: 9,
      tempo: { gte: 120, lte: 126 },
      mood: { happy: { gte: 0.7 } },
      durationMs: { lte: 1000 },
      confidence: { tempo: { gte: 0.8 }, happy: { lte: 0.1 } },
    });

    expect(filter).toEqual({
      text: "two words",
      source: "library",
      durationMs: { lte: 1000 },
      estimates: {
        key: { gte: 9, lte: 9 },
        tempo: { gte: 120, lte: 126 },
        happy: { gte: 0.7 },
      },
      confidences: { tempo: { gte: 0.8 }, happy: { lte: 0.1 } },
    });
  });

  it.each<TrackFilterParameters>([{ key: 0 }, { key: 11 }, { mode: 0 }, { mode: 1 }])(
    "accepts the first and the last integer of a field: %j",
    (parameters) => {
      const [[field, value] = []] = Object.entries(parameters);

      const { estimates } = parseTrackFilter(parameters);

      expect(estimates).toEqual({ [`${field}`]: { gte: value, lte: value } });
    },
  );

  it.each([
    ["8A", ["7A", "8A", "8B", "9A"]],
    ["12B", ["11B", "12A", "12B", "1B"]],
    ["1m", ["7A", "8A", "8B", "9A"]],
    ["C major", ["7B", "8A", "8B", "9B"]],
  ])("mixes %s with its neighbours on the wheel and its relative", (key, expected) => {
    expect(camelotKeys({ camelotCompatibleWith: key })).toEqual(expected.sort());
  });

  it("requires keys that match both conditions on keys", () => {
    const parameters = { keyIn: ["9A", "C", "2B"], camelotCompatibleWith: "A minor" };

    expect(camelotKeys(parameters)).toEqual(["8B", "9A"]);
    expect(camelotKeys({ keyIn: ["8A", "1m", "Am"] })).toEqual(["8A"]);
    expect(camelotKeys({ keyIn: [] })).toEqual([]);
  });

  it.each<[TrackFilterParameters, string]>([
    [{ text: "x".repeat(201) }, "filter.text"],
    [{ source: "\0" }, "filter.source"],
    [{ key: 12 }, "filter.key"],
    [{ key: -1 }, "filter.key"],
    [{ key: 1.5 }, "filter.key"],
    [{ mode: 2 }, "filter.mode"],
    [{ timeSignature: 0 }, "filter.timeSignature"],
    [{ keyIn: ["8A", "13A"] }, "filter.keyIn"],
    [{ camelotCompatibleWith: "H" }, "filter.camelotCompatibleWith"],
    [{ camelotCompatibleWith: "" }, "filter.camelotCompatibleWith"],
  ])("refuses %j and names the parameter", (parameters, parameter) => {
    const parse = (): unknown => parseTrackFilter(parameters, "filter.");

    expect(parse).toThrow(InvalidInputError);
    expect(parse).toThrow(expect.objectContaining({ facts: { parameter } }));
  });

  it.each<[TrackFilterParameters, string]>([
    [{ mood: { happy: { gte: 1.5 } } }, '"filter.mood.happy.gte" must be from 0 to 1'],
    [{ energy: { gte: 50, lte: 80 } }, '"filter.energy.gte" must be from 0 to 1'],
    [{ valence: { lte: -0.1 } }, '"filter.valence.lte" must be from 0 to 1'],
    [{ confidence: { tempo: { gte: 2 } } }, '"filter.confidence.tempo.gte" must be from 0 to 1'],
    [{ tempo: { gte: -1 } }, '"filter.tempo.gte" must be 0 or more'],
    [{ durationMs: { lte: -1 } }, '"filter.durationMs.lte" must be 0 or more'],
    [
      { tempo: { gte: 200, lte: 100 } },
      '"filter.tempo.gte" must not be greater than "filter.tempo.lte"',
    ],
    [
      { loudness: { gte: -5, lte: -9 } },
      '"filter.loudness.gte" must not be greater than "filter.loudness.lte"',
    ],
  ])(
    "refuses bounds that no value can meet, %j, and takes them of stored ones",
    (given, problem) => {
      const stored = storedTrackFilter(given);

      expect(() => parseTrackFilter(given, "filter.")).toThrow(`The parameter ${problem}.`);
      expect(Object.keys({ ...stored, ...stored.estimates, ...stored.confidences })).toHaveLength(
        3,
      );
    },
  );

  it.each<TrackFilterParameters>([
    { mood: { happy: { gte: 0, lte: 1 } } },
    { tempo: { gte: 0, lte: 0 } },
    { loudness: { gte: -1_000, lte: 1_000 } },
    { tuning: { gte: -50, lte: 50 } },
  ])("takes bounds at the ends of a range: %j", (parameters) => {
    expect(parseTrackFilter(parameters)).toEqual(storedTrackFilter(parameters));
  });

  it.each<[string, TrackFilterParameters]>([
    ["energy.gte", { energy: { gte: Infinity } }],
    ["durationMs.lte", { durationMs: { lte: -Infinity } }],
    ["mood.happy.gte", { mood: { happy: { gte: NaN } } }],
    ["confidence.tempo.lte", { confidence: { tempo: { lte: Infinity } } }],
  ])("refuses a bound %s that is not finite, and names it", (parameter, parameters) => {
    const parse = (): unknown => parseTrackFilter(parameters, "filter.");

    expect(parse).toThrow(InvalidInputError);
    expect(parse).toThrow(expect.objectContaining({ facts: { parameter: `filter.${parameter}` } }));
  });
});
