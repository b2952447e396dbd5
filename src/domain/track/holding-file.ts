import { compareTexts } from "../compare-texts.js";
import { directoryOf } from "../directory-of.js";
import { joinedUse, type SongUse } from "./song-use.js";

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
  /** The names of the music servers that have it as a song, ascending, at least one; absent where none has. */
  readonly servers?: readonly string[];
  /** What was done with these songs, at least one thing; absent where nothing is known. */
  readonly use?: SongUse;
}

/** A file that holds a recording. */
interface HoldingPath extends StreamFacts {
  readonly relativePath: string;
  readonly addedAt?: number;
  /** The name of the music server of which it is a song; absent for a file of a disk. */
  readonly server?: string | undefined;
  readonly use?: SongUse | undefined;
}

/** Returns what lists know of the files that hold a recording, in the order of their paths; `undefined` of none. */
export function holdingFileOf(files: readonly HoldingPath[]): HoldingFile | undefined {
  const [first] = files;
  if (first === undefined) return undefined;
  const { relativePath, format, bitRateKbps } = first;
  const addedAt = Math.min(...files.map((file) => file.addedAt ?? NaN));
  const servers = [...new Set(files.flatMap(({ server }) => server ?? []))].sort(compareTexts);
  const use = joinedUse(files.flatMap((file) => file.use ?? []));
  return {
    folder: directoryOf(relativePath),
    ...(format !== undefined && { format }),
    ...(bitRateKbps !== undefined && { bitRateKbps }),
    ...(!Number.isNaN(addedAt) && { addedAt }),
    ...(servers.length > 0 && { servers }),
    ...(Object.keys(use).length > 0 && { use }),
  };
}
