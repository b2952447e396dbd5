import { apeBytes } from "../../signals/encoded/ape-bytes.js";
import { wavBytes, wavChunk } from "../../signals/encoded/wav-bytes.js";
import { flacBytes } from "../../signals/encoded/flac-bytes.js";
import { named } from "./mp3-tagged.js";
import { apeTexts } from "./mpeg-streams.js";
import { numberedTone } from "./numbered-audio.js";
import type { Expected, OddFile } from "./odd-file.js";
import { gif, jpeg, png, svg, webp } from "./pictures.js";
import { commentBytes, namesOf } from "./vorbis-comment-bytes.js";

const M3U = "github.com/MatteoGuadrini/mkpl/issues/19";

/** A WAV of a tone. */
function plainWav(number: number, title?: string, seconds?: number): Buffer {
  const channels = numberedTone(number, { ...(seconds !== undefined && { seconds }) });
  const file = Buffer.from(wavBytes({ channels, sampleRate: 8_000 }));
  if (title === undefined) return file;
  const whole = Buffer.concat([
    file,
    wavChunk("id3 ", named({ version: 4, encoding: "utf8" })(title)),
  ]);
  whole.writeUInt32LE(whole.length - 8, 4);
  return whole;
}

/** Names that disks take, and that some list or export might not. */
const stems: readonly (readonly [stem: string, source: string])[] = [
  ['12" Mix', M3U],
  ["two\nlines", M3U],
  ["carriage\rreturn", M3U],
  ["a\ttab", M3U],
  ["#EXTINF 1, no comment", "github.com/quodlibet/quodlibet/issues/4235"],
  ["100% pure", "github.com/Schallbert/DFplayer_AutoStructureFromPlaylist/issues/2"],
  ["%20", "github.com/Schallbert/DFplayer_AutoStructureFromPlaylist/issues/2"],
  ["a;b,c|d", M3U],
  ["=1+1", M3U],
  ["-rf", M3U],
  ["what? & <why>", M3U],
  ["back\\slash", "github.com/owntone/owntone-server/issues/1392"],
  ["*?[a-z]{1,2}", M3U],
  ["'quoted'", M3U],
  ["$(touch x)`y`", M3U],
  ["Motörhead", "github.com/enzo1982/freac/issues/388"],
  ["cafe\u0301", "github.com/music-assistant/support/issues/3292"],
  ["日本の歌", "github.com/mpv-player/mpv/issues/5143"],
  ["𝄞 🎵", "github.com/mpv-player/mpv/issues/5143"],
  ["\u202eright to left", M3U],
  ["\u2028line\u2029end", M3U],
  ["\ufeffmarked", M3U],
  [" spaces around ", M3U],
  ["dots...", M3U],
  ["CON", M3U],
  ["http:", M3U],
  ["ü".repeat(120), "man7.org, path_resolution: names of up to 255 bytes"],
  ["a\u0001b\u001fc\u007f", M3U],
];

const names: readonly OddFile[] = stems.map(([stem, source]) => ({
  name: `A name, ${JSON.stringify(stem)}`,
  source,
  extension: "wav",
  stem,
  bytes: (title, number) => plainWav(number, title),
}));

/** Names of files without tags, which say artist and title, and what they say. */
const titled: readonly OddFile[] = (
  [
    ["Ann - Song {}", "Ann", "Song {}"],
    ["07 - Ann - Song {}", "Ann", "Song {}"],
    ["07. Ann - Song {}", "07. Ann", "Song {}"],
    ["Ann – Song {} – Live", "Ann", "Song {} - Live"],
    ["Ann_-_{}", "Ann", "{}"],
    ["311 - Song {}", "311", "Song {}"],
  ] as const
).map(([stem, artist, trackName]) => ({
  name: `A name that says the title, "${stem}"`,
  source: "github.com/nc-music/oc-music/issues/251",
  extension: "wav",
  stem: stem.replace("{}", stem.includes(" ") ? "of the name" : "of_the_name"),
  bytes: (_, number) => plainWav(number),
  expected: { tags: { artist, trackName: trackName.replace("{}", "of the name") } },
}));

const COVERS = "github.com/Rello/audioplayer/issues/460";

/** A file and a picture beside it. */
const covered = (name: string, bytes: Uint8Array, isShown = true): OddFile => ({
  name: `A picture beside, ${name}${isShown ? "" : ", which is none"}`,
  source: COVERS,
  extension: "wav",
  bytes: (title, number) => plainWav(number, title),
  beside: () => ({ [name]: bytes }),
  expected: { coverBeside: isShown },
});

const covers: readonly OddFile[] = [
  covered("cover.jpg", jpeg),
  covered("Folder.JPG", jpeg),
  covered("front.png", png),
  covered("album.webp", webp),
  covered("AlbumArt.gif", gif),
  covered("cover.png", svg, false),
  covered("booklet.jpg", jpeg, false),
  covered("folder.jpg", Buffer.alloc(0), false),
];

