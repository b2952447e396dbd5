import { kindOf } from "../../../src/domain/analysis/recording-kind.js";

/** A recording that sounds so much like speech, with these confidences of its tempo and its key. */
const sounding = (speechiness: number | null, tempo: number, key: number) => ({
  speechiness: { value: speechiness, confidence: speechiness === null ? 0 : 0.5 },
  tempo: { value: 120, confidence: tempo },
  key: { value: 9, confidence: key },
});

const music = sounding(0.02, 0.9, 0.6);

describe("The kind of a recording", () => {
  it.each([
    ["music", sounding(0.02, 0.9, 0.6), 0.9],
    ["speech", sounding(0.9, 0.001, 0), 0.5],
    ["music that sounds like speech, such as rap", sounding(0.8, 0.006, 0.1), 0.1],
    ["music without tempo or key, such as held tones", sounding(0.02, 0, 0), 0],
  ])("is %s by its estimates", (expected, estimates, confidence) => {
    const [value] = expected.split(" ");

    expect(kindOf({ estimates })).toEqual({ value, confidence, method: "heuristic" });
  });

  it("is not known where nothing could be measured", () => {
    const silence = kindOf({ estimates: sounding(null, 0, 0) });

    expect(silence).toEqual({ value: null, confidence: 0, method: "heuristic" });
  });

  it.each([
    ["Audiobook", "speech"],
    ["Fantasy; Hörbuch", "speech"],
    ["Spoken Word", "speech"],
    ["podcast", "speech"],
    ["Field Recording", "other"],
    ["Sound Effects", "other"],
  ])("is what the genre %s says, whatever was measured", (genre, value) => {
    const kind = kindOf({ estimates: music, release: { genre } });

    expect(kind).toEqual({ value, confidence: 1, method: "tags" });
  });

  it.each(["Rap", "Comedy", "Speech Metal", "Naturescape", "Talk Talk"])(
    "is music with the genre %s",
    (genre) => {
      expect(kindOf({ estimates: music, release: { genre } }).value).toBe("music");
    },
  );
});
