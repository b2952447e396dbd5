import type { Texts } from "./texts.js";

/** The German texts of what saves tracks as files and playlists. */
export const KEEP_TEXTS_DE: Texts["keep"] = {
  heading: "Mitnehmen",
  exportAs: "Als Datei speichern",
  exportHint:
    "Tabellen enthalten alle Werte. Playlists enthalten die Dateien der Bibliothek dieses Servers und lassen Titel ohne Datei aus.",
  exported: (file) => `${file} ist gespeichert.`,
  saveAs: "Als Playlist behalten",
  saveHint: "Der Server behält die Bedingungen, nicht die Titel: Er findet sie jedes Mal neu.",
  name: "Name der Playlist",
  save: "Playlist behalten",
  saved: (name, length) => `„${name}“ ist gespeichert. Sie hat höchstens ${length} Titel.`,
  mayNot:
    "Ihr Schlüssel darf keine Playlists speichern: Dazu braucht er den Scope „write“. Sie können die Titel stattdessen als Datei speichern.",
};
