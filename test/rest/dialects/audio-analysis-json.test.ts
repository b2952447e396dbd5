import type { Analysis } from "../../../src/domain/analysis/analysis.js";
import type { Timeline } from "../../../src/domain/analysis/timeline.js";
import { trackKeyFrom } from "../../../src/domain/track/track-key.js";
import { toAudioAnalysisJson } from "../../../src/rest/dialects/spotify/audio-analysis-json.js";
import { measuredAudio } from "../../fakes/measured-audio.js";
import { sixSeconds } from "../../fakes/timelines.js";

const analysis: Analysis = {
  ...measuredAudio({ durationSeconds: 3, tempo: 120, timeSignature: 2 }, 7),
  trackKey: trackKeyFrom("Overtone", "Slow Waltz"),
  artist: "Overtone",
  trackName: "Slow Waltz",
  source: "library",
  analyzedAt: 1_767_225_600_999,
  beats: [0.5, 1.012, 1.5, 2.001],
  downbeats: [0.5, 1.5],
};

describe("toAudioAnalysisJson", () => {
  it("ends each beat and bar at the next, and the last at the end", () => {
    const json = toAudioAnalysisJson(analysis, undefined);

    expect(json).toMatchObject({
      beats: [
        { start: 0.5, duration: 0.512, confidence: 0.8 },
        { start: 1.012, duration: 0.488, confidence: 0.8 },
        { start: 1.5, duration: 0.501, confidence: 0.8 },
        { start: 2.001, duration: 0.999, confidence: 0.8 },
      ],
      bars: [
        { start: 0.5, duration: 1, confidence: 0.8 },
        { start: 1.5, duration: 1.5, confidence: 0.8 },
      ],
    });
  });

  it("ends with the excerpt when only that was measured, and returns its length", () => {
    const json = toAudioAnalysisJson({ ...analysis, excerptSeconds: 1.2 }, undefined);

    expect(json).toMatchObject({
      track: { duration: 3, offset_seconds: 0, window_seconds: 1.2 },
      beats: [{ start: 0.5 }, { start: 1.012, duration: 0.188 }],
      bars: [{ start: 0.5, duration: 0.7 }],
    });
  });

  it("rounds lengths to the millisecond", () => {
    const lengths = { durationSeconds: 22.928958333333334, excerptSeconds: 2.5004999 };

    const json = toAudioAnalysisJson({ ...analysis, ...lengths }, undefined);

    expect(json).toMatchObject({ track: { duration: 22.929, window_seconds: 2.5 } });
  });

  it("has the estimates of the track with their confidences, and no window for a whole recording", () => {
    const measured = measuredAudio({
      durationSeconds: 3,
      tempo: 120,
      key: 9,
      mode: 0,
      loudness: -9,
    });

    const json = toAudioAnalysisJson({ ...analysis, ...measured }, undefined);

    expect(json).toMatchObject({
      track: {
        ...{ duration: 3, window_seconds: 0, loudness: -9 },
        ...{ tempo: 120, tempo_confidence: 0.8 },
        ...{ key: 9, key_confidence: 0.8 },
        ...{ mode: 0, mode_confidence: 0.8 },
        ...{ time_signature: null, time_signature_confidence: 0 },
      },
    });
  });

  it("has -1 for the key of a track without one, and null for its mode", () => {
    expect(toAudioAnalysisJson(analysis, undefined)).toMatchObject({
      track: { key: -1, key_confidence: 0, mode: null, mode_confidence: 0 },
    });
  });

  it("has no beat that begins where the audio ends", () => {
    const beats = [2, 3, 3.5];

    const json = toAudioAnalysisJson({ ...analysis, beats, downbeats: beats }, undefined);

    const only = [{ start: 2, duration: 1, confidence: 0.8 }];
    expect(json).toMatchObject({ beats: only, bars: only });
  });

  it("has -1 for the key and the mode of a section without a key, as Spotify has", () => {
    const [section] = sixSeconds.sections;
    const keyless = { ...section!, key: null, mode: null };

    const json = toAudioAnalysisJson(analysis, { ...sixSeconds, sections: [keyless] });

    expect(json).toMatchObject({ sections: [{ key: -1, mode: -1 }] });
  });

  it("has the time of the analysis in seconds, and its version", () => {
    const json = toAudioAnalysisJson(analysis, undefined);

    expect(json).toMatchObject({
      meta: { timestamp: 1_767_225_600, analyzer_version: "Overtone 7" },
    });
  });

  it("has null for segments and tatums of a version without them", () => {
    const older: Timeline = { ...sixSeconds };
    Reflect.deleteProperty(older, "segments");
    Reflect.deleteProperty(older, "tatumsPerBeat");

    const json = toAudioAnalysisJson(analysis, older);

    expect(json).toMatchObject({ segments: null, tatums: null });
  });

  it("has no segment that begins where the audio ends, and the level at the end of the last", () => {
    const json = toAudioAnalysisJson({ ...analysis, excerptSeconds: 0.5 }, sixSeconds);

    expect(json).toMatchObject({ segments: [{ start: 0, duration: 0.5, loudness_end: -45 }] });
  });

  it.each([
    { tatumsPerBeat: 1, starts: [0, 0.6, 1.2] },
    { tatumsPerBeat: 3, starts: [0, 0.2, 0.4, 0.6, 0.8, 1, 1.2] },
  ])(
    "divides beats into $tatumsPerBeat, and leaves the last whole",
    ({ tatumsPerBeat, starts }) => {
      const timeline = { ...sixSeconds, tatumsPerBeat };

      const json = toAudioAnalysisJson({ ...analysis, beats: [0, 0.6, 1.2] }, timeline);

      expect(json).toMatchObject({ tatums: starts.map((start) => ({ start })) });
    },
  );

  it("has no tatums where there is no beat", () => {
    const timeline = { ...sixSeconds, tatumsPerBeat: null };

    const json = toAudioAnalysisJson({ ...analysis, beats: [], downbeats: [] }, timeline);

    expect(json).toMatchObject({ tatums: [] });
  });
});
