import type { Texts } from "../texts.js";

/** The texts of "Map" in German. */
export const MAP_TEXTS_DE: Texts["map"] = {
  heading: "Karte",
  intro:
    "Alle analysierten Titel auf einmal. Titel, die nah beieinander liegen, haben ähnliche Werte.",
  named: (x, y) => `${x} × ${y}`,
  presetsLabel: "Karten",
  presets: {
    likeness: "Nach Ähnlichkeit",
    mood: "Stimmung",
    mixing: "Tempo und Tonart",
    dancing: "Energie und Tanz",
  },
  likenessX: "Ähnlichkeit 1",
  likenessY: "Ähnlichkeit 2",
  likenessHelp:
    "Titel, die ähnlich klingen, liegen nah beieinander. Die Richtungen bedeuten nichts, auch nicht, wie weit zwei Gruppen voneinander entfernt sind. Ein Titel behält seinen Platz, wenn andere dazukommen.",
  loadingLikeness:
    "Die Titel werden nach Ähnlichkeit geordnet… Beim ersten Mal dauert das einige Sekunden.",
  across: "Waagerecht",
  upwards: "Senkrecht",
  colour: "Farbe",
  otherClasses: "andere und unbekannte",
  oneColour: "Eine Farbe",
  tempoFolded: "Tempo in einer Oktave",
  circleOfFifths: "Quintenzirkel",
  major: "Dur",
  minor: "Moll",
  tools: "Ansehen und auswählen",
  zoomIn: "Vergrößern",
  zoomOut: "Verkleinern",
  whole: "Ganze Karte",
  select: "Auswählen",
  listShown: "Sichtbare auflisten",
  label: "Karte der Titel",
  help: "Ziehen verschiebt, das Mausrad oder zwei Finger vergrößern; mit gedrückter Umschalttaste oder nach „Auswählen“ wählt Ziehen aus. Mit der Tastatur: Pfeiltasten verschieben, mit der Umschalttaste wählen sie aus, + und − vergrößern und verkleinern, 0 zeigt alles, Enter spielt den Titel in der Mitte, Escape beendet die Auswahl.",
  noDrawing:
    "Dieser Browser kann die Karte nicht zeichnen. Die Tabelle darunter sagt, wo die Titel sind.",
  loading: "Die Titel werden geladen…",
  shown: (shown, all) => `${shown} von ${all} analysierten Titeln sind zu sehen.`,
  limited: (count) => `Von so vielen sind ${count} geladen, über alle verteilt.`,
  empty:
    "Noch ist kein Titel analysiert. Fügen Sie der Bibliothek einen Musikordner hinzu, oder legen Sie eine Datei ab und behalten Sie sie.",
  dropFile: "Datei ablegen",
  seeLibrary: "Zur Bibliothek",
  pointAtTrack: "Zeigen Sie auf einen Titel, um ihn zu sehen; klicken Sie, um ihn zu hören.",
  loadingNames: "Der Name wird geladen…",
  selected: "Ausgewählte Titel",
  selectedCount: (count, isOne) =>
    isOne ? "1 Titel ist ausgewählt." : `${count} Titel sind ausgewählt.`,
  noSelection: "Wählen Sie einen Teil der Karte aus, um seine Titel aufzulisten.",
  clear: "Auswahl beenden",
  inWords: "Die Karte als Tabelle",
  tableOf: (x, y) => `Anzahl der Titel nach ${x} und ${y}`,
  low: "unteres Drittel",
  middle: "mittleres Drittel",
  high: "oberes Drittel",
};
