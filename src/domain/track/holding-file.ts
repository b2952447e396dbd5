import { directoryOf } from "../directory-of.js";

/** How the audio of a file is encoded. */
export interface StreamFacts {
  /** The common name of the format, of its codec where a container has several: MP3, FLAC, AAC; absent where it was not read. */
  readonly format?: string;
  /** The mean bit rate of the audio, kbit/s, an integer > 0; absent where the file does not say it. */
  readonly bitRateKbps?: number;
}

/** What lists of tracks know of the files that hold a recording. */
export interface HoldingFile extends StreamFacts {
  /** The directory of the first file by path, below its library folder; empty for the library folder itself. */
  readonly folder: string;
  /** When the first of all files was added, milliseconds since 1970; absent where it is not known of all. */
  readonly addedAt?: number;
}

/** Returns what lists know of the files that hold a recording, in the order of their paths; `undefined` of none. */
export function holdingFileOf(
  files: readonly (StreamFacts & { readonly relativePath: string; readonly addedAt?: number })[],
): HoldingFile | undefined {
  const [first] = files;
  if (first === undefined) return undefined;
  const { relativePath, format, bitRateKbps } = first;
  const addedAt = Math.min(...files.map((file) => file.addedAt ?? NaN));
  return {
    folder: directoryOf(relativePath),
    ...(format !== undefined && { format }),
    ...(bitRateKbps !== undefined && { bitRateKbps }),
    ...(!Number.isNaN(addedAt) && { addedAt }),
  };
}
