import {
  OggPageSplitter,
  type OggPage,
} from "../../../src/adapters/decoder/ogg/ogg-page-splitter.js";
import {
  oggHeaderPages,
  oggPage,
  sealedOggPage,
} from "../../../src/adapters/decoder/ogg/ogg-page-writer.js";
import { flacBlock, flacFrames, flacStreamInfo } from "../../signals/encoded/flac-bytes.js";
import { named } from "./mp3-tagged.js";
import { numberedOgg, numberedTone } from "./numbered-audio.js";
import type { Expected, OddFile } from "./odd-file.js";
import { jpeg } from "./pictures.js";
import { commentBytes, namesOf, oddComments, type Comment } from "./vorbis-comment-bytes.js";

/** How a codec is carried by Ogg. */
interface Codec {
  readonly name: string;
  readonly extension: string;
  /** Its first two packets, other headers, and the pages of its sound. */
  readonly parts: (number: number) => {
    readonly head: Uint8Array;
    readonly others: readonly Uint8Array[];
    readonly sound: readonly OggPage[];
  };
  /** The packet of the comments. */
  readonly comments: (content: Buffer) => Buffer;
}

/** The packets of pages. */
function packetsOf(pages: readonly OggPage[]): readonly Buffer[] {
  const packets: Buffer[] = [];
  const parts: Uint8Array[] = [];
  for (const { body, lacing } of pages) {
    let at = 0;
    for (const length of lacing) {
      parts.push(body.subarray(at, at + length));
      at += length;
      if (length < 255) packets.push(Buffer.concat(parts.splice(0)));
    }
  }
  return packets;
}

/** The parts of a recording in Ogg whose headers end with a page. */
const recordedParts =
  (name: string): Codec["parts"] =>
  (number) => {
    const pages = new OggPageSplitter().push(numberedOgg(number, name));
    const soundAt = pages.findIndex(({ granulePosition }) => granulePosition > 0);
    const [head = Buffer.alloc(0), , ...others] = packetsOf(pages.slice(0, soundAt));
    return { head, others, sound: pages.slice(soundAt) };
  };

/** FLAC in Ogg of a tone that the number says. Source: RFC 9639, 10.1. */
const flacParts: Codec["parts"] = (number) => {
  const options = { channels: numberedTone(number), sampleRate: 8_000 };
  const head = Buffer.concat([
    Buffer.from("\x7fFLAC\x01\0\0\x01fLaC", "latin1"),
    flacBlock(0, flacStreamInfo(options)),
  ]);
  const frames = flacFrames(options);
  const count = options.channels[0]?.length ?? 0;
  const sound = frames.flatMap((frame, index) => {
    const isLast = index === frames.length - 1;
    const pages = new OggPageSplitter().push(
      Buffer.concat(oggHeaderPages([frame], { serial: 7, firstNumber: 1 })),
    );
    const granulePosition = isLast ? count : (index + 1) * 4_096;
    return pages.map((page) => ({ ...page, granulePosition, isLast }));
  });
  return { head, others: [], sound };
};

const codecs: readonly Codec[] = [
  {
    name: "Vorbis",
    extension: "ogg",
    parts: recordedParts("tones.ogg"),
    comments: (content) =>
      Buffer.concat([Buffer.from("\x03vorbis", "latin1"), content, Buffer.from([1])]),
  },
  {
    name: "Opus",
    extension: "opus",
    parts: recordedParts("tones.opus"),
    comments: (content) => Buffer.concat([Buffer.from("OpusTags"), content]),
  },
  {
    name: "FLAC in Ogg",
    extension: "oga",
    parts: flacParts,
    comments: (content) => flacBlock(0x84, content),
  },
];

/** Returns a stream with these comments. */
function streamOf(
  codec: Codec,
  number: number,
  comments: readonly Comment[],
  { padding = 0, serial = 7, isMarked = true, headOf = (head: Buffer) => head } = {},
): readonly Uint8Array[] {
  const { head, others, sound } = codec.parts(number);
  const packet = Buffer.concat([codec.comments(commentBytes(comments)), Buffer.alloc(padding)]);
  const first = oggHeaderPages([headOf(Buffer.from(head))], { serial, firstNumber: 0 });
  const headers = [...first, ...oggHeaderPages([packet, ...others], { serial, firstNumber: 1 })];
  return [
    ...headers,
    ...sound.map((page, index) =>
      oggPage(
        { ...page, serial, number: headers.length + index, isLast: page.isLast && isMarked },
        page.lacing,
        page.body,
      ),
    ),
  ];
}

/** What is odd about a stream of any codec. */
interface OggOddity {
  readonly name: string;
  readonly source: string;
  readonly bytes: (codec: Codec, title: string, number: number) => readonly Uint8Array[];
  readonly suffix?: string;
  readonly expected?: (codec: Codec) => Expected;
}

