import {
  findEmbeddedCover,
  findEmbeddedTags,
} from "../../../../src/adapters/library/tags/embedded-tags.js";
import { findItemList } from "../../../../src/adapters/library/tag-writing/mp4/mp4-items.js";
import {
  findMp4Child,
  mp4Leaf,
  mp4NodeBytes,
  parseMp4Node,
  withMp4Child,
  type Mp4Node,
} from "../../../../src/adapters/library/tag-writing/mp4/mp4-tree.js";
import { vorbisCommentBytes } from "../../../../src/adapters/library/tag-writing/xiph/vorbis-comments.js";
import { wavBytes } from "../../../signals/encoded/wav-bytes.js";
import { apeTag, flacWithComments } from "../audio-stream/retagged.js";
import { removeMusicFolders } from "../music-folder.js";
import { stored } from "../tag-writing/tag-access.js";
import { recording, textTag, wholeTag } from "../tag-writing/taggable-files.js";
import { taggedAiff } from "../tagged-audio.js";

afterEach(removeMusicFolders);

const mp3 = recording("tones-vbr.mp3");

const tagsOf = async (file: Uint8Array) =>
  (await findEmbeddedTags({ path: await stored(file) }))?.tags;

/** An MP3 with a tag of ID3 that has these texts. */
const mp3With = (version: 2 | 3 | 4, texts: Readonly<Record<string, string>>): Buffer =>
  Buffer.concat([textTag(version, texts), mp3]);

/** A FLAC with these comments, of which several may have one name. */
function flacWith(...comments: readonly string[]): Buffer {
  const content = {
    vendor: Buffer.from("test"),
    comments: comments.map((comment) => Buffer.from(comment)),
    rest: Buffer.alloc(0),
  };
  return flacWithComments(recording("tones-16.flac"), vorbisCommentBytes(content));
}

/** An MP4 with items of texts, each with one or more values, and of bytes. */
function mp4With(items: Readonly<Record<string, readonly string[] | Buffer>>): Buffer {
  const file = recording("ffmpeg/tones-aac.m4a");
  const start = file.indexOf("moov") - 4;
  const movie = parseMp4Node(file.subarray(start));
  const list = findItemList(movie);
  const user = findMp4Child(movie, "udta");
  const meta = findMp4Child(user, "meta");
  if (!list || !user || !meta) throw new Error("The file has no tags.");
  const children = Object.entries(items).map(([type, value]): Mp4Node => {
    const values = Buffer.isBuffer(value)
      ? [dataOf(21, value)]
      : value.map((text) => dataOf(1, Buffer.from(text)));
    return { ...mp4Leaf(type, Buffer.alloc(0)), children: values };
  });
  const changed = withMp4Child(user, withMp4Child(meta, { ...list, children }));
  return Buffer.concat([file.subarray(0, start), mp4NodeBytes(withMp4Child(movie, changed))]);
}

function dataOf(type: number, content: Buffer): Mp4Node {
  const header = Buffer.alloc(8);
  header.writeUInt32BE(type);
  return mp4Leaf("data", Buffer.concat([header, content]));
}

/** A WAV with a list of texts, which has an even number of bytes. */
function wavWith(id: string, text: string): Buffer {
  const content = Buffer.from(`${text}\0`);
  const size = (length: number): Buffer => {
    const bytes = Buffer.alloc(4);
    bytes.writeUInt32LE(length);
    return bytes;
  };
  const entry = Buffer.concat([Buffer.from(id), size(content.length), content]);
  const chunk = Buffer.concat([Buffer.from("LIST"), size(entry.length + 4)]);
  const chunksBefore = [Buffer.concat([chunk, Buffer.from("INFO"), entry])];
  const channels = [new Float32Array(800)];
  return Buffer.from(wavBytes({ channels, sampleRate: 8_000, chunksBefore }));
}

/** Puts a zero behind each 0xFF that a decoder could take for the beginning of a frame. */
function unsynchronised(content: Buffer): Buffer {
  const bytes: number[] = [];
  for (const [at, byte] of content.entries()) {
    const next = content[at + 1];
    bytes.push(byte);
    if (byte === 0xff && (next === undefined || next === 0 || next >= 0xe0)) bytes.push(0);
  }
  return Buffer.from(bytes);
}

/** A frame of version 2.3 or 2.4, which has fewer than 128 bytes. */
const frame = (id: string, content: Buffer): Buffer =>
  Buffer.concat([Buffer.from(id), Buffer.from([0, 0, 0, content.length, 0, 0]), content]);

