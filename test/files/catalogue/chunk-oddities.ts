import { aiffBytes, type AiffOptions } from "../../signals/encoded/aiff-bytes.js";
import { wavBytes, wavChunk, type WavOptions } from "../../signals/encoded/wav-bytes.js";
import { asRifx } from "../../signals/encoded/rifx-bytes.js";
import { named } from "./mp3-tagged.js";
import { numberedTone } from "./numbered-audio.js";
import { ARTIST, type Expected, type OddFile } from "./odd-file.js";

const RIFF = "Microsoft and IBM, Multimedia Programming Interface, RIFF";
const AIFF = "Apple, AIFF 1.3";
const PADDING = "github.com/DSheirer/sdrtrunk/issues/556";

type Sound = Parameters<typeof numberedTone>[1];

interface WavOddity extends Partial<Omit<WavOptions, "channels">> {
  readonly sound?: Sound;
  /** Chunks behind the samples. */
  readonly behind?: (title: string) => readonly Uint8Array[];
  readonly before?: (title: string) => readonly Uint8Array[];
  readonly change?: (file: Buffer) => Buffer;
  readonly extension?: string;
  readonly expected?: Expected;
}

/** A WAV whose names are in a chunk with an ID3 tag, unless it is said otherwise. */
function wav(name: string, source: string, odd: WavOddity = {}): OddFile {
  const {
    sound = {},
    before,
    change = (file) => file,
    extension = "wav",
    expected,
    ...options
  } = odd;
  const behind = odd.behind ?? ((title: string) => [wavChunk("id3 ", named()(title))]);
  return {
    name: `WAV, ${name}`,
    source,
    extension,
    ...(expected && { expected }),
    bytes: (title, number) => {
      const made = Buffer.from(
        wavBytes({
          sampleRate: sound.sampleRate ?? 8_000,
          ...options,
          channels: numberedTone(number, sound),
          ...(before && { chunksBefore: before(title) }),
        }),
      );
      return change(withChunks(made, behind(title)));
    },
  };
}

/** Returns a RIFF file with chunks behind its others, and the length that it then has. */
function withChunks(file: Buffer, chunks: readonly Uint8Array[]): Buffer {
  const whole = Buffer.concat([file, Buffer.alloc(file.length % 2), ...chunks]);
  if (file.readUInt32LE(4) !== 0xffff_ffff) whole.writeUInt32LE(whole.length - 8, 4);
  return whole;
}

/** The list INFO with artist and title. */
const info = (title: string): Uint8Array =>
  wavChunk(
    "LIST",
    Buffer.concat([
      Buffer.from("INFO"),
      wavChunk("IART", Buffer.from(`${ARTIST}\0`)),
      wavChunk("INAM", Buffer.from(`${title}\0`)),
    ]),
  );

/** A list INFO with an album. */
const albumInfo = wavChunk(
  "LIST",
  Buffer.concat([Buffer.from("INFO"), wavChunk("IPRD", Buffer.from("Album\0"))]),
);

const noTags = { behind: () => [], expected: { tags: "none" } } as const;

