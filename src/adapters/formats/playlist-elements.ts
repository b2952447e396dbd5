import { durationMsOf } from "../../domain/analysis/analysis-data.js";
import type { ExportedTrack } from "../../domain/export/exported-track.js";
import { readableText } from "../../domain/export/readable-text.js";
import { fileUrlFrom } from "./file-url.js";
import { trackNoteOf } from "./track-note.js";

/** The elements of a track in XSPF and JSPF, in the order of the specification. */
interface PlaylistElements {
  /** The URL of its file. */
  readonly location: string | undefined;
  /** The URL of its recording at MusicBrainz. */
  readonly identifier: string | undefined;
  readonly title: string;
  readonly creator: string;
  /** Its estimates, each with its confidence and method. */
  readonly annotation: string;
  readonly album: string | undefined;
  /** Its number on the disc. */
  readonly trackNum: number | undefined;
  /** Milliseconds. */
  readonly duration: number;
}

/** Returns the elements of a track; its texts are readable where they are escaped, too. */
export function playlistElementsOf(track: ExportedTrack, software: string): PlaylistElements {
  const { analysis, file } = track;
  const { album, trackNumber, musicbrainzId } = file ?? {};
  return {
    location: file && fileUrlFrom(file.path),
    identifier: musicbrainzId && `https://musicbrainz.org/recording/${musicbrainzId}`,
    title: readableText(analysis.trackName),
    creator: readableText(analysis.artist),
    annotation: trackNoteOf(track, software),
    album: album === undefined ? undefined : readableText(album),
    trackNum: trackNumber,
    duration: durationMsOf(analysis),
  };
}
