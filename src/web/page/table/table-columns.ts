import { DESCRIPTORS, type ShownDescriptor } from "../generated/shown-descriptors.js";
import type { TrackOrderField } from "../generated/documents.js";
import { csvOf } from "../parts/csv.js";
import { formatField } from "../parts/field-value.js";
import { formatClock } from "../parts/formats.js";
import { keyNameIn } from "../parts/key-name.js";
import type { Texts } from "../texts/texts.js";
import type { ShownRow, ShownValues } from "./shown-track.js";

/** A column that the reader may choose. */
export interface TableColumn {
  /** Its name in addresses of the page, in what is kept on the device, and in CSV. */
  readonly name: string;
  readonly title: (texts: Texts) => string;
  /** The order of the server by it. */
  readonly order: TrackOrderField;
  /** Returns what its cell shows; empty where nothing is known. */
  readonly shown: (row: ShownRow, texts: Texts, language: string) => string;
  /** Returns its value for programs. */
  readonly value: (row: ShownRow) => string | number | null;
  /** Whether its values are numbers, which stand at the end of a cell. */
  readonly isNumber: boolean;
  /** Whether its values are of the tags, and not measured. */
  readonly isTagged: boolean;
}

const WITHOUT_COLUMN = [
  "mode",
  "loudness",
  "loudnessRange",
  "truePeak",
  "tuning",
] as const satisfies readonly ShownDescriptor[];

type ValueName = Exclude<ShownDescriptor, (typeof WITHOUT_COLUMN)[number]>;

const isValueName = (name: ShownDescriptor): name is ValueName =>
  !WITHOUT_COLUMN.some((other) => other === name);

function valueOf(values: ShownValues, name: ValueName): number | null {
  switch (name) {
    case "happy":
    case "sad":
    case "relaxed":
    case "aggressive":
      return values.mood[name];
    default:
      return values[name];
  }
}

const measured: readonly TableColumn[] = DESCRIPTORS.flatMap(({ name, column }) => {
  if (!isValueName(name)) return [];
  const value = (row: ShownRow): number | null => row.values && valueOf(row.values, name);
  return [
    {
      name,
      title: ({ fields }): string => fields[name],
      order: column,
      isTagged: false,
      isNumber: name !== "key",
      shown: (row, texts, language): string => {
        if (name === "key") return keyOf(row, texts);
        const number = value(row);
        return number === null ? "" : formatField(texts, language, name, number);
      },
      value: name === "key" ? (row): string | null => row.values?.camelot ?? null : value,
    },
  ];
});

function keyOf({ values }: ShownRow, texts: Texts): string {
  const name = values && keyNameIn(texts, values.key, values.mode);
  return values && name !== null ? texts.track.keyOf(name, values.camelot ?? "") : "";
}

const tagged: readonly TableColumn[] = (
  [
    ["albumArtist", "ALBUM_ARTIST"],
    ["trackNumber", "ALBUM"],
    ["year", "YEAR"],
    ["genre", "GENRE"],
    ["composer", "COMPOSER"],
    ["label", "LABEL"],
  ] as const
).map(([name, order]) => ({
  name,
  order,
  title: ({ table }) => table.columns[name],
  isTagged: true,
  isNumber: name === "year" || name === "trackNumber",
  shown: (row) => String(row[name] ?? ""),
  value: (row) => row[name],
}));

const length: TableColumn = {
  name: "durationMs",
  title: ({ track }) => track.length,
  order: "DURATION_MS",
  isTagged: false,
  isNumber: true,
  shown: ({ durationMs }, _, language) =>
    durationMs === null ? "" : formatClock(language, durationMs / 1000),
  value: ({ durationMs }) => durationMs,
};

/** All columns, in the order in which they stand; the names of a track stand before them. */
export const TABLE_COLUMNS: readonly TableColumn[] = [...measured, length, ...tagged];

const NAME_COLUMNS = [
  "recordingId",
  "trackKey",
  "artist",
  "trackName",
  "album",
] as const satisfies readonly (keyof ShownRow)[];

/** Returns rows as CSV with their names and the chosen columns, in the names and units of the API (RFC 4180). */
export function csvOfRows(rows: readonly ShownRow[], columns: readonly TableColumn[]): string {
  const heading = [...NAME_COLUMNS, ...columns.map(({ name }) => name)];
  const lines = rows.map((row) => [
    ...NAME_COLUMNS.map((name) => row[name]),
    ...columns.map(({ value }) => value(row)),
  ]);
  return csvOf([heading, ...lines]);
}
