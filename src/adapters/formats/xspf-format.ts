import {
  leftOutNoteOf,
  type ExportDescription,
  type ExportedTrack,
  type ExportedTracks,
} from "../../domain/export/exported-track.js";
import type { TrackFormat } from "../../ports/export/track-format.js";
import { playlistElementsOf } from "./playlist-elements.js";
import { utf8Bytes } from "./utf8-bytes.js";
import { VLC_APPLICATION, vlcOptionsOf } from "./vlc-options.js";
import { xmlComment, xmlText } from "./xml-text.js";

/**
 * The playlist format XSPF.
 *
 * Source: L. Gonze et al., "XSPF Version 1", xspf.org/spec.
 */
export const xspfFormat: TrackFormat = {
  name: "xspf",
  needsFiles: true,
  needsTimes: false,
  needsCount: false,
  encode: (tracks, description) => utf8Bytes(playlist(tracks, description)),
};

/** Of the elements in the extensions of VLC. */
const VLC_NAMESPACE = "http://www.videolan.org/vlc/playlist/ns/0/";

async function* playlist(
  { pages, leftOut }: ExportedTracks,
  { title, software, createdAt }: ExportDescription,
): AsyncGenerator<string> {
  yield [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<playlist version="1" xmlns="http://xspf.org/ns/0/">',
    `  <title>${xmlText(title)}</title>`,
    `  <creator>${xmlText(software)}</creator>`,
    `  <date>${new Date(createdAt).toISOString()}</date>`,
    "  <trackList>\n",
  ].join("\n");
  for await (const page of pages) yield page.map((track) => entry(track, software)).join("");
  const note = leftOutNoteOf(leftOut());
  yield `  </trackList>\n${note === undefined ? "" : `  ${xmlComment(note)}\n`}</playlist>\n`;
}

function entry(track: ExportedTrack, software: string): string {
  if (track.file === undefined) return "";
  const lines = Object.entries(playlistElementsOf(track, software)).map(([name, value]) =>
    value === undefined ? "" : `      <${name}>${xmlText(String(value))}</${name}>\n`,
  );
  return `    <track>\n${lines.join("")}${extensionOf(track)}    </track>\n`;
}

/** Returns which part of the file the track is, in the form of VLC; nothing where it is the whole file. */
function extensionOf(track: ExportedTrack): string {
  const options = vlcOptionsOf(track);
  if (options.length === 0) return "";
  const elements = options.map((option) => `<option xmlns="${VLC_NAMESPACE}">${option}</option>`);
  return `      <extension application="${VLC_APPLICATION}">${elements.join("")}</extension>\n`;
}