const CUE = "github.com/flacon/flacon/issues/34";
const SECONDS = 2;

/** A cue sheet of two tracks of a second each. */
const sheet = (file: string, { kind = "WAVE", end = "\n", second = "00:01:00" } = {}): string =>
  [
    'PERFORMER "Ann"',
    'TITLE "Disc"',
    `FILE "${file}" ${kind}`,
    "  TRACK 01 AUDIO",
    '    TITLE "One"',
    "    INDEX 01 00:00:00",
    "  TRACK 02 AUDIO",
    '    TITLE "Zwei \u00fcber"',
    `    INDEX 01 ${second}`,
    "",
  ].join(end);

const utf16 = (text: string): Buffer => Buffer.from(`\ufeff${text}`, "utf16le");

/** A file that a sheet beside it divides, or does not. */
const divided = (
  name: string,
  source: string,
  makeSheet: (fileName: string) => Uint8Array | string,
  expected: Expected = { tracks: 2, untagged: /a cue sheet divides it/ },
): OddFile => ({
  name: `A cue sheet, ${name}`,
  source,
  extension: "wav",
  bytes: (_, number) => plainWav(number, undefined, SECONDS),
  beside: (fileName) => ({ "disc.cue": Buffer.from(makeSheet(fileName)) }),
  expected,
});

/** Monkey's Audio of a tone, without tags. */
function plainApe(number: number): Buffer {
  const samples = numberedTone(number, { seconds: SECONDS, channelCount: 2 }).map((channel) =>
    Int16Array.from(channel, (sample) => Math.round(32_767 * sample)),
  );
  return apeBytes([samples[0]!, samples[1]!], 8_000);
}

const APE_TRACKS: Expected = { tracks: 2, untagged: /tags of Monkey's Audio are not written/ };

const cueSheets: readonly OddFile[] = [
  divided("in UTF-8", CUE, (file) => sheet(file)),
  divided("in UTF-8 with a mark", CUE, (file) => `\ufeff${sheet(file)}`),
  divided("in UTF-16", "github.com/enzo1982/freac/issues/507", (file) => utf16(sheet(file))),
  divided("in Windows-1252", "github.com/ftrvxmtrx/split2flac/issues/17", (file) =>
    Buffer.from(sheet(file), "latin1"),
  ),
  divided("with the ends of lines of Windows", CUE, (file) => sheet(file, { end: "\r\n" })),
  divided("with the ends of lines of old Macs", CUE, (file) => sheet(file, { end: "\r" })),
  divided("of an MP3 that is a WAV", CUE, (file) => sheet(file.replace(".wav", ".mp3"))),
  divided("of a name in capital letters", CUE, (file) => sheet(file.toUpperCase())),
  divided("of one track", CUE, (file) => sheet(file).split("  TRACK 02")[0] ?? "", {
    tags: { trackName: "One", album: "Disc" },
    differs: { mutagen: "reads no sheet" },
  }),
  divided("of another file", CUE, () => sheet("other.wav"), { tags: "none" }),
  divided(
    "whose second track begins behind the end",
    CUE,
    (file) => sheet(file, { second: "59:00:00" }),
    {
      tags: "none",
    },
  ),
  divided("whose tracks do not ascend", CUE, (file) => sheet(file, { second: "00:00:00" }), {
    tags: "none",
  }),
  divided("that is a picture", CUE, () => Buffer.from("89504e47", "hex"), { tags: "none" }),
  {
    name: "A cue sheet, inside of FLAC",
    source: "github.com/ftrvxmtrx/split2flac/issues/10",
    extension: "flac",
    bytes: (title, number) =>
      flacBytes({
        channels: numberedTone(number, { seconds: SECONDS }),
        sampleRate: 8_000,
        blocks: [[4, commentBytes([...namesOf(title), ["CUESHEET", sheet("x.wav")]])]],
      }),
    expected: { tracks: 2, untagged: /a cue sheet divides it/ },
  },
  {
    ...divided("of Monkey's Audio", CUE, (file) => sheet(file), APE_TRACKS),
    extension: "ape",
    bytes: (_, number) => plainApe(number),
  },
  {
    name: "A cue sheet, inside of Monkey's Audio",
    source: CUE,
    extension: "ape",
    bytes: (title, number) =>
      Buffer.concat([
        plainApe(number),
        apeTexts({ Artist: "Ann", Title: title, Cuesheet: sheet("x.wav") }),
      ]),
    expected: APE_TRACKS,
  },
];

export const placeOddities: readonly OddFile[] = [...names, ...titled, ...covers, ...cueSheets];
