import { chunkOddities } from "./chunk-oddities.js";
import { encodedOddities } from "./encoded-oddities.js";
import { flacOddities } from "./flac-oddities.js";
import { id3Structures } from "./id3-structures.js";
import { id3Texts } from "./id3-texts.js";
import { mp4Oddities } from "./mp4-oddities.js";
import { mpegStreams } from "./mpeg-streams.js";
import type { OddFile } from "./odd-file.js";
import { oggOddities } from "./ogg-oddities.js";
import { placeOddities } from "./place-oddities.js";

/** All odd files; the number of one is its place here. */
export const oddFiles: readonly OddFile[] = [
  ...id3Texts,
  ...id3Structures,
  ...mpegStreams,
  ...flacOddities,
  ...oggOddities,
  ...mp4Oddities,
  ...chunkOddities,
  ...encodedOddities,
  ...placeOddities,
];
