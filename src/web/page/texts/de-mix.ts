import type { Texts } from "./texts.js";

/** The texts of "Mix" in German. */
export const MIX_TEXTS_DE: Texts["mix"] = {
  heading: "Mix",
  intro: "Von einem Titel zu einem anderen in kleinen Schritten von Tempo, Tonart und Stimmung.",
  from: "Von",
  to: "Nach",
  words: "Wörter aus Titel oder Interpret",
  track: "Titel",
  choose: "Titel auswählen",
  noTrack: "Kein analysierter Titel passt",
  length: "Anzahl der Titel",
  working: "Die Titel dazwischen werden gesucht…",
  empty: "Wählen Sie den ersten und den letzten Titel.",
  sameTrack: "Wählen Sie zwei verschiedene Titel.",
  found: (count) => `${count} Titel`,
  steps: "Der Mix",
  tempoChange: (change) => `Tempo ${change}`,
  energyChange: (change) => `Energie ${change}`,
  keys: {
    SAME: "gleiche Tonart",
    RELATIVE: "parallele Tonart",
    PARALLEL: "gleichnamige Tonart",
    FIFTH_UP: "eine Quinte höher",
    FIFTH_DOWN: "eine Quinte tiefer",
    DISTANT: "entfernte Tonart",
    UNKNOWN: "Tonart unbekannt",
  },
};
