import {
  emptyTimeline,
  keyChangesOf,
  sectionLabelFrom,
} from "../../../src/domain/analysis/timeline.js";
import { sixSeconds } from "../../fakes/timelines.js";

describe("keyChangesOf", () => {
  it("returns each key change with its time, both keys and the lower confidence", () => {
    const changes = keyChangesOf(sixSeconds);

    expect(changes).toEqual([
      {
        timeSeconds: 4,
        from: { tonic: 9, mode: 0 },
        to: { tonic: 11, mode: 0 },
        confidence: 0.6,
      },
    ]);
  });

  it("finds none when the key does not change, or when there is none", () => {
    const [first] = sixSeconds.localKeys;

    expect(keyChangesOf({ ...emptyTimeline, localKeys: [first!] })).toEqual([]);
    expect(keyChangesOf(emptyTimeline)).toEqual([]);
  });
});

describe("sectionLabelFrom", () => {
  it("counts A to Z, then AA", () => {
    expect([0, 1, 25, 26, 27, 52].map(sectionLabelFrom)).toEqual(["A", "B", "Z", "AA", "AB", "BA"]);
  });
});
