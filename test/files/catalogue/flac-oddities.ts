import { apeTag, id3v1Tag } from "../../adapters/library/audio-stream/retagged.js";
import { flacBytes, type FlacOptions } from "../../signals/encoded/flac-bytes.js";
import { named } from "./mp3-tagged.js";
import { numberedTone } from "./numbered-audio.js";
import type { Expected, OddFile } from "./odd-file.js";
import { jpeg, png } from "./pictures.js";
import { commentBytes, flacPicture, namesOf, oddComments } from "./vorbis-comment-bytes.js";

/** Types of metadata blocks. Source: RFC 9639, 8.1. */
const [PADDING, APPLICATION, SEEK_TABLE, COMMENTS, CUE_SHEET, PICTURE] = [
  1, 2, 3, 4, 5, 6,
] as const;

const RFC = "RFC 9639";

type Block = readonly [type: number, content: Uint8Array];

const comments = (title: string): Block => [COMMENTS, commentBytes(namesOf(title))];

/** A FLAC file of a tone that the number says. */
function flac(
  name: string,
  source: string,
  {
    blocks = (title) => [comments(title)],
    sound = {},
    options = {},
    change = (file) => file,
    ...facts
  }: {
    readonly blocks?: (title: string) => readonly Block[];
    readonly sound?: Parameters<typeof numberedTone>[1];
    readonly options?: Partial<FlacOptions>;
    readonly change?: (file: Buffer, title: string) => Buffer;
    readonly suffix?: string;
    readonly expected?: Expected;
  } = {},
): OddFile {
  return {
    ...facts,
    name: `FLAC, ${name}`,
    source,
    extension: "flac",
    bytes: (title, number) => {
      const channels = numberedTone(number, sound);
      const { sampleRate = 8_000 } = sound;
      return change(flacBytes({ channels, sampleRate, blocks: blocks(title), ...options }), title);
    },
  };
}

const ofComments: readonly OddFile[] = oddComments(jpeg).map((one) =>
  flac(`comments ${one.name}`, one.source, {
    blocks: (title) => [[COMMENTS, commentBytes(one.comments(title))]],
    ...(one.suffix !== undefined && { suffix: one.suffix }),
    expected: { tags: one.name === "of none" ? "none" : (one.tags ?? {}) },
  }),
);

const shown = { expected: { tags: { hasCover: true } } } as const;

const ofBlocks: readonly OddFile[] = [
  flac("no comments", RFC, { blocks: () => [], expected: { tags: "none" } }),
  flac("comments of no program", RFC, {
    blocks: (title) => [[COMMENTS, commentBytes(namesOf(title), "")]],
  }),
  flac("a picture", RFC, {
    ...shown,
    blocks: (title) => [comments(title), [PICTURE, flacPicture(jpeg)]],
  }),
  flac("pictures of the back and the front", RFC, {
    ...shown,
    blocks: (title) => [
      [PICTURE, flacPicture(png, 4, "image/png")],
      comments(title),
      [PICTURE, flacPicture(jpeg)],
    ],
  }),
  flac("a picture of 100 kB", "github.com/taglib/taglib/issues/1249", {
    ...shown,
    blocks: (title) => [
      comments(title),
      [PICTURE, flacPicture(Buffer.concat([jpeg, Buffer.alloc(100_000, 3)]))],
    ],
  }),
  flac("the address of a picture", RFC, {
    blocks: (title) => [
      comments(title),
      [PICTURE, flacPicture(Buffer.from("http://example.org/a.jpg"), 3, "-->")],
    ],
  }),
  flac("a picture that states too many bytes", "github.com/tinytag/tinytag/pull/337", {
    blocks: (title) => {
      const picture = flacPicture(jpeg);
      picture.writeUInt32BE(90_000, picture.length - jpeg.length - 4);
      return [comments(title), [PICTURE, picture]];
    },
    expected: { tags: { hasCover: true } },
  }),
  flac("two blocks of comments", "github.com/quodlibet/mutagen/pull/378", {
    blocks: (title) => [comments(title), [COMMENTS, commentBytes([["ALBUM", "Album"]])]],
    expected: { tags: { album: "Album" }, untagged: /several blocks of comments/ },
  }),
  flac("two blocks of comments, the first empty", "github.com/quodlibet/mutagen/issues/692", {
    blocks: (title) => [[COMMENTS, commentBytes([])], comments(title)],
    expected: {
      untagged: /several blocks of comments/,
      differs: { mutagen: "reads the first block alone" },
    },
  }),
  flac("padding of no length", RFC, {
    blocks: (title) => [comments(title), [PADDING, Buffer.alloc(0)]],
  }),
  flac("padding of 50 kB before the comments", RFC, {
    blocks: (title) => [[PADDING, Buffer.alloc(50_000)], comments(title)],
  }),
  flac("blocks of applications and of a type that is not known", RFC, {
    blocks: (title) => [
      [APPLICATION, Buffer.from("riff1234")],
      [100, Buffer.from("unknown")],
      comments(title),
    ],
  }),
  flac("a seek table of placeholders", RFC, {
    blocks: (title) => [[SEEK_TABLE, Buffer.alloc(18 * 4, 0xff)], comments(title)],
  }),
  flac("a block of a cue sheet without tracks", RFC, {
    blocks: (title) => [comments(title), [CUE_SHEET, Buffer.alloc(396)]],
    expected: { tags: {}, differs: { mutagen: "refuses the file" } },
  }),
];

