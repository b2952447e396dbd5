import { musicalKeyOf, valueOf } from "../../domain/analysis/analysis.js";
import { cuePointsOf, type CueKind } from "../../domain/analysis/cue-points.js";
import { shortKeyNameFrom } from "../../domain/analysis/musical-key.js";
import {
  leftOutNoteOf,
  type ExportDescription,
  type ExportedTrack,
  type ExportedTracks,
  type ExportedFile,
} from "../../domain/export/exported-track.js";
import { rangeSecondsOf } from "../../domain/audio-range.js";
import { DEFAULT_COMMENT } from "../../domain/export/comment-template.js";
import type { TrackFormat } from "../../ports/export/track-format.js";
import { beatGridOf, type GridPart } from "./beat-grid.js";
import { fileUrlFrom } from "./file-url.js";
import { trackCommentOf } from "./track-comment.js";
import { utf8Bytes } from "./utf8-bytes.js";
import { xmlAttributes, xmlComment } from "./xml-text.js";

/** Beats in a bar where no metre was found. */
const DEFAULT_METRE = 4;

/** A cue that is not on a button. */
const MEMORY_CUE = -1;

/** Cues on buttons, which rekordbox calls hot cues A to H. */
const MAX_HOT_CUES = 8;

/** The names of hot cues, and their colours of rekordbox's palette: green, red, blue and orange. */
const hotCues = {
  mixIn: { name: "Mix in", colour: { Red: 40, Green: 226, Blue: 20 } },
  drop: { name: "Drop", colour: { Red: 230, Green: 40, Blue: 40 } },
  break: { name: "Break", colour: { Red: 48, Green: 90, Blue: 255 } },
  mixOut: { name: "Mix out", colour: { Red: 224, Green: 100, Blue: 27 } },
} as const satisfies Record<CueKind, object>;

/** The names of file types, by extension. */
const kinds: Readonly<Record<string, string>> = {
  aif: "AIFF File",
  aiff: "AIFF File",
  flac: "FLAC File",
  m4a: "M4A File",
  mp3: "MP3 File",
  wav: "WAV File",
};

/** Entries of the playlist that are written at once. */
const ENTRIES_PER_PART = 1_000;

/** Track ids in the document are 1 to the number of tracks. */
const FIRST_ID = 1;

/**
 * A collection for rekordbox and programs that read its XML, with one playlist: beat grid, key, hot cues at the cue points, and a
 * memory cue at each section. Beats and sections of an excerpt are left out, because its position in the
 * recording is not known.
 *
 * Source: "rekordbox xml format list", version 1.0.0, rekordbox.com/support/developer. The colours of hot cues are attributes
 * that later versions of rekordbox write, and that this list lacks.
 */
export const rekordboxFormat: TrackFormat = {
  name: "rekordbox",
  needsFiles: true,
  needsTimes: true,
  needsCount: true,
  encode: (tracks, description) => utf8Bytes(collection(tracks, description)),
};

async function* collection(
  { pages, count = 0, leftOut }: ExportedTracks,
  { title, software, comment = DEFAULT_COMMENT }: ExportDescription,
): AsyncGenerator<string> {
  const [, name = software, version = ""] = /^(.*) (\S+)$/.exec(software) ?? [];
  yield '<?xml version="1.0" encoding="UTF-8"?>\n<DJ_PLAYLISTS Version="1.0.0">\n';
  yield `  <PRODUCT${xmlAttributes({ Name: name, Version: version, Company: "" })}/>\n`;
  yield `  <COLLECTION Entries="${count}">\n`;
  let id = FIRST_ID;
  for await (const page of pages) {
    yield page.map((track) => trackElement(track, id++, { comment, software })).join("");
  }
  yield '  </COLLECTION>\n  <PLAYLISTS>\n    <NODE Type="0" Name="ROOT" Count="1">\n';
  const node = { Name: title, Type: 1, KeyType: 0, Entries: id - FIRST_ID };
  yield `      <NODE${xmlAttributes(node)}>\n`;
  for (let first = FIRST_ID; first < id; first += ENTRIES_PER_PART) {
    const keys = Array.from(
      { length: Math.min(ENTRIES_PER_PART, id - first) },
      (_, n) => first + n,
    );
    yield keys.map((key) => `        <TRACK Key="${key}"/>\n`).join("");
  }
  yield "      </NODE>\n    </NODE>\n  </PLAYLISTS>\n";
  const note = leftOutNoteOf(leftOut());
  yield `${note === undefined ? "" : `  ${xmlComment(note)}\n`}</DJ_PLAYLISTS>\n`;
}

