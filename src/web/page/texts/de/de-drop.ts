import type { Texts } from "../texts.js";

/** The texts of "Drop a file" in German. */
export const DROP_TEXTS_DE: Texts["drop"] = {
  title: "Datei ablegen",
  heading: "Wie klingt es?",
  intro:
    "Legen Sie eine Aufnahme irgendwo auf dieser Seite ab: Tempo, Tonart, Stimmungen und mehr erscheinen in Sekunden.",
  stays: "Die Musik bleibt auf diesem Gerät: Die Analyse läuft in dieser Seite.",
  choose: "Dateien auswählen",
  chooseFolder: "Ordner auswählen",
  release: "Zum Analysieren loslassen",
  formats:
    "WAV, AIFF, FLAC, MP3, Ogg Vorbis und Opus, bis zu 3 Stunden; AAC und andere, die dieser Browser abspielt, bis zu 15 Minuten.",
  waiting: "Wartet auf die Dateien davor",
  waits: "wartet",
  state: "Stand",
  analysedOf: (done, all) => `${done} von ${all} Dateien analysiert`,
  saveAll: "Alle als CSV speichern",
  removeAll: "Alle entfernen",
  analysing: (share, clock) => `${share}, ${clock} gehört`,
  progress: (name) => `Fortschritt von ${name}`,
  cancel: "Abbrechen",
  cancelNamed: (name) => `Analyse von ${name} abbrechen`,
  remove: "Entfernen",
  removeNamed: (name) => `${name} entfernen`,
  cancelled: "Abgebrochen.",
  took: (length, time) => `${length}, analysiert in ${time}`,
  done: (name) => `${name} ist analysiert.`,
  results: "Ergebnisse",
  failures: {
    unknown: "Das ist keine Musik, die die Seite kennt. Legen Sie eine Musikdatei ab.",
    foreign:
      "Weder diese Seite noch dieser Browser dekodiert dieses Format, oder es sind mehr als die 15 Minuten, die der Browser dekodiert. Laden Sie die Datei auf einen Server mit ffmpeg, oder wandeln Sie sie zuerst in FLAC, MP3 oder WAV um.",
    truncated:
      "Die Datei endet zu früh. Wahrscheinlich wurde sie nicht ganz kopiert oder geladen; holen Sie sie noch einmal.",
    empty: "Die Datei ist leer.",
    unreadable:
      "Die Datei kann nicht gelesen werden. Vielleicht wurde sie verschoben oder gelöscht, oder sie ist ein Ordner.",
    damaged: "Die Musik in dieser Datei ist beschädigt.",
    tooLong:
      "Die Aufnahme ist länger als 3 Stunden; mehr analysiert diese Seite nicht. Ein Server oder Overtone auf der Kommandozeile kann es.",
    internal: "Die Analyse ist gescheitert. Das ist unser Fehler.",
  },
  similar: "Was in der Bibliothek klingt ähnlich?",
  similarHint:
    "Schickt diesem Server die gemessenen Werte, nicht die Musik; nichts davon wird behalten.",
  similarTo: (name) => `Aus der Bibliothek, klingt wie ${name}`,
  keep: "Behalten",
  signIn: "Zum Behalten anmelden",
  keepHint: "Lädt die Datei auf diesen Server, dessen Suche den Titel dann findet.",
  artist: "Interpret",
  track: "Titel",
  upload: "Hochladen",
  uploading: "Wird hochgeladen…",
  kept: "Dieser Server kennt den Titel jetzt.",
  keptLink: "Ansehen, auch was in der Bibliothek ähnlich klingt",
  notKept: "Behalten ist gescheitert:",
  readOnly: "Ihr Schlüssel darf nur lesen. Zum Behalten braucht es einen, der schreiben darf.",
  unreachable: "Der Server ist nicht erreichbar. Versuchen Sie es noch einmal.",
};