describe("The artist and the title of a file", () => {
  it.each([
    ["ID3v2.2", mp3With(2, { TP1: "AC/DC", TT2: "A/B  C" })],
    ["ID3v2.3", mp3With(3, { TPE1: "AC/DC", TIT2: "A/B  C" })],
    ["ID3v2.4", mp3With(4, { TPE1: "AC/DC", TIT2: "A/B  C" })],
    ["ID3 in AIFF", taggedAiff({ TPE1: "AC/DC", TIT2: "A/B  C" })],
    ["Vorbis comments", flacWith("ARTIST=AC/DC", "TITLE=A/B  C")],
    ["MP4", mp4With({ "©ART": ["AC/DC"], "©nam": ["A/B  C"] })],
  ])("are whole in %s", async (_kind, file) => {
    const tags = await tagsOf(file);

    expect(tags).toMatchObject({ artist: "AC/DC", trackName: "A/B  C" });
    expect(tags).not.toHaveProperty("artists");
  });

  it("are whole in the list of texts of a WAV", async () => {
    expect(await tagsOf(wavWith("IART", "AC/DC; Bo"))).toMatchObject({ artist: "AC/DC; Bo" });
  });

  it("keep their Unicode form and every character", async () => {
    const title = `Bjo\u0308rk ${"x".repeat(500)} 1`;

    const tags = await tagsOf(flacWith(`TITLE=${title}`, "ARTIST= Sigur Ro\u0301s "));

    expect(tags).toMatchObject({ trackName: title, artist: "Sigur Ro\u0301s" });
  });

  it.each([
    ["ID3v2.4", mp3With(4, { TPE1: "Simon\0Garfunkel" })],
    ["zeros in ID3v2.3", mp3With(3, { TPE1: "Simon\0Garfunkel" })],
    ["Vorbis comments", flacWith("ARTIST=Simon", "ARTIST=Garfunkel", "ARTIST=Simon")],
    ["MP4", mp4With({ "©ART": ["Simon", "Garfunkel"] })],
    ["a list beside no artist", flacWith("ARTISTS=Simon", "ARTISTS=Garfunkel")],
  ])("have all values of %s, and each of the artists", async (_kind, file) => {
    expect(await tagsOf(file)).toMatchObject({
      artist: "Simon; Garfunkel",
      artists: ["Simon", "Garfunkel"],
    });
  });

  it("have all values of an APE tag", async () => {
    const tags = await tagsOf(Buffer.concat([mp3, apeTag("One\0Two")]));

    expect(tags).toMatchObject({ trackName: "One; Two" });
  });

  it("are written as on the release, where the artists have a list of their own", async () => {
    const written = "TXXX:ARTISTS\0Simon\0Garfunkel".slice(5);

    const tags = await tagsOf(mp3With(4, { TPE1: "Simon & Garfunkel", TXXX: written }));

    expect(tags).toMatchObject({
      artist: "Simon & Garfunkel",
      artists: ["Simon", "Garfunkel"],
    });
  });

  it("are those of the first of two tags of ID3", async () => {
    const second = textTag(4, { TPE1: "Bo", TALB: "Day" });

    const tags = await tagsOf(Buffer.concat([textTag(3, { TPE1: "AC/DC" }), second, mp3]));

    expect(tags).toMatchObject({ artist: "AC/DC", album: "Day" });
  });

  it("are read up to where a tag is damaged", async () => {
    const damaged = Buffer.from("TALB\0\0\x7f\x7f\0\0\0Day", "latin1");
    const content = Buffer.concat([frame("TPE1", Buffer.from("\0AC/DC")), damaged]);

    const tags = await tagsOf(Buffer.concat([wholeTag(3, content), mp3]));

    expect(tags).toMatchObject({ artist: "AC/DC" });
  });
});

describe("An unsynchronised tag of ID3", () => {
  const texts = [
    frame("TPE1", Buffer.from("\0AC/DC")),
    frame("TIT2", Buffer.concat([Buffer.from([1, 0xff, 0xfe]), Buffer.from("Tïtle", "utf16le")])),
  ];
  const cover = Buffer.from("ffd8ffe000104a464946000101", "hex");
  const picture = frame("APIC", Buffer.concat([Buffer.from("\0image/jpeg\0\x03\0"), cover]));

  it.each([3, 4])("is read whole in version 2.%i", async (version) => {
    const frames = [...texts, picture];
    const content =
      version === 3
        ? unsynchronised(Buffer.concat(frames))
        : Buffer.concat(
            frames.map((one) =>
              frame(one.toString("latin1", 0, 4), unsynchronised(one.subarray(10))),
            ),
          );
    const path = await stored(Buffer.concat([wholeTag(version, content, 0x80), mp3]));

    const tags = (await findEmbeddedTags({ path }))?.tags;

    const untagged = await tagsOf(mp3);
    expect(tags).toEqual({ ...untagged, artist: "AC/DC", trackName: "Tïtle", hasCover: true });
    expect(await findEmbeddedCover({ path })).toEqual({
      bytes: Uint8Array.from(cover),
      mediaType: "image/jpeg",
    });
  });
});

describe("The credits of a file", () => {
  const credits = {
    albumArtist: "Duo",
    composer: "Ann/Bo",
    work: "Sonata",
    movement: "Largo",
    movementNumber: 2,
  };

  it.each([
    [
      "ID3v2.3",
      mp3With(3, {
        ...{ TPE2: "Duo", TCOM: "Ann/Bo", TXXX: "WORK\0Sonata" },
        ...{ MVNM: "Largo", MVIN: "2/4", TIT1: "Class" },
      }),
    ],
    [
      "ID3v2.3 of iTunes",
      mp3With(3, { TPE2: "Duo", TCOM: "Ann/Bo", TIT1: "Sonata", MVNM: "Largo", MVIN: "2" }),
    ],
    [
      "Vorbis comments",
      flacWith(
        ...["ALBUMARTIST=Duo", "COMPOSER=Ann/Bo", "WORK=Sonata"],
        ...["MOVEMENTNAME=Largo", "MOVEMENT=2"],
      ),
    ],
    [
      "MP4",
      mp4With({
        ...{ aART: ["Duo"], "©wrt": ["Ann/Bo"], "©wrk": ["Sonata"] },
        ...{ "©mvn": ["Largo"], "©mvi": Buffer.from([0, 2]) },
      }),
    ],
  ])("are read from %s", async (_kind, file) => {
    expect(await tagsOf(file)).toMatchObject(credits);
  });

  it("have no work where a tag without movements groups tracks", async () => {
    expect(await tagsOf(mp3With(3, { TIT1: "Party" }))).not.toHaveProperty("work");
  });

  it("have the name of a movement that is written in place of its number", async () => {
    const tags = await tagsOf(flacWith("MOVEMENT=Largo"));

    expect(tags).toMatchObject({ movement: "Largo" });
    expect(tags).not.toHaveProperty("movementNumber");
  });
});