function trackElement(
  track: ExportedTrack,
  id: number,
  { comment, software }: { readonly comment: string; readonly software: string },
): string {
  const { analysis, file } = track;
  if (file === undefined) return "";
  const isExcerpt = analysis.excerptSeconds !== undefined;
  const grid = isExcerpt ? [] : gridOf(track);
  const [part, ...otherParts] = grid;
  // One tempo fits all beats, more exactly than the steps in which that of the analysis is found.
  const isSteady = part !== undefined && otherParts.length === 0;
  const tempo = isSteady ? part.bpm : valueOf(analysis, "tempo");
  const key = musicalKeyOf(analysis);
  const attributes = xmlAttributes({
    TrackID: id,
    Name: analysis.trackName,
    Artist: analysis.artist,
    Composer: file.composer,
    Album: file.album,
    Genre: file.genre,
    Kind: kindOf(file),
    Size: file.sizeBytes,
    TotalTime: Math.round(analysis.durationSeconds),
    DiscNumber: file.discNumber,
    TrackNumber: file.trackNumber,
    Year: file.year,
    AverageBpm: tempo?.toFixed(2),
    Comments: trackCommentOf(track, comment, { software, tempo }),
    Location: fileUrlFrom(file.path, "localhost"),
    Tonality: key ? shortKeyNameFrom(key) : undefined,
  });
  // Positions are those in the file, also of a track that is a part of it.
  const { startSeconds } = file.range ? rangeSecondsOf(file.range) : { startSeconds: 0 };
  const marks = isExcerpt
    ? []
    : [
        ...tempoMarks(grid, metreOf(track), startSeconds),
        ...hotCueMarks(track, startSeconds),
        ...sectionMarks(track, startSeconds),
      ];
  if (marks.length === 0) return `    <TRACK${attributes}/>\n`;
  return `    <TRACK${attributes}>\n${marks.join("")}    </TRACK>\n`;
}

const metreOf = ({ analysis }: ExportedTrack): number =>
  valueOf(analysis, "timeSignature") ?? DEFAULT_METRE;

function gridOf(track: ExportedTrack): readonly GridPart[] {
  const { beats, downbeats } = track.times;
  const tempo = valueOf(track.analysis, "tempo");
  return beatGridOf(beats, downbeats, { beatsPerBar: metreOf(track), tempo });
}

/** @param from where the track begins in its file, seconds */
function tempoMarks(grid: readonly GridPart[], metre: number, from: number): readonly string[] {
  return grid.map(({ startSeconds, bpm, beatInBar }) => {
    const attributes = {
      Inizio: (from + startSeconds).toFixed(3),
      Bpm: bpm.toFixed(2),
      Metro: `${metre}/4`,
      Battito: beatInBar,
    };
    return `      <TEMPO${xmlAttributes(attributes)}/>\n`;
  });
}

/**
 * Where there are more cue points than buttons, the surest have one.
 *
 * @param from where the track begins in its file, seconds
 */
function hotCueMarks({ times }: ExportedTrack, from: number): readonly string[] {
  const surest = [...cuePointsOf(times, times.sections)]
    .sort((one, other) => other.confidence - one.confidence)
    .slice(0, MAX_HOT_CUES)
    .sort((one, other) => one.startSeconds - other.startSeconds);
  return surest.map(({ kind, startSeconds }, button) => {
    const { name, colour } = hotCues[kind];
    return positionMark(name, from + startSeconds, { Num: button, ...colour });
  });
}

/** @param from where the track begins in its file, seconds */
function sectionMarks({ times }: ExportedTrack, from: number): readonly string[] {
  return times.sections.map(({ label, startSeconds }) =>
    positionMark(label, from + startSeconds, { Num: MEMORY_CUE }),
  );
}

function positionMark(
  name: string,
  startSeconds: number,
  attributes: Readonly<Record<string, number>>,
): string {
  const mark = { Name: name, Type: 0, Start: startSeconds.toFixed(3), ...attributes };
  return `      <POSITION_MARK${xmlAttributes(mark)}/>\n`;
}

function kindOf({ path }: ExportedFile): string | undefined {
  return kinds[path.slice(path.lastIndexOf(".") + 1).toLowerCase()];
}
