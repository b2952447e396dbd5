import type { Texts } from "../texts.js";

/** The German texts of the view of duplicates. */
export const DUPLICATES_TEXTS_DE: Texts["duplicates"] = {
  heading: "Dubletten",
  intro:
    "Dateien mit derselben Aufnahme, oder mit Aufnahmen einer Darbietung, wie ihr Klang zeigt. Welche Datei bliebe, ist ein Vorschlag: Hier wird nichts gelöscht.",
  loading: "Dubletten werden gesucht…",
  none: "Solche Dubletten gibt es nicht.",
  found: (count, isOne, bytes) =>
    `${isOne ? "1 Gruppe" : `${count} Gruppen`}; die Dateien, die nicht blieben, belegen ${bytes}.`,
  groups: "Gruppen von Dubletten",
  more: "Mehr Gruppen zeigen",
  kind: "Art",
  kinds: {
    ALL: "Alle",
    COPIES: "Kopien einer Aufnahme",
    SAME_PERFORMANCE: "Aufnahmen einer Darbietung",
  },
  minScore: "Wie sicher",
  atLeast: (share) => `Mindestens ${share}`,
  folder: "Mit einer Datei im Ordner",
  folderHint: "z. B. /musik/downloads",
  order: "Reihenfolge",
  orders: { BYTES: "Meiste Bytes zuerst", NAME: "Interpret und Titel" },
  fileCount: (count, isOne) => (isOne ? "1 Datei" : `${count} Dateien`),
  freed: (bytes) => `${bytes} würden frei`,
  changed: (count, isOne) =>
    isOne
      ? "1 Datei hat sich seit der Messung geändert"
      : `${count} Dateien haben sich seit der Messung geändert`,
  allChanged: "Alle Dateien dieser Gruppe haben sich geändert",
  file: "Datei",
  size: "Größe",
  suggestion: "Vorschlag",
  length: "Länge",
  bitRate: "Bitrate",
  kept: "behalten",
  other: "Dublette",
  excerpt: (length) => `${length}, ein Ausschnitt`,
  kilobits: (rate) => `${rate} kbit/s`,
  presences: {
    AWAY: "ihr Datenträger ist nicht erreichbar",
    ELSEWHERE: "nicht auf diesem Rechner",
  },
  link: (one, other, share, offset) =>
    `Zu ${share} sicher: ${one} beginnt bei ${offset} von ${other}.`,
};
