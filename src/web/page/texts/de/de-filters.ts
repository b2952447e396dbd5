import type { Texts } from "../texts.js";

/** The German texts of "Filters and moods". */
export const FILTER_TEXTS_DE: Texts["filters"] = {
  title: "Filter",
  heading: "Filter und Stimmungen",
  intro:
    "Grenzen Sie Ihre Bibliothek nach dem Klang ein. Jedes Histogramm zeigt die Titel, die die übrigen Filter lassen.",
  loading: "Die Werte der Bibliothek werden geladen…",
  empty: "Noch ist kein Titel analysiert. Die Bibliothek zeigt, wie weit die Analyse ist.",
  notAll:
    "Die Bibliothek ist so groß, dass die Anzahlen von Titeln sind, die über sie verteilt sind. Liste und Dateien enthalten alle.",
  count: (matching, all) => `${matching} von ${all} Titeln`,
  clear: "Alle Filter entfernen",
  sound: "Klang",
  moods: "Stimmungen",
  more: "Weitere Werte",
  range: (from, to) => `${from} – ${to}`,
  from: (name) => `${name} von`,
  to: (name) => `${name} bis`,
  keys: "Tonarten",
  keysHint:
    "Das Camelot-Rad: Wählen Sie eine Tonart oder mehrere. Tonarten, die dazu passen, sind getönt. Unter jeder steht die Anzahl ihrer Titel.",
  keyLabel: (camelot, name, count, goesWith) =>
    `${camelot}, ${name}, ${count} Titel${goesWith ? ", passt zu Ihrer Auswahl" : ""}`,
  addCompatible: "Passende Tonarten hinzufügen",
  allKeys: "Alle Tonarten",
  tracks: "Passende Titel",
  noTracks: "Kein Titel erfüllt alle diese Filter.",
  recipe: (name) => `Die Bedingungen von „${name}“`,
  recipeHint: "Ändern Sie sie unten. Die Playlist bekommt sie, wenn Sie sichern.",
  otherConditions: "Was hier kein Bedienelement hat, bleibt, wie es ist:",
  noRecipe: "Diese Playlist hat keine Bedingungen, die hier geändert werden können.",
  seeds: "Klingt wie diese Titel",
  addSeed: "Einen weiteren suchen, nach dem sie klingt",
  excluded: "Hat nie diese Titel",
  addExcluded: "Einen weiteren suchen, der fehlen soll",
  takeAway: (name) => `${name} wegnehmen`,
  usualOrder: "wie üblich: nach Interpret oder Ähnlichkeit",
  direction: "Richtung",
  ascending: "aufsteigend",
  descending: "absteigend",
  saveRecipe: "In der Playlist sichern",
  leaveRecipe: "Die Playlist lassen, wie sie ist",
};

/** The German texts of what saves tracks as files and playlists. */
export const KEEP_TEXTS_DE: Texts["keep"] = {
  heading: "Mitnehmen",
  exportAs: "Als Datei speichern",
  exportHint:
    "Tabellen enthalten alle Werte. Playlists enthalten die Dateien der Bibliothek dieses Servers und lassen Titel ohne Datei aus.",
  exported: (file) => `${file} ist gespeichert.`,
  saveAs: "Als Playlist behalten",
  saveTracksHint: "Der Server behält diese Titel, in dieser Reihenfolge.",
  frozen: "Die Titel behalten, die es jetzt findet, in ihrer Reihenfolge",
  savedTracks: (name, count) => `„${name}“ ist gesichert, mit ${count} Titeln.`,
  open: "Öffnen",
  saveHint: "Der Server behält die Bedingungen, nicht die Titel: Er findet sie jedes Mal neu.",
  name: "Name der Playlist",
  length: "Titel höchstens",
  save: "Playlist behalten",
  saved: (name, length) => `„${name}“ ist gespeichert. Sie hat höchstens ${length} Titel.`,
  mayNot:
    "Ihr Schlüssel darf keine Playlists speichern: Dazu braucht er den Scope „write“. Sie können die Titel stattdessen als Datei speichern.",
};
