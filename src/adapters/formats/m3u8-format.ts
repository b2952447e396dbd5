import {
  leftOutNoteOf,
  type ExportDescription,
  type ExportedTrack,
  type ExportedTracks,
} from "../../domain/export/exported-track.js";
import type { TrackFormat } from "../../ports/export/track-format.js";
import { fileUrlFrom } from "./file-url.js";
import { trackNoteOf } from "./track-note.js";
import { utf8Bytes } from "./utf8-bytes.js";
import { vlcOptionsOf } from "./vlc-options.js";

/** Characters that end a line in one program or another. */
const LINE_ENDS = /[\n\v\f\r\u{85}\u{2028}\u{2029}]+/gu;

/**
 * An extended M3U playlist in UTF-8, with absolute paths unless the description says otherwise. A line that begins with `#` is a comment:
 * what a track is said to be stands in one before it, and which part of a file it is in those that VLC reads.
 */
export const m3u8Format: TrackFormat = {
  name: "m3u8",
  needsFiles: true,
  needsTimes: false,
  needsCount: false,
  encode: (tracks, description) => utf8Bytes(playlist(tracks, description)),
};

async function* playlist(
  { pages, leftOut }: ExportedTracks,
  { title, software, pathOf = (path) => path }: ExportDescription,
): AsyncGenerator<string> {
  yield `#EXTM3U\n#EXTENC:UTF-8\n#PLAYLIST:${oneLine(title)}\n# ${software}\n`;
  for await (const page of pages) {
    yield page.map((track) => entry(track, software, pathOf)).join("");
  }
  const note = leftOutNoteOf(leftOut());
  if (note !== undefined) yield `# ${note}\n`;
}

function entry(
  track: ExportedTrack,
  software: string,
  pathOf: NonNullable<ExportDescription["pathOf"]>,
): string {
  const { analysis, file } = track;
  if (file === undefined) return "";
  const { artist, trackName, durationSeconds } = analysis;
  const info = `#EXTINF:${Math.round(durationSeconds)},${oneLine(`${artist} - ${trackName}`)}`;
  const options = vlcOptionsOf(track).map((option) => `#EXTVLCOPT:${option}\n`);
  const note = `# ${oneLine(trackNoteOf(track, software))}\n`;
  return `${info}\n${note}${options.join("")}${lineOf(file.path, pathOf(file.path))}\n`;
}

/**
 * Returns how a file is named, or the URL of its absolute path where programs would read another path from the line.
 *
 * @param path absolute
 */
function lineOf(path: string, named: string): string {
  const isPlain = named === named.trim() && named.search(LINE_ENDS) < 0;
  if (!isPlain) return fileUrlFrom(path);
  return named.startsWith("#") ? `./${named}` : named;
}

const oneLine = (text: string): string => text.replace(LINE_ENDS, " ");
