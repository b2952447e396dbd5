import type { Texts } from "../texts.js";

/** The texts of the table of tracks in German. */
export const TABLE_TEXTS_DE: Texts["table"] = {
  loading: "Wird geladen…",
  gone: "Nicht mehr in der Bibliothek",
  help: "Pfeiltasten gehen weiter, mit der Umschalttaste wählen sie aus. Die Leertaste wählt aus, Strg+A alles Geladene, Escape nichts. Die Eingabetaste öffnet den Titel, P spielt von ihm an, Q stellt ihn in die Warteschlange, Strg+C kopiert als CSV. Links und rechts gehen zu den Links der Zeile.",
  select: (title) => `${title} auswählen`,
  play: (title) => `${title} abspielen`,
  selected: (count, isOne) => (isOne ? "1 Titel ist ausgewählt" : `${count} Titel sind ausgewählt`),
  selectNone: "Nichts auswählen",
  actions: "Was mit den ausgewählten Titeln geschieht",
  playSelected: "Abspielen",
  queueNext: "Als Nächstes",
  queueLast: "In die Warteschlange",
  setBetween: "Ein Set aus 20 zwischen beiden",
  queuedNext: (count, isOne) =>
    isOne ? "1 Titel kommt als Nächstes" : `${count} Titel kommen als Nächstes`,
  queuedLast: (count, isOne) =>
    isOne ? "1 Titel ist in der Warteschlange" : `${count} Titel sind in der Warteschlange`,
  copy: "Als CSV kopieren",
  copied: (count, isOne) =>
    isOne ? "1 Titel ist als CSV kopiert" : `${count} Titel sind als CSV kopiert`,
  notCopied: "Der Browser hat das Kopieren nicht erlaubt",
  chooseColumns: "Spalten",
  turn: "Reihenfolge umkehren",
  shuffle: "Neu mischen",
  ascending: "Aufsteigend: Reihenfolge umkehren",
  descending: "Absteigend: Reihenfolge umkehren",
  columns: {
    albumArtist: "Album-Interpret",
    trackNumber: "Nummer",
    year: "Jahr",
    genre: "Genre",
    composer: "Komponist",
    label: "Label",
  },
  orders: {
    artist: "Interpret",
    trackName: "Titel",
    album: "Album",
    addedAt: "Hinzugefügt",
    random: "nach Zufall",
  },
};
