import {
  bitRateOf,
  bytesFreedBy,
  inOrderOfKeeping,
  type KeepCandidate,
} from "../../../src/domain/duplicates/kept-file.js";

interface Given extends Partial<Omit<KeepCandidate, "recording">> {
  readonly recording?: Partial<KeepCandidate["recording"]>;
}

const fileOf = ({ recording, ...file }: Given): KeepCandidate => ({
  ...{ path: "/a.mp3", isHere: true, tagCount: 0, ...file },
  recording: { isExcerpt: false, durationSeconds: 200, bitRate: 192_000, ...recording },
});

describe("Of the files of one performance, that which would be kept", () => {
  it.each<readonly [string, Given, Given]>([
    [
      "can be read now",
      { path: "/z.mp3", recording: { bitRate: 1 } },
      { path: "/a.flac", isHere: false },
    ],
    ["is whole", { path: "/z.mp3" }, { path: "/a.flac", recording: { isExcerpt: true } }],
    [
      "is no cut",
      { path: "/z.mp3", recording: { durationSeconds: 240 } },
      { path: "/a.flac", recording: { durationSeconds: 227 } },
    ],
    [
      "is lossless, also where another is longer by a little",
      { path: "/z.flac", recording: { durationSeconds: 229, bitRate: 1 } },
      { path: "/a.mp3", recording: { durationSeconds: 240, bitRate: 320_000 } },
    ],
    [
      "has the higher bit rate, also of a format that may be either",
      { path: "/z.m4a", recording: { bitRate: 900_000 } },
      { path: "/a.mp3", recording: { bitRate: 320_000 }, tagCount: 9 },
    ],
    [
      "has a bit rate that is known",
      { path: "/z.mp3" },
      { path: "/a.mp3", recording: { bitRate: null } },
    ],
    [
      "is the longest",
      { path: "/z.mp3", recording: { durationSeconds: 201 } },
      { path: "/a.mp3", tagCount: 9 },
    ],
    ["has most tags", { path: "/z.mp3", tagCount: 3 }, { path: "/a.mp3", tagCount: 2 }],
    ["has the smallest path", { path: "/a.mp3" }, { path: "/b.mp3" }],
  ])("%s", (_, better, worse) => {
    const [one, other] = [fileOf(better), fileOf(worse)];

    expect(inOrderOfKeeping([one, other])[0]).toBe(one);
    expect(inOrderOfKeeping([other, one])[0]).toBe(one);
  });

  it("is none where there is no file", () => {
    expect(inOrderOfKeeping([])).toEqual([]);
  });
});

describe("The bytes that are freed", () => {
  const stored = (path: string, inode: number, sizeBytes = 100) => ({
    ...{ path, inode, sizeBytes },
    changedAt: 1,
  });

  it("are those of all files but the one that is kept", () => {
    const others = [stored("/b", 2), stored("/c", 3, 50)];

    expect(bytesFreedBy(others, stored("/a", 1))).toBe(150);
  });

  it("are counted once for names of one file, and not at all for other names of the one that is kept", () => {
    const others = [stored("/b", 1), stored("/c", 2), stored("/d", 2), stored("/e", 2, 7)];

    expect(bytesFreedBy(others, stored("/a", 1))).toBe(107);
  });

  it("are those of each file where their numbers are not known", () => {
    expect(bytesFreedBy([stored("/b", 0), stored("/c", 0)], stored("/a", 0))).toBe(200);
  });
});

describe("The bit rate of a recording", () => {
  const files = [{ sizeBytes: 1_100_000 }, { sizeBytes: 1_000_000 }];

  it("is that of its smallest file", () => {
    expect(bitRateOf({ isExcerpt: false, durationSeconds: 40 }, files)).toBe(200_000);
  });

  it("is not known of an excerpt, without a length, and without files", () => {
    expect(bitRateOf({ isExcerpt: true, durationSeconds: 40 }, files)).toBeNull();
    expect(bitRateOf({ isExcerpt: false, durationSeconds: 0 }, files)).toBeNull();
    expect(bitRateOf({ isExcerpt: false, durationSeconds: 40 }, [])).toBeNull();
  });
});
