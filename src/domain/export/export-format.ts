import { InvalidInputError } from "../errors/request-errors.js";

/** The formats of exports: tables of values, then playlists of files. */
export const exportFormats = [
  "csv",
  "jsonl",
  "parquet",
  "m3u8",
  "jspf",
  "xspf",
  "rekordbox",
] as const;

/** The formats that are tables of values. */
export const tableFormats = [
  "csv",
  "jsonl",
  "parquet",
] as const satisfies readonly (typeof exportFormats)[number][];

export type TableFormat = (typeof tableFormats)[number];

export type ExportFormat = (typeof exportFormats)[number];

/** @throws {InvalidInputError} no such format */
export function parseExportFormat(text: string | undefined): ExportFormat {
  const format = exportFormats.find((known) => known === text);
  if (format !== undefined) return format;
  throw new InvalidInputError("format", `must be one of ${exportFormats.join(", ")}`);
}

/** @throws {InvalidInputError} no such table */
export function parseTableFormat(text: string): TableFormat {
  const format = tableFormats.find((known) => known === text);
  if (format !== undefined) return format;
  throw new InvalidInputError("format", `must be one of ${tableFormats.join(", ")}`);
}

/** The media types by which clients ask for a format, the one that responses have first. */
const mediaTypes: Readonly<Record<ExportFormat, readonly [string, ...string[]]>> = {
  csv: ["text/csv"],
  jsonl: ["application/x-ndjson", "application/jsonl"],
  parquet: ["application/vnd.apache.parquet"],
  m3u8: ["audio/x-mpegurl", "audio/mpegurl", "application/vnd.apple.mpegurl"],
  jspf: ["application/jspf+json"],
  xspf: ["application/xspf+xml"],
  rekordbox: ["application/x-rekordbox+xml"],
};

/** Returns the media types by which clients ask for a format, that of responses first. */
export const mediaTypesOfFormat = (format: ExportFormat): readonly [string, ...string[]] =>
  mediaTypes[format];

/** Returns the media type of responses in a format. */
export function mediaTypeOfFormat(format: ExportFormat): string {
  return mediaTypes[format][0];
}

/** All media types of all formats. */
export const exportMediaTypes: readonly string[] = exportFormats.flatMap(
  (format) => mediaTypes[format],
);

/** Returns the format that a media type asks for; `undefined` where it is of none. */
export function formatOfMediaType(mediaType: string): ExportFormat | undefined {
  return exportFormats.find((format) => mediaTypes[format].includes(mediaType));
}

/** Returns the usual extension of a file in a format. */
export function extensionOf(format: ExportFormat): string {
  return format === "rekordbox" ? "xml" : format;
}
