import { timelineDataFrom } from "../../../src/domain/analysis/timeline-data.js";
import { emptyTimeline } from "../../../src/domain/analysis/timeline.js";
import { analysisOf } from "../../contracts/analyses/analysis-store.contract.js";
import { sixSeconds } from "../../fakes/timelines.js";

const money = { ...analysisOf("Pink Floyd", "Money"), durationSeconds: 382.296, beats: [0.5, 1] };

describe("timelineDataFrom", () => {
  it("returns the length of the measured audio: all of it, or an excerpt", () => {
    const whole = timelineDataFrom(money, sixSeconds);
    const excerpt = timelineDataFrom({ ...money, excerptSeconds: 29.98 }, sixSeconds);

    expect([whole.duration_ms, whole.coveredSeconds]).toEqual([382_296, 382.296]);
    expect([excerpt.duration_ms, excerpt.coveredSeconds]).toEqual([382_296, 29.98]);
  });

  it("rounds that length to the millisecond", () => {
    const excerpt = { ...money, excerptSeconds: 22.928958333333334 };

    expect(timelineDataFrom(excerpt, sixSeconds).coveredSeconds).toBe(22.929);
  });

  it("has only the beats when no timeline is stored", () => {
    const data = timelineDataFrom(money, undefined);

    const { sections, loudnessCurve, energyCurve, tempoCurve, localKeys } = emptyTimeline;
    expect(data).toMatchObject({ sections, loudnessCurve, energyCurve, tempoCurve, localKeys });
    expect(data).toMatchObject({
      tempoStability: null,
      keyChanges: [],
      cuePoints: [],
      beats: [0.5, 1],
    });
  });

  it("has the cue points of sure downbeats and the sections", () => {
    const timed = { ...money, downbeats: [0, 2, 4], downbeatConfidence: 0.9 };

    const data = timelineDataFrom(timed, sixSeconds);

    expect(data.cuePoints).toEqual([{ kind: "mixIn", startSeconds: 0, confidence: 0.9 }]);
    expect(timelineDataFrom(money, sixSeconds).cuePoints).toEqual([]);
  });

  it("has no key for a section without one", () => {
    const [section] = sixSeconds.sections;
    const keyless = { ...section!, key: null, mode: null };

    const data = timelineDataFrom(money, { ...sixSeconds, sections: [keyless] });

    expect(data.sections).toEqual([{ ...keyless, keyString: null }]);
  });
});
