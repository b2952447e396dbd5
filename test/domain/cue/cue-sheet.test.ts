import { parseCueSheet, type CueSheet } from "../../../src/domain/cue/cue-sheet.js";
import { unmarkedTextFrom } from "../../../src/domain/unmarked-text.js";
import { meantAudioFile, placedTracks } from "../../../src/domain/cue/cue-tracks.js";
import { findFlacCueSheet } from "../../../src/domain/cue/flac-cue-block.js";

const IMAGE = [
  'REM GENRE "Progressive Rock"',
  "REM DATE 1973",
  "REM DISCID 8F0A320B",
  "CATALOG 0077774600125",
  'PERFORMER "The Band"',
  'TITLE "The Disc"',
  'FILE "The Disc.wav" WAVE',
  "  TRACK 01 AUDIO",
  '    TITLE "One"',
  "    ISRC GBAYE7300031",
  "    FLAGS DCP",
  "    INDEX 01 00:00:32",
  "  TRACK 02 AUDIO",
  '    TITLE "7" Mix"',
  '    PERFORMER "The Guest"',
  "    PREGAP 00:02:00",
  "    INDEX 00 03:58:00",
  "    INDEX 01 04:00:10",
  "  TRACK 03 AUDIO",
  "    SONGWRITER A. Writer",
  "    INDEX 01 100:00:00",
].join("\r\n");

function sheetOf(text: string): CueSheet {
  const sheet = parseCueSheet(text);
  if ("problem" in sheet) throw new Error(sheet.problem);
  return sheet;
}

describe("A cue sheet", () => {
  it("divides its file from each INDEX 01 to the next one, in frames of 1/75 s", () => {
    const sheet = sheetOf(IMAGE);

    const placed = placedTracks(sheet, sheet.files[0]!, undefined);

    expect(placed).toMatchObject([
      { range: { number: 1, startFrame: 32, endFrame: 18_010 } },
      { range: { number: 2, startFrame: 18_010, endFrame: 450_000 } },
      { range: { number: 3, startFrame: 450_000 } },
    ]);
  });

  it("names its tracks, with the names of the disc where a track has none", () => {
    const sheet = sheetOf(IMAGE);

    const placed = placedTracks(sheet, sheet.files[0]!, undefined);

    const disc = {
      album: "The Disc",
      albumArtist: "The Band",
      genre: "Progressive Rock",
      year: 1973,
    };
    expect(placed).toMatchObject([
      {
        tags: {
          ...disc,
          artist: "The Band",
          trackName: "One",
          trackNumber: 1,
          isrc: "GBAYE7300031",
        },
      },
      { tags: { ...disc, artist: "The Guest", trackName: '7" Mix', trackNumber: 2 } },
      { tags: { ...disc, artist: "The Band", composer: "A. Writer", trackNumber: 3 } },
    ]);
  });

  it("leaves the files whole of which each is one track, whatever precedes it", () => {
    const sheet = sheetOf(
      `FILE "1.flac" WAVE\nTRACK 01 AUDIO\nINDEX 01 00:00:33\nTRACK 02 AUDIO\nINDEX 00 04:00:00\n` +
        `FILE "2.flac" WAVE\nINDEX 01 00:00:00`,
    );

    const placed = sheet.files.map((file) => placedTracks(sheet, file, 240));

    expect(placed).toEqual([[{ tags: { trackNumber: 1 } }], [{ tags: { trackNumber: 2 } }]]);
  });

  it.each([
    ["without a track", 'FILE "a.wav" WAVE', "has no track"],
    [
      "with a track that begins nowhere",
      'FILE "a" WAVE\nTRACK 01 AUDIO',
      "does not say where track 1 begins",
    ],
    [
      "with a position that is none",
      'FILE "a" WAVE\nTRACK 01 AUDIO\nINDEX 01 00:61:00',
      "has an index that is no position",
    ],
    [
      "with a position before its file",
      "TRACK 01 AUDIO\nINDEX 01 00:00:00",
      "has an index before its first file or track",
    ],
    [
      "whose tracks overlap",
      'FILE "a" WAVE\nTRACK 01 AUDIO\nINDEX 01 02:00:00\nTRACK 02 AUDIO\nINDEX 01 01:00:00',
      "has track 2 begin before the end of the one before it",
    ],
    ["whose tracks are out of order", "TRACK 02 AUDIO\nTRACK 01 AUDIO", "has track 1 out of order"],
    ["with thousands of tracks", "TRACK 1000 AUDIO", "has more than 999 tracks"],
    ["of a megabyte", "REM ".repeat(300_000), "is longer than a megabyte"],
  ])("%s is not used", (_, text, problem) => {
    expect(parseCueSheet(text)).toEqual({ problem });
  });

  it("is not used for a file that ends before its last track begins", () => {
    const sheet = sheetOf(IMAGE);

    const placed = placedTracks(sheet, sheet.files[0]!, 5_999);

    expect(placed).toEqual({ problem: "has track 3 begin behind the end of The Disc.wav" });
  });

  it("is read in the encodings that programs write it in", () => {
    const bytes = (...values: number[]): Uint8Array => Uint8Array.from(values);
    const utf16 = Buffer.from('TITLE "Żółć"', "utf16le");

    expect(unmarkedTextFrom(Buffer.from('TITLE "Żółć"'))).toBe('TITLE "Żółć"');
    expect(unmarkedTextFrom(Buffer.from('\ufeffTITLE "Żółć"'))).toBe('TITLE "Żółć"');
    expect(unmarkedTextFrom(Buffer.concat([bytes(0xff, 0xfe), utf16]))).toBe('TITLE "Żółć"');
    expect(unmarkedTextFrom(utf16)).toBe('TITLE "Żółć"');
    expect(unmarkedTextFrom(Buffer.concat([bytes(0xfe, 0xff), Buffer.from(utf16).swap16()]))).toBe(
      'TITLE "Żółć"',
    );
    expect(unmarkedTextFrom(Buffer.from('TITLE "Beyoncé"', "latin1"))).toBe('TITLE "Beyoncé"');
    // "さくら" in Shift JIS.
    expect(unmarkedTextFrom(bytes(0x82, 0xb3, 0x82, 0xad, 0x82, 0xe7))).toBe("さくら");
  });
});

