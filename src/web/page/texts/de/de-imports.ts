import type { Texts } from "../texts.js";

/** The texts of lists of other programs in German. */
export const IMPORT_TEXTS_DE: Texts["imports"] = {
  heading: "Listen anderer Programme",
  back: "Playlists",
  link: "Liste eines anderen Programms einlesen",
  intro:
    "Sagt, was von einer fremden Playlist in Ihrer Bibliothek ist: M3U, PLS, XSPF, JSPF, Tabellen von Exportify, TuneMyMusic oder Soundiiz, Daten von Spotify oder das XML von rekordbox.",
  file: "Datei mit einer Liste",
  reading: "Die Liste wird mit der Bibliothek verglichen…",
  cancel: "Abbrechen",
  list: "Liste in der Datei",
  counts: (sure, unsure, absent) =>
    `${sure} sicher, ${unsure} unsicher, ${absent} nicht in der Bibliothek`,
  rows: "Zeilen der Liste",
  show: "Zeigen",
  states: {
    unsure: (count) => `Unsicher (${count})`,
    absent: (count) => `Nicht in der Bibliothek (${count})`,
    sure: (count) => `Sicher (${count})`,
    all: (count) => `Alle Zeilen (${count})`,
  },
  noRows: "Es gibt keine solchen Zeilen.",
  more: (count) => `Mehr zeigen (noch ${count})`,
  absent: "Nicht in der Bibliothek",
  none: "Keiner davon",
  trackFor: (row) => `Titel zu ${row}`,
  keepHeading: "Was da ist, und was fehlt",
  chosen: (count, all) => `${count} von ${all} Zeilen haben einen Titel.`,
  nothing: "Noch keine Zeile hat einen Titel der Bibliothek: Es gibt nichts zu behalten.",
  notAnalysed: "Nichts wurde behalten, weil noch keiner dieser Titel analysiert ist.",
  missingFile: "fehlt",
  saveMissing: (count) => `Fehlende Zeilen als CSV sichern (${count})`,
  leftOut: (count) => `Noch nicht analysiert und ausgelassen: ${count}.`,
};