const ofComments: readonly OggOddity[] = oddComments(jpeg).map((one) => ({
  name: `comments ${one.name}`,
  source: one.source,
  ...(one.suffix !== undefined && { suffix: one.suffix }),
  bytes: (codec, title, number) => streamOf(codec, number, one.comments(title)),
  expected: () => ({ tags: one.name === "of none" ? "none" : (one.tags ?? {}) }),
}));

const ofPages: readonly OggOddity[] = [
  {
    name: "pages that are numbered from 7 on",
    source: "github.com/savonet/liquidsoap/pull/3276",
    bytes: (codec, title, number) =>
      streamOf(codec, number, namesOf(title)).map((page, at) => sealedOggPage(page, at + 7)),
  },
  {
    name: "no page that is marked as the last one",
    source: "github.com/xiph/Icecast-IceS/issues/1",
    bytes: (codec, title, number) => streamOf(codec, number, namesOf(title), { isMarked: false }),
    expected: () => ({ differs: { ffmpeg: "cuts the last packet" } }),
  },
  {
    name: "two chained streams",
    source: "github.com/savonet/liquidsoap/pull/3062",
    bytes: (codec, title, number) => [
      ...streamOf(codec, number, namesOf(title)),
      ...streamOf(codec, 0, namesOf("Other"), { serial: 8 }),
    ],
    expected: () => ({
      untagged: /several streams|FLAC in Ogg/,
      differs: { ffmpeg: "reports positions of each link anew", mutagen: "reads the last link" },
    }),
  },
  {
    name: "another stream among its pages",
    source: "github.com/fmang/opustags/issues/53",
    bytes: (codec, title, number) => {
      const [first, ...pages] = streamOf(codec, number, namesOf(title));
      const facts = { serial: 99, granulePosition: 0, continuesPacket: false };
      const skeleton = Buffer.from("fishead\0", "latin1");
      return [
        ...(first ? [first] : []),
        oggPage({ ...facts, number: 0, isFirst: true, isLast: false }, [8], skeleton),
        ...pages.slice(0, 1),
        oggPage({ ...facts, number: 1, isFirst: false, isLast: true }, [0], Buffer.alloc(0)),
        ...pages.slice(1),
      ];
    },
    expected: () => ({ untagged: /several streams|FLAC in Ogg/ }),
  },
  {
    name: "zeros behind its last page",
    source: "github.com/eshaz/icecast-metadata-js/pull/165",
    bytes: (codec, title, number) => [
      ...streamOf(codec, number, namesOf(title)),
      Buffer.alloc(2_000),
    ],
    expected: () => ({ untagged: /./ }),
  },
  {
    name: "an ID3 tag in front",
    source: "github.com/cdgriffith/puremagic/pull/122",
    bytes: (codec, title, number) => [named()("Other"), ...streamOf(codec, number, namesOf(title))],
    expected: () => ({ differs: { mutagen: "reads the tag in front" } }),
  },
  {
    name: "a last page that is cut off, of less than a second",
    source: "github.com/Borewit/music-metadata/issues/199",
    bytes: (codec, title, number) => {
      const file = Buffer.concat(streamOf(codec, number, namesOf(title)));
      return [file.subarray(0, file.length - 20)];
    },
    expected: () => ({ untagged: /cut off|FLAC in Ogg/ }),
  },
];

const ofOpus: readonly OggOddity[] = [
  {
    name: "zeros behind the comments",
    source: "RFC 7845, 5.2",
    bytes: (codec, title, number) => streamOf(codec, number, namesOf(title), { padding: 512 }),
  },
  ...[-1_536, 512].map((gain) => ({
    name: `a gain of ${gain / 256} dB in its header`,
    source: "RFC 7845, 5.1",
    bytes: (codec: Codec, title: string, number: number) =>
      streamOf(codec, number, namesOf(title), {
        headOf: (head) => {
          head.writeInt16LE(gain, 16);
          return head;
        },
      }),
  })),
  {
    name: "a gain of R 128 in its comments",
    source: "RFC 7845, 5.2.1",
    bytes: (codec, title, number) =>
      streamOf(codec, number, [...namesOf(title), ["R128_TRACK_GAIN", "-1536"]]),
  },
];

const odd = (codec: Codec, { name, source, suffix, bytes, expected }: OggOddity): OddFile => {
  const isUntagged = codec.name === "FLAC in Ogg";
  return {
    name: `${codec.name}, ${name}`,
    source,
    extension: codec.extension,
    ...(suffix !== undefined && { suffix }),
    bytes: (title, number) => Buffer.concat(bytes(codec, title, number)),
    expected: {
      ...(isUntagged && { untagged: /FLAC in Ogg/ }),
      ...expected?.(codec),
    },
  };
};

export const oggOddities: readonly OddFile[] = codecs.flatMap((codec) =>
  [...ofComments, ...ofPages, ...(codec.name === "Opus" ? ofOpus : [])].map((one) =>
    odd(codec, one),
  ),
);
