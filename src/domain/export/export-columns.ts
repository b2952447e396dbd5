import { coveredSecondsOf } from "../analysis/analysis-data.js";
import { musicalKeyOf, type AnalysisValues } from "../analysis/analysis.js";
import { descriptors, estimateFields, type EstimateField } from "../analysis/descriptors.js";
import { KIND_CONFIDENCE_TEXT, kindOf } from "../analysis/recording-kind.js";
import { camelotFrom, keyNameFrom, openKeyFrom, type MusicalKey } from "../analysis/musical-key.js";
import { shownRangeOf, type ShownRange } from "../audio-range.js";
import type { ReleaseDetails } from "../track/release-details.js";
import { citationOf, type ExportedTrack } from "./exported-track.js";
import { readableText } from "./readable-text.js";

/** The value of a cell; `null` where there is none. Times are milliseconds since 1970. */
export type CellValue = string | number | null;

/** A column of the tables CSV, JSON Lines and Parquet. */
export interface ExportColumn {
  readonly name: string;
  readonly type: "text" | "number" | "integer" | "time";
  readonly description: string;
  valueOf(this: void, track: ExportedTrack): CellValue;
}

type ValueOfAnalysis = (analysis: AnalysisValues) => CellValue;

/**
 * Returns the columns of a table of tracks. Those of estimates follow from the table of descriptors:
 * value, confidence and method of each.
 *
 * @param software name and version of the program, for the citation
 */
export function exportColumnsOf(software: string): readonly ExportColumn[] {
  return [
    ...identityColumns,
    ...estimateFields.flatMap(columnsOfEstimate),
    ...originsOf(software),
    ...recordingColumns,
  ].map(withReadableTexts);
}

/** Returns a column whose texts every reader takes. */
const withReadableTexts = ({ valueOf, ...column }: ExportColumn): ExportColumn => ({
  ...column,
  valueOf: (track) => {
    const value = valueOf(track);
    return typeof value === "string" ? readableText(value) : value;
  },
});

const column = (
  name: string,
  type: ExportColumn["type"],
  description: string,
  valueOf: ValueOfAnalysis,
): ExportColumn => ({ name, type, description, valueOf: ({ analysis }) => valueOf(analysis) });

const ofFile = (name: "isrc" | "musicbrainzId" | "path", description: string) => ({
  name,
  type: "text" as const,
  description,
  valueOf: ({ file }: ExportedTrack): CellValue => file?.[name] ?? null,
});

/** A column of a release: from the tags of the file, or where there is no file from the provider. */
const ofRelease = (
  name: keyof ReleaseDetails,
  type: ExportColumn["type"],
  description: string,
): ExportColumn => ({
  name,
  type,
  description: `${description}, from the tags of the file; without a file, from the provider.`,
  valueOf: ({ file, analysis }) => (file ?? analysis.release)?.[name] ?? null,
});

/** A column of the part of a file that a track is by a cue sheet. */
const ofRange = (name: keyof ShownRange, description: string): ExportColumn => ({
  name,
  type: "number",
  description,
  valueOf: ({ file }) => shownRangeOf(file ?? {})[name],
});

const identityColumns: readonly ExportColumn[] = [
  column("trackKey", "text", "Names the track, 16 hex characters.", ({ trackKey }) => trackKey),
  column("artist", "text", "Artist.", ({ artist }) => artist),
  column("trackName", "text", "Title.", ({ trackName }) => trackName),
  ofRelease("album", "text", "Album"),
  ofRelease("albumArtist", "text", "Artist of the album"),
  ofRelease("genre", "text", 'Genre, several separated by "; "'),
  ofRelease("year", "integer", "Year of release"),
  ofRelease("trackNumber", "integer", "Number of the track on its disc"),
  ofRelease("discNumber", "integer", "Number of the disc"),
  ofRelease("composer", "text", 'Composer, several separated by "; "'),
  ofRelease("label", "text", 'Record label, several separated by "; "'),
  ofRelease("work", "text", "Work of which the track is a movement"),
  ofRelease("movement", "text", "Name of the movement"),
  ofRelease("movementNumber", "integer", "Number of the movement in its work"),
  ofFile("isrc", "International Standard Recording Code, from the tags of the file."),
  ofFile("musicbrainzId", "MusicBrainz recording id, from the tags of the file."),
  ofFile(
    "path",
    "Absolute path of the file; of a track of the library, its first file in the order of paths.",
  ),
  column("durationSeconds", "number", "Length of the recording, seconds.", (analysis) =>
    roundedToMilliseconds(analysis.durationSeconds),
  ),
  column(
    "coveredSeconds",
    "number",
    "Length of the audio that was measured, seconds: the whole recording, or an excerpt.",
    coveredSecondsOf,
  ),
  ...(
    [
      ["keyName", 'Name of the key, e.g. "A minor".', keyNameFrom],
      ["camelot", 'The key in Camelot notation, e.g. "8A".', camelotFrom],
      ["openKey", 'The key in Open Key notation, e.g. "1m".', openKeyFrom],
    ] as const
  ).map(([name, description, nameOf]) =>
    column(name, "text", description, (analysis) => notated(analysis, nameOf)),
  ),
];

/** Columns that came later, which are therefore the last ones. */
const recordingColumns: readonly ExportColumn[] = [
  column(
    "recordingId",
    "text",
    "Identifies the recording that was measured, `rec:` and 16 hex characters.",
    ({ recordingId }) => recordingId,
  ),
  column(
    "kind",
    "text",
    "What the recording is: music, speech or other.",
    (analysis) => kindOf(analysis).value,
  ),
  column(
    "kindConfidence",
    "number",
    KIND_CONFIDENCE_TEXT,
    (analysis) => kindOf(analysis).confidence,
  ),
  column(
    "kindMethod",
    "text",
    "What says it: tags or heuristic.",
    (analysis) => kindOf(analysis).method,
  ),
  ofRange(
    "startSeconds",
    "Where the track begins in its file, seconds; null where it is the whole file.",
  ),
  ofRange("endSeconds", "Where it ends there, seconds; null where that is the end of the file."),
];

function columnsOfEstimate(field: EstimateField): readonly ExportColumn[] {
  const { description } = descriptors[field];
  const confidence = `Confidence of ${field}, in [0, 1]; comparable within one column and analysis version.`;
  return [
    column(field, "number", description, ({ estimates }) => estimates[field].value),
    column(
      `${field}Confidence`,
      "number",
      confidence,
      ({ estimates }) => estimates[field].confidence,
    ),
    column(
      `${field}Method`,
      "text",
      `How ${field} was obtained: measured, model, heuristic or user.`,
      ({ estimates }) => estimates[field].method,
    ),
  ];
}

const originsOf = (software: string): readonly ExportColumn[] => [
  column("source", "text", "The audio source, e.g. library.", ({ source }) => source),
  column("analyzedAt", "time", "When it was analysed, UTC.", ({ analyzedAt }) => analyzedAt),
  column("analysisVersion", "integer", "Version of the analysis.", ({ version }) => version),
  column("citation", "text", "How to cite the values.", ({ version }) =>
    citationOf(software, version),
  ),
];

function notated(analysis: AnalysisValues, nameOf: (key: MusicalKey) => string): string | null {
  const key = musicalKeyOf(analysis);
  return key && nameOf(key);
}

const roundedToMilliseconds = (seconds: number): number => Math.round(seconds * 1000) / 1000;
