import { durationMsOf } from "../../domain/analysis/analysis-data.js";
import type {
  ExportDescription,
  ExportedTrack,
  ExportedTracks,
} from "../../domain/export/exported-track.js";
import type { TrackFormat } from "../../ports/export/track-format.js";
import { fileUrlFrom } from "./file-url.js";
import { leftOutNoteOf, trackNoteOf } from "./track-note.js";
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
  const { analysis, file } = track;
  if (file === undefined) return "";
  const { album, musicbrainzId } = file;
  const elements = {
    location: fileUrlFrom(file.path),
    identifier: musicbrainzId && `https://musicbrainz.org/recording/${musicbrainzId}`,
    title: analysis.trackName,
    creator: analysis.artist,
    annotation: trackNoteOf(track, software),
    album,
    duration: String(durationMsOf(analysis)),
  };
  const lines = Object.entries(elements).map(([name, text]) =>
    text === undefined ? "" : `      <${name}>${xmlText(text)}</${name}>\n`,
  );
  return `    <track>\n${lines.join("")}    </track>\n`;
}
