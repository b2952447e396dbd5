/** The texts of lists of other programs in English. */
export const IMPORT_TEXTS_EN = {
  heading: "Lists of other programs",
  back: "Playlists",
  link: "Import a list of another program",
  intro:
    "Says what of a playlist from elsewhere is in your library: M3U, PLS, XSPF, JSPF, tables of Exportify, TuneMyMusic or Soundiiz, Spotify's data, or the XML of rekordbox.",
  file: "A file with a list",
  reading: "Comparing the list with the library…",
  cancel: "Cancel",
  list: "List in the file",
  counts: (sure: string, unsure: string, absent: string): string =>
    `${sure} sure, ${unsure} unsure, ${absent} not in the library`,
  rows: "Rows of the list",
  show: "Show",
  states: {
    unsure: (count: string): string => `Unsure (${count})`,
    absent: (count: string): string => `Not in the library (${count})`,
    sure: (count: string): string => `Sure (${count})`,
    all: (count: string): string => `All rows (${count})`,
  },
  noRows: "There are no such rows.",
  more: (count: string): string => `Show more (${count} left)`,
  absent: "Not in the library",
  none: "None of these",
  trackFor: (row: string): string => `Track for ${row}`,
  keepHeading: "What you have, and what is missing",
  chosen: (count: string, all: string): string => `${count} of ${all} rows have a track.`,
  nothing: "No row has a track of the library yet: there is nothing to keep.",
  notAnalysed: "Nothing is kept, because none of these tracks is analysed yet.",
  missingFile: "missing",
  saveMissing: (count: string): string => `Save the missing rows as CSV (${count})`,
  leftOut: (count: string): string => `Not analysed yet, and left out: ${count}.`,
};
