import {
  isSameRecording,
  recordingFrom,
  recordingKeyFrom,
  workKeyFrom,
} from "../../../src/domain/track/recording.js";

const by =
  (artist: string) =>
  (trackName: string): { artist: string; trackName: string } => ({ artist, trackName });

const floyd = by("Pink Floyd");

describe("The recording of a track", () => {
  it.each([
    ["Cymbaline", "06 - Cymbaline"],
    ["Cymbaline", "06. Cymbaline"],
    ["Cymbaline", "Pink Floyd - Cymbaline"],
    ["Cymbaline", "06 - Pink Floyd – Cymbaline"],
    ["Money", "MONEY "],
    ["Money", "Money - Remastered 2011"],
    ["Money", "Money - 2011 Remaster"],
    ["Money", "Money (2011 Remastered Version)"],
    ["Money", "Money [Remastered]"],
    ["Money", "Money (Digital Remaster) [Explicit]"],
    ["Money (Live)", "Money - Live"],
    ["Money (Live)", "Money [Live] - 2011 Remaster"],
    ["Money (Live)", "Money (Live; 2011 Remaster)"],
    ["Money (feat. B & A)", "Money ft. A, B"],
    ["Money (feat. A)", "Money [Featuring A] (Explicit)"],
    ["Money (feat. A) [Live]", "Money (Live) (with A)"],
    ["Don't", "Don’t"],
    ["Déjà Vu", "Deja vu"],
  ])("is one for %p and %p", (one, other) => {
    const keys = [floyd(one), floyd(other)].map(recordingKeyFrom);

    expect(keys[0]).toBe(keys[1]);
  });

  it("is the same whether guests are named with the artist or in the title", () => {
    const spellings = [
      by("Mirabel Oake")("Salt (feat. Üllő)"),
      by("Mirabel Oake feat. Üllő")("Salt"),
      by("Mirabel Oake (ft. Üllő)")("Salt"),
      by("mirabel oake featuring üllő")("03 - Salt [Explicit]"),
    ];

    const keys = new Set(spellings.map(recordingKeyFrom));

    expect(keys.size).toBe(1);
  });

  it.each(["A, B", "A & B", "A + B", "A and B", "B,A"])(
    "has each guest of a credit such as %p",
    (guests) => {
      const inTitle = recordingFrom(floyd(`Money (feat. ${guests})`));
      const inCredit = recordingFrom(by(`Pink Floyd feat. ${guests}`)("Money"));

      expect(inTitle.featuring).toEqual(["a", "b"]);
      expect(inCredit).toEqual(inTitle);
    },
  );

  it("has a guest once who is named with the artist and in the title", () => {
    const { featuring } = recordingFrom(by("Pink Floyd feat. A")("Money (with A)"));

    expect(featuring).toEqual(["a"]);
  });

  it.each([
    ["Money", "Money (Live)"],
    ["Money", "Money - Acoustic"],
    ["Money (Live)", "Money (Live at Wembley)"],
    ["Money", "Money (Somebody Remix)"],
    ["Money", "Money - Radio Edit"],
    ["Money", "Money (Instrumental)"],
    ["Money", "Money (feat. A)"],
    ["Money (feat. A)", "Money (feat. B)"],
    ["Money", "Money (Taylor's Version)"],
  ])("is not the same for %p and %p, but the work is", (one, other) => {
    const [plain, version] = [floyd(one), floyd(other)];

    expect(recordingKeyFrom(plain)).not.toBe(recordingKeyFrom(version));
    expect(workKeyFrom(plain)).toBe(workKeyFrom(version));
  });

  it.each([
    ["Problems", "99 Problems"],
    ["7", "24 - 7"],
    ["Bonnie & Clyde", "03 Bonnie & Clyde"],
    ["Another Brick in the Wall", "Another Brick in the Wall (Part 2)"],
    ["Ob-La-Di", "Ob-La-Di - Ob-La-Da"],
    ["Satisfaction", "(I Can't Get No) Satisfaction"],
    ["ハハ", "パパ"],
    ["Masterpiece", "Masterpiece - Master"],
  ])("and its work differ for %p and %p", (one, other) => {
    const keys = [floyd(one), floyd(other)].map(workKeyFrom);

    expect(keys[0]).not.toBe(keys[1]);
  });

  it("of a plain title has the track's own key", () => {
    const key = recordingKeyFrom(floyd("Money"));

    expect(key).toBe("bc24aaa5a97c70ed");
  });

  it.each(["(Live)", "- Live", "06 - ", "[Explicit]", "feat. A", "()", "", "Pink Floyd - "])(
    "of a title that is only a note, %p, has the whole title",
    (trackName) => {
      const { title, artist } = recordingFrom(floyd(trackName));

      expect(artist).toBe("pink floyd");
      expect(title).toBe(trackName.toLowerCase().trim());
    },
  );

  it.each([
    [200, 205, true],
    [205, 200, true],
    [200, 206, false],
    [206, 200, false],
    [undefined, 206, true],
  ])("is the same for lengths of %p and %p seconds: %p", (length, otherLength, expected) => {
    const one = { ...floyd("Money"), ...(length !== undefined && { durationSeconds: length }) };
    const other = { ...floyd("01 - Money"), durationSeconds: otherLength };

    const isSame = isSameRecording(one, other);

    expect(isSame).toBe(expected);
  });
});