describe("The audio file that an entry of a sheet means", () => {
  const sheet = { fileName: "disc.cue", isOnlyEntry: true };
  const meant = (name: string, audioNames: readonly string[], given = sheet) =>
    meantAudioFile({ name, tracks: [] }, given, audioNames);

  it("is the one of its name, or the only one with another extension", () => {
    expect(meant("Disc.wav", ["Disc.wav", "Disc.flac"])).toBe("Disc.wav");
    expect(meant("disc.WAV", ["Disc.wav", "Disc.flac"])).toBe("Disc.wav");
    expect(meant("Disc.wav", ["Disc.flac", "Other.flac"])).toBe("Disc.flac");
    expect(meant("Disc.wav", ["Disc.flac", "Disc.ape"])).toBeUndefined();
  });

  it("is the one of the name of the sheet, where that has no other entry", () => {
    expect(meant("CDImage.wav", ["disc.flac", "other.flac"])).toBe("disc.flac");
    expect(
      meant("CDImage.wav", ["disc.flac", "disc.ape"], { ...sheet, fileName: "disc.ape.cue" }),
    ).toBe("disc.ape");
    expect(meant("CDImage.wav", ["disc.flac"], { ...sheet, isOnlyEntry: false })).toBeUndefined();
  });
});

describe("A CUESHEET block of FLAC", () => {
  /** Returns a block with tracks that begin at these samples, each with an INDEX 00 before its INDEX 01. */
  function blockOf(...starts: readonly number[]): Buffer {
    const head = Buffer.alloc(396);
    head[395] = starts.length + 1;
    const tracks = starts.map((start, index) => {
      const track = Buffer.alloc(36 + 24);
      track.writeBigUInt64BE(BigInt(start - 588));
      track[8] = index + 1;
      track.write("GBAYE7300031", 9, "latin1");
      track[35] = 2;
      track.writeBigUInt64BE(588n, 48);
      track[56] = 1;
      return track;
    });
    const leadOut = Buffer.alloc(36);
    leadOut[8] = 170;
    return Buffer.concat([head, ...tracks, leadOut]);
  }

  it("says where its tracks begin", () => {
    const sheet = findFlacCueSheet(blockOf(588, 588 * 750), 44_100);

    expect(sheet?.files[0]?.tracks).toMatchObject([
      { number: 1, startFrame: 1, isAudio: true, names: { isrc: "GBAYE7300031" } },
      { number: 2, startFrame: 750 },
    ]);
  });

  it("is not used where it is cut or contradicts itself", () => {
    expect(findFlacCueSheet(blockOf(588, 5_880).subarray(0, 460), 44_100)).toBeUndefined();
    expect(findFlacCueSheet(blockOf(5_880, 588), 44_100)).toBeUndefined();
    expect(findFlacCueSheet(blockOf(), 44_100)).toBeUndefined();
  });
});
