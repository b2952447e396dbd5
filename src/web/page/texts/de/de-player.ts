import type { Texts } from "../texts.js";

/** The texts of the player in German. */
export const PLAYER_TEXTS_DE: Texts["player"] = {
  label: "Wiedergabe",
  previous: "Voriger Titel",
  next: "Nächster Titel",
  jump: "Länge eines Sprungs",
  beats: (count, isOne) => (isOne ? "1 Schlag" : `${count} Schläge`),
  jumpBack: (beats) => `Zurück, Schläge: ${beats}`,
  jumpOn: (beats) => `Vor, Schläge: ${beats}`,
  levelled: "Angleichen",
  levelledHint: "Macht laute Titel leiser, auf eine Lautheit von −18 LUFS, wie sie gemessen wurde",
  volume: "Lautstärke",
  queue: (next) => `Warteschlange, noch ${next}`,
  queueLabel: "Warteschlange",
  moveUp: (title) => `${title} früher spielen`,
  moveDown: (title) => `${title} später spielen`,
  remove: (title) => `${title} aus der Warteschlange nehmen`,
  close: "Wiedergabe schließen",
};
