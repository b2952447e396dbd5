import { LinkedPairs } from "../../../src/domain/fingerprint/performance-groups.js";
import { recordingOf } from "../../fakes/measured-audio.js";

const [a, b, c, d] = ["a", "b", "c", "d"].map(recordingOf).sort();

describe("LinkedPairs", () => {
  it("groups what is linked through others, under its first recording", () => {
    const pairs = new LinkedPairs();
    pairs.add(c!, b!);
    pairs.add(a!, c!);

    const { groups } = pairs;

    expect(groups.groups).toEqual([[a, b, c]]);
    expect([a, b, c, d].map((id) => groups.groupOf(id!))).toEqual([a, a, a, d]);
    expect(groups.membersOf(c!)).toEqual([a, b, c]);
    expect(groups.membersOf(d!)).toEqual([d]);
  });

  it("splits a group where the recording that joins it goes", () => {
    const pairs = new LinkedPairs();
    pairs.add(a!, b!);
    pairs.add(b!, c!);
    pairs.add(c!, d!);

    pairs.remove(b!);

    expect(pairs.groups.groups).toEqual([[c, d]]);
    expect(pairs.groups.groupOf(a!)).toBe(a);
  });
});
