import {
  leftOutNoteOf,
  type ExportDescription,
  type ExportedTrack,
  type ExportedTracks,
} from "../../domain/export/exported-track.js";
import { readableText } from "../../domain/export/readable-text.js";
import type { TrackFormat } from "../../ports/export/track-format.js";
import { playlistElementsOf } from "./playlist-elements.js";
import { utf8Bytes } from "./utf8-bytes.js";
import { VLC_APPLICATION, vlcOptionsOf } from "./vlc-options.js";

/**
 * The playlist format JSPF, which is XSPF as JSON.
 *
 * Source: "JSPF Draft", xspf.org/jspf.
 */
export const jspfFormat: TrackFormat = {
  name: "jspf",
  needsFiles: true,
  needsTimes: false,
  needsCount: false,
  encode: (tracks, description) => utf8Bytes(playlist(tracks, description)),
};

async function* playlist(
  { pages, leftOut }: ExportedTracks,
  { title, software, createdAt }: ExportDescription,
): AsyncGenerator<string> {
  const head = {
    title: readableText(title),
    creator: software,
    date: new Date(createdAt).toISOString(),
  };
  yield `{"playlist":{${membersOf(head)},"track":[`;
  let separator = "\n";
  for await (const page of pages) {
    for (const track of page) {
      yield separator + JSON.stringify(entry(track, software));
      separator = ",\n";
    }
  }
  const annotation = leftOutNoteOf(leftOut());
  yield `\n]${annotation === undefined ? "" : `,${membersOf({ annotation })}`}}}\n`;
}

/** Writes the members of an object without its braces. */
const membersOf = (value: object): string => JSON.stringify(value).slice(1, -1);

function entry(track: ExportedTrack, software: string): object {
  const { location, identifier, ...rest } = playlistElementsOf(track, software);
  const options = vlcOptionsOf(track);
  const extension = options.length > 0 ? { [VLC_APPLICATION]: [{ option: options }] } : undefined;
  const lists = { location: location && [location], identifier: identifier && [identifier] };
  return { ...lists, ...rest, extension };
}
