import { LinkedPairs } from "../../../src/domain/fingerprint/performance-groups.js";
import { recordingOf } from "../../fakes/measured-audio.js";

const [a, b, c, d] = ["a", "b", "c", "d"].map(recordingOf).sort();

describe("LinkedPairs", () => {
  it("groups what is linked through others, under its first recording", () => {
    const pairs = new LinkedPairs();
    pairs.add(c!, b!, 1);
    pairs.add(a!, c!, 1);

    const groups = pairs.groupsFrom(0.5);

    expect(groups.groups).toEqual([[a, b, c]]);
    expect([a, b, c, d].map((id) => groups.groupOf(id!))).toEqual([a, a, a, d]);
    expect(groups.membersOf(c!)).toEqual([a, b, c]);
    expect(groups.membersOf(d!)).toEqual([d]);
  });

  it("splits a group where the recording that joins it goes", () => {
    const pairs = new LinkedPairs();
    pairs.add(a!, b!, 1);
    pairs.add(b!, c!, 1);
    pairs.add(c!, d!, 1);

    pairs.remove(b!);

    expect(pairs.groupsFrom(0.5).groups).toEqual([[c, d]]);
    expect(pairs.groupsFrom(0.5).groupOf(a!)).toBe(a);
  });

  it("groups by the pairs of a least score, and counts changes", () => {
    const pairs = new LinkedPairs();
    pairs.add(a!, b!, 0.9);
    pairs.add(b!, c!, 0.6);

    const all = pairs.groupsFrom(0.5);
    const sure = pairs.groupsFrom(0.9);
    const none = pairs.groupsFrom(0.95);
    const { changeCount } = pairs;
    pairs.add(c!, d!, 0.5);

    expect(all.groups).toEqual([[a, b, c]]);
    expect(sure.groups).toEqual([[a, b]]);
    expect(none.groups).toEqual([]);
    expect(pairs.changeCount).toBe(changeCount + 1);
    expect(pairs.groupsFrom(0.5).groups).toEqual([[a, b, c, d]]);
  });
});
