/** A format of audio files. */
export type AudioFormat = {
  /** Its common name. */
  readonly name: string;
  /** Of file names, in lower case; none where most files of the format are videos, which scans leave out. */
  readonly extensions: readonly string[];
  readonly mediaType: string;
  /** Whether its audio is that which was encoded; absent where files of the format may be either. */
  readonly isLossless?: boolean;
  /** Its first 16 bytes as Latin-1 text; absent where only whole frames tell. */
  readonly begins?: RegExp;
} & (
  | { readonly decoder: "wav" | "aiff" | "flac" | "ogg" | "mpeg" }
  | {
      readonly decoder: "ffmpeg";
      /** Its name in ffmpeg. */
      readonly demuxer: string;
      /** Whether it consists of frames from the first byte behind the tags on, up to other tags. */
      readonly isFramed?: boolean;
      /** Whether ffmpeg can begin at any sample exactly: its time stamps count samples, and it is lossless. */
      readonly seeksExactly?: boolean;
    }
);

/**
 * The formats of audio files. What a scan opens, how a file is recognised, what decodes it and as which media type it
 * is served follow from this list, and so do the file dialog of the page and the list in the guide. It is fixed, so
 * that ffmpeg does not guess a format, and no playlist is read as audio.
 */
export const audioFormats: readonly AudioFormat[] = [
  {
    name: "WAV",
    extensions: ["wav", "wave", "bwf", "rf64"],
    mediaType: "audio/wav",
    isLossless: true,
    decoder: "wav",
    begins: /^(?:RIFF|RIFX|RF64|BW64)[^]{4}WAVE/,
  },
  {
    name: "AIFF",
    extensions: ["aiff", "aif", "aifc"],
    mediaType: "audio/aiff",
    isLossless: true,
    decoder: "aiff",
    begins: /^FORM[^]{4}AIF[FC]/,
  },
  {
    name: "FLAC",
    extensions: ["flac"],
    mediaType: "audio/flac",
    isLossless: true,
    decoder: "flac",
    begins: /^fLaC/,
  },
  {
    name: "Ogg (Vorbis, Opus, FLAC)",
    extensions: ["ogg", "oga", "opus"],
    mediaType: "audio/ogg",
    decoder: "ogg",
    begins: /^OggS/,
  },
  {
    name: "MP4 (AAC, ALAC)",
    extensions: ["m4a", "m4b", "mp4", "alac"],
    mediaType: "audio/mp4",
    decoder: "ffmpeg",
    demuxer: "mov",
    begins: /^[^]{4}ftyp/,
  },
  {
    name: "QuickTime",
    extensions: [],
    mediaType: "video/quicktime",
    decoder: "ffmpeg",
    demuxer: "mov",
    begins: /^[^]{4}(?:moov|mdat|wide)/,
  },
  {
    name: "WebM",
    extensions: ["webm", "mka"],
    mediaType: "audio/webm",
    decoder: "ffmpeg",
    demuxer: "matroska",
    begins: /^\x1a\x45\xdf\xa3/,
  },
  {
    name: "WMA",
    extensions: ["wma"],
    mediaType: "audio/x-ms-wma",
    decoder: "ffmpeg",
    demuxer: "asf",
    begins: /^\x30\x26\xb2\x75\x8e\x66\xcf\x11/,
  },
  {
    name: "Core Audio",
    extensions: ["caf"],
    mediaType: "audio/x-caf",
    decoder: "ffmpeg",
    demuxer: "caf",
    begins: /^caff/,
  },
  {
    name: "WavPack",
    extensions: ["wv"],
    mediaType: "audio/x-wavpack",
    decoder: "ffmpeg",
    demuxer: "wv",
    isFramed: true,
    seeksExactly: true,
    begins: /^wvpk/,
  },
  {
    name: "Monkey's Audio",
    extensions: ["ape"],
    mediaType: "audio/x-ape",
    isLossless: true,
    decoder: "ffmpeg",
    demuxer: "ape",
    isFramed: true,
    seeksExactly: true,
    begins: /^MAC /,
  },
  {
    name: "Musepack",
    extensions: ["mpc"],
    mediaType: "audio/x-musepack",
    isLossless: false,
    decoder: "ffmpeg",
    demuxer: "mpc8",
    begins: /^MPCK/,
  },
  {
    name: "Musepack 7",
    extensions: ["mpc"],
    mediaType: "audio/x-musepack",
    isLossless: false,
    decoder: "ffmpeg",
    demuxer: "mpc",
    begins: /^MP\+/,
  },
  {
    name: "True Audio",
    extensions: ["tta"],
    mediaType: "audio/x-tta",
    isLossless: true,
    decoder: "ffmpeg",
    demuxer: "tta",
    isFramed: true,
    seeksExactly: true,
    begins: /^TTA1/,
  },
  {
    name: "AMR",
    extensions: ["amr"],
    mediaType: "audio/amr",
    isLossless: false,
    decoder: "ffmpeg",
    demuxer: "amr",
    begins: /^#!AMR/,
  },
  {
    name: "AU",
    extensions: ["au", "snd"],
    mediaType: "audio/basic",
    decoder: "ffmpeg",
    demuxer: "au",
    begins: /^\.snd/,
  },
  {
    name: "DSF",
    extensions: ["dsf"],
    mediaType: "audio/x-dsf",
    isLossless: true,
    decoder: "ffmpeg",
    demuxer: "dsf",
    begins: /^DSD /,
  },
  {
    name: "DTS",
    extensions: ["dts"],
    mediaType: "audio/vnd.dts",
    decoder: "ffmpeg",
    demuxer: "dts",
    begins: /^\x7f\xfe\x80\x01/,
  },
  {
    name: "Flash video",
    extensions: [],
    mediaType: "video/x-flv",
    decoder: "ffmpeg",
    demuxer: "flv",
    begins: /^FLV\x01/,
  },
  {
    name: "MPEG program stream",
    extensions: [],
    mediaType: "video/mpeg",
    decoder: "ffmpeg",
    demuxer: "mpeg",
    begins: /^\x00\x00\x01\xba/,
  },
  {
    name: "E-AC-3",
    extensions: ["eac3", "ec3"],
    mediaType: "audio/eac3",
    isLossless: false,
    // With a bit stream identification above 10, the sync word of AC-3 begins Enhanced AC-3.
    decoder: "ffmpeg",
    demuxer: "eac3",
    begins: /^\x0b\x77[^]{3}[\x58-\xff]/,
  },
  {
    name: "AC-3",
    extensions: ["ac3"],
    mediaType: "audio/ac3",
    isLossless: false,
    decoder: "ffmpeg",
    demuxer: "ac3",
    begins: /^\x0b\x77/,
  },
  {
    name: "AAC",
    extensions: ["aac"],
    mediaType: "audio/aac",
    isLossless: false,
    decoder: "ffmpeg",
    demuxer: "aac",
    isFramed: true,
  },
  {
    name: "MP3",
    extensions: ["mp3", "mp2", "mp1"],
    mediaType: "audio/mpeg",
    isLossless: false,
    decoder: "mpeg",
  },
];

/** The extensions of files that are decoded without ffmpeg, for a file dialog; what a file is, its bytes decide. */
export const decodedExtensions: readonly string[] = audioFormats
  .filter(({ decoder }) => decoder !== "ffmpeg")
  .flatMap(({ extensions }) => extensions);

/** Returns the format that the extension of a file name says; its bytes may be of another. */
export function formatOfName(path: string): AudioFormat | undefined {
  const extension = path.slice(path.lastIndexOf(".") + 1).toLowerCase();
  return formatByExtension.get(extension);
}

/** By the extension; of several formats with one, the first. */
const formatByExtension: ReadonlyMap<string, AudioFormat> = new Map(
  [...audioFormats]
    .reverse()
    .flatMap((format) => format.extensions.map((extension) => [extension, format] as const)),
);