const wavSound: readonly OddFile[] = [
  ...(["u8", "s16", "s24", "s32", "f32", "f64"] as const).map((encoding) =>
    wav(`samples of ${encoding}`, RIFF, { encoding }),
  ),
  ...(["s16", "s24", "s32", "f32"] as const).map((encoding) =>
    wav(`samples of ${encoding}, extensible`, "github.com/jstrait/wavefile/issues/11", {
      encoding,
      isExtensible: true,
    }),
  ),
  ...[2, 3, 6, 8].map((channelCount) =>
    wav(`${channelCount} channels`, RIFF, { sound: { channelCount } }),
  ),
  ...[11_025, 44_100, 48_000, 96_000].map((sampleRate) =>
    wav(`${sampleRate} Hz`, RIFF, { sound: { sampleRate, seconds: 0.5 } }),
  ),
  wav("RF64", "github.com/google/ExoPlayer/issues/8467", { form: "RF64" }),
  wav("BW64", "github.com/IMFTool/IMFTool/issues/21", { form: "BW64", ...noTags }),
  wav("RIFX", "en.wikipedia.org/wiki/Resource_Interchange_File_Format", {
    ...noTags,
    change: (file) => Buffer.from(asRifx(file, 2)),
  }),
  wav("the length of a frame is 0", RIFF, { lies: { frameBytes: 0 } }),
  wav("the length of the samples is 0", "github.com/audacity/audacity/issues/4401", {
    lies: { dataBytes: 0 },
    ...noTags,
    expected: { tags: "none", untagged: /./ },
  }),
  wav("the length of the samples is not known", RIFF, {
    lies: { dataBytes: 0xffff_ffff },
    ...noTags,
    expected: { tags: "none", untagged: /./ },
  }),
  wav("the length of the file is not known", RIFF, {
    ...noTags,
    change: (file) => {
      file.writeUInt32LE(0xffff_ffff, 4);
      return file;
    },
    expected: { tags: "none", untagged: /another length/ },
  }),
  wav("an odd number of bytes without padding", "github.com/Zeugma440/atldotnet/issues/213", {
    encoding: "u8",
    sound: { seconds: 0.700_125 },
    ...noTags,
  }),
  wav("cut off within its samples", RIFF, {
    ...noTags,
    sound: { seconds: 3 },
    change: (file) => file.subarray(0, file.length / 2),
    expected: { tags: "none", undecodable: /truncated/ },
  }),
  wav("its format behind its samples", RIFF, {
    ...noTags,
    change: (file) =>
      Buffer.concat([file.subarray(0, 12), file.subarray(36), file.subarray(12, 36)]),
  }),
];

const wavChunks: readonly OddFile[] = [
  wav("a list INFO in front of the samples", RIFF, {
    before: (title) => [info(title)],
    behind: () => [],
  }),
  wav("a list INFO behind the samples", RIFF, { behind: (title) => [info(title)] }),
  wav("two lists INFO", RIFF, { behind: (title) => [info(title), albumInfo] }),
  wav("a list INFO and an ID3 tag", "github.com/polyfloyd/rust-id3/issues/63", {
    behind: (title) => [info("Cut off"), wavChunk("id3 ", named()(title))],
  }),
  wav("an ID3 tag in a chunk of capital letters", "github.com/polyfloyd/rust-id3/issues/63", {
    behind: (title) => [wavChunk("ID3 ", named()(title))],
  }),
  wav("an ID3 tag in front of the samples", "github.com/polyfloyd/rust-id3/issues/63", {
    before: (title) => [wavChunk("id3 ", named()(title))],
    behind: () => [],
  }),
  wav("two ID3 tags", "github.com/mpruett/audiofile/issues/3", {
    behind: (title) => [wavChunk("id3 ", named()(title)), wavChunk("id3 ", named()("Other"))],
    expected: { untagged: /several ID3 tags/, differs: { mutagen: "reads the last one" } },
  }),
  wav("an ID3 tag of an odd length", PADDING, {
    behind: (title) => [wavChunk("id3 ", named()(`${title}`))],
  }),
  wav("an ID3 tag of version 2.4 with padding", PADDING, {
    behind: (title) => [wavChunk("id3 ", named({ version: 4, padding: 333 })(title))],
  }),
  ...(["JUNK", "bext", "iXML", "PEAK", "fact", "cue ", "smpl"] as const).map((id) =>
    wav(`a chunk ${id} in front of the samples`, "EBU Tech 3285 and RIFF", {
      before: () => [wavChunk(id, Buffer.alloc(602, 0x20))],
    }),
  ),
  wav("a chunk of an odd length", PADDING, { before: () => [wavChunk("JUNK", Buffer.alloc(33))] }),
  wav("text behind its chunks", RIFF, {
    ...noTags,
    change: (file) => Buffer.concat([file, Buffer.from("text")]),
    expected: { tags: "none", untagged: /another length/ },
  }),
  wav("the extension of broadcasts", "EBU Tech 3285", { extension: "bwf" }),
  wav("no tags", RIFF, noTags),
];

