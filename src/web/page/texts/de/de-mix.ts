import type { Texts } from "../texts.js";

/** The texts of "Mix" in German. */
export const MIX_TEXTS_DE: Texts["mix"] = {
  heading: "Mix",
  intro: "Von einem Titel zu einem anderen in kleinen Schritten von Tempo, Tonart und Stimmung.",
  fromTo: (from, to) => `${from} bis ${to}`,
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
  course: "Verlauf",
  scatter: "Weg",
  across: "Waagerecht",
  up: "Senkrecht",
  withoutPlace: (count, isOne) =>
    isOne ? "1 Titel hat dort keinen Wert." : `${count} Titel haben dort keinen Wert.`,
  stepsHint:
    "Ziehen Sie einen Titel an seinen Punkten, oder verschieben, ersetzen oder entfernen Sie ihn mit seinen Schaltflächen. Ein gesperrter Titel behält seinen Platz, wenn der Mix neu gesucht wird.",
  tempoStep: "Größte Änderung des Tempos in einem Schritt",
  percent: (value) => `${value} %`,
  anyStep: "Beliebig",
  artistSpacing: "Titel zwischen zweien eines Interpreten",
  anySpacing: "Einer oder mehr, wo das geht",
  compatibleKeysOnly: "Nur Schritte zwischen verträglichen Tonarten",
  filter: (count, number) => (number === 0 ? "Nur Titel, die…" : `Nur Titel, die… (${count})`),
  unmet: {
    LENGTH: (asked, found) =>
      `Kein Mix aus ${asked} Titeln wurde gefunden; der längste hat ${found ?? "0"}.`,
    MAX_TEMPO_CHANGE_PERCENT: (asked, found) =>
      found === null
        ? `Kein Mix ändert das Tempo in jedem Schritt um höchstens ${asked} %: Ein Titel auf dem Weg hat kein Tempo.`
        : `Es wurde kein Mix gefunden, der das Tempo in jedem Schritt um höchstens ${asked} % ändert; das kleinste gefundene Maximum ist ${found} %.`,
    ARTIST_SPACING: (asked, found) =>
      `Es wurde kein Mix mit mindestens ${asked} zwischen zwei Titeln eines Interpreten gefunden; höchstens sind es ${found ?? "0"}.`,
    COMPATIBLE_KEYS_ONLY: (_asked, found) =>
      `Es wurde kein Mix mit verträglichen Tonarten in jedem Schritt gefunden; die kleinste gefundene Zahl anderer Schritte ist ${found ?? "0"}.`,
  },
  nearest: "Dies ist der nächstliegende Mix.",
  play: "Mix abspielen",
  playFrom: (title) => `Ab ${title} abspielen`,
  lock: (title) => `${title} sperren`,
  locked: (title) => `${title} ist gesperrt.`,
  letGo: (title) => `${title} ist nicht mehr gesperrt.`,
  findAgain: "Die übrigen neu suchen",
  foundAgain: "Der Mix ist um die gesperrten Titel herum neu gesucht.",
  reset: "Wie gefunden",
  putBack: "Der Mix ist wieder, wie er gefunden wurde.",
  drag: "An eine andere Stelle ziehen",
  moveUp: (title) => `${title} nach oben`,
  moveDown: (title) => `${title} nach unten`,
  replace: (title) => `${title} ersetzen`,
  remove: (title) => `${title} entfernen`,
  movedTo: (title, place, count) => `${title} ist jetzt ${place} von ${count}.`,
  removed: (title) => `${title} ist entfernt.`,
  replacedBy: (title, other) => `${other} steht jetzt an der Stelle von ${title}.`,
  othersFor: (title) => `Anstelle von ${title}`,
  lookingForOthers: "Titel, die hierher passen, werden gesucht…",
  noOthers: "Kein anderer analysierter Titel passt hierher.",
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
