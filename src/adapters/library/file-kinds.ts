import { audioFormats } from "../../domain/library/audio-formats.js";

/** The names of the files that are opened; their format is decided by their bytes. */
const AUDIO_NAME = new RegExp(
  `\\.(?:${audioFormats.flatMap(({ extensions }) => extensions).join("|")})$`,
  "i",
);

/** Returns whether a file may be audio by its name. */
export const isAudioName = (name: string): boolean => AUDIO_NAME.test(name);

/** Returns whether a file is a cue sheet by its name. */
export const isCueName = (name: string): boolean => /\.cue$/i.test(name);
