import {
  leftOutNoteOf,
  type ExportDescription,
  type ExportedTrack,
  type ExportedTracks,
} from "../../domain/export/exported-track.js";
import type { TrackFormat } from "../../ports/export/track-format.js";
import { playlistElementsOf } from "./playlist-elements.js";
import { utf8Bytes } from "./utf8-bytes.js";
import { xmlComment, xmlText } from "./xml-text.js";

/**
 * The playlist format XSPF.
 *
 * Source: L. Gonze et al., "XSPF Version 1", xspf.org/spec.
 */
export const xspfFormat: TrackFormat = {
  name: "xspf",
  needsFiles: true,
  needsSections: false,
  needsCount: false,
  encode: (tracks, description) => utf8Bytes(playlist(tracks, description)),
};

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
  return `    <track>\n${lines.join("")}    </track>\n`;
}