const ofEnds: readonly OddFile[] = [
  flac("ID3v2 in front", "github.com/Vanilagy/mediabunny/issues/417", {
    change: (file) => Buffer.concat([named()("Other"), file]),
    expected: { differs: { mutagen: "reads the tag in front" } },
  }),
  flac("ID3v2 in front, and no comments", "github.com/quodlibet/quodlibet/issues/183", {
    blocks: () => [],
    change: (file, title) => Buffer.concat([named()(title), file]),
  }),
  flac("ID3v1 behind the audio", "github.com/xiph/flac/issues/523", {
    change: (file) => Buffer.concat([file, id3v1Tag("Other")]),
  }),
  flac("an APE tag behind the audio", "github.com/xiph/flac/issues/523", {
    change: (file) => Buffer.concat([file, apeTag("Other")]),
  }),
  flac("ID3v2 in front and ID3v1 behind", "github.com/dhowden/tag/issues/58", {
    change: (file) => Buffer.concat([named()("Other"), file, id3v1Tag("Other")]),
    expected: { differs: { mutagen: "reads the tag in front" } },
  }),
  flac("cut off within a frame", "github.com/xiph/flac/issues/523", {
    sound: { seconds: 3 },
    change: (file) => file.subarray(0, file.length / 2),
    expected: { undecodable: /truncated/ },
  }),
  flac("nothing behind its metadata", RFC, {
    options: { channels: [new Float32Array()] },
    expected: { undecodable: /./ },
  }),
];

const ofSound: readonly OddFile[] = [
  flac("a number of samples that is not known", RFC, { options: { statedSamples: 0 } }),
  flac("8 bits", RFC, { options: { bits: 8 } }),
  flac("24 bits", RFC, { options: { bits: 24 } }),
  ...[2, 3, 6, 8].map((channelCount) =>
    flac(`${channelCount} channels`, RFC, { sound: { channelCount } }),
  ),
  ...[11_025, 22_050, 44_100, 96_000, 192_000].map((sampleRate) =>
    flac(`${sampleRate} Hz`, RFC, { sound: { sampleRate, seconds: 0.5 } }),
  ),
  flac("a mask of channels", RFC, {
    sound: { channelCount: 4 },
    blocks: (title) => [
      [
        COMMENTS,
        commentBytes([...namesOf(title), ["WAVEFORMATEXTENSIBLE_CHANNEL_MASK", "0x0033"]]),
      ],
    ],
  }),
];

export const flacOddities: readonly OddFile[] = [...ofComments, ...ofBlocks, ...ofEnds, ...ofSound];