interface AiffOddity extends Partial<Omit<AiffOptions, "channels">> {
  readonly sound?: Sound;
  readonly chunks?: (title: string) => readonly (readonly [id: string, content: Uint8Array])[];
  readonly extension?: string;
  readonly expected?: Expected;
}

/** An AIFF file whose names are in a chunk with an ID3 tag, unless it is said otherwise. */
function aiff(name: string, source: string, odd: AiffOddity = {}): OddFile {
  const { sound = {}, extension = "aiff", expected, ...options } = odd;
  const chunks = odd.chunks ?? ((title: string) => [["ID3 ", named()(title)] as const]);
  return {
    name: `AIFF, ${name}`,
    source,
    extension,
    ...(expected && { expected }),
    bytes: (title, number) => {
      const channels = numberedTone(number, sound);
      const made = Buffer.from(
        aiffBytes({ sampleRate: sound.sampleRate ?? 8_000, ...options, channels }),
      );
      const added = chunks(title).map(([id, content]) => {
        const header = Buffer.alloc(8);
        header.write(id, "latin1");
        header.writeUInt32BE(content.length, 4);
        return Buffer.concat([header, content, Buffer.alloc(content.length % 2)]);
      });
      const whole = Buffer.concat([made, ...added]);
      whole.writeUInt32BE(whole.length - 8, 4);
      return whole;
    },
  };
}

const aiffFiles: readonly OddFile[] = [
  ...[8, 16, 24, 32].map((bits) => aiff(`${bits} bits`, AIFF, { bits })),
  ...(["sowt", "fl32"] as const).map((compression) =>
    aiff(`AIFF-C of ${compression}`, "github.com/tinytag/tinytag/pull/111", {
      compression,
      extension: "aifc",
    }),
  ),
  ...[2, 6].map((channelCount) =>
    aiff(`${channelCount} channels`, AIFF, { sound: { channelCount } }),
  ),
  ...[22_050, 44_100, 96_000].map((sampleRate) =>
    aiff(`${sampleRate} Hz`, AIFF, { sound: { sampleRate, seconds: 0.5 } }),
  ),
  aiff("no tags", AIFF, { chunks: () => [], expected: { tags: "none" } }),
  aiff("texts of AIFF", AIFF, {
    chunks: (title) => [
      ["NAME", Buffer.from(title)],
      ["AUTH", Buffer.from(ARTIST)],
    ],
    expected: { differs: { mutagen: "does not read them" } },
  }),
  aiff("texts of AIFF and an ID3 tag", "github.com/quodlibet/mutagen/issues/541", {
    chunks: (title) => [
      ["NAME", Buffer.from("Cut off")],
      ["ID3 ", named()(title)],
    ],
  }),
  aiff("an ID3 tag of version 2.4", "github.com/dhowden/tag/issues/68", {
    chunks: (title) => [["ID3 ", named({ version: 4, encoding: "utf8" })(title)]],
  }),
  aiff("an ID3 tag of version 2.2", "github.com/Marekkon5/onetagger/issues/109", {
    chunks: (title) => [["ID3 ", named({ version: 2 })(title)]],
  }),
  aiff("a chunk of an odd length", "github.com/polyfloyd/rust-id3/issues/65", {
    chunks: (title) => [
      ["ANNO", Buffer.from("odd")],
      ["ID3 ", named()(title)],
    ],
  }),
  aiff("the extension .aif", AIFF, { extension: "aif" }),
];

export const chunkOddities: readonly OddFile[] = [...wavSound, ...wavChunks, ...aiffFiles];
