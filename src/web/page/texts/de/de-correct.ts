import type { Texts } from "../texts.js";

/** The German texts of corrections. */
export const CORRECT_TEXTS_DE: Texts["correct"] = {
  heading: "Ist ein Wert falsch?",
  hint: "Geben Sie an, was stimmt: Alle Listen, Exporte und Tags haben es von da an. Es lässt sich zurücknehmen.",
  instead: (measured) => `statt ${measured}`,
  takeBack: "Zurücknehmen",
  takeBackNamed: (name) => `Zurücknehmen: ${name}`,
  what: "Was",
  value: "Wert",
  state: "Angeben",
  stateTempo: "Das ist es",
  stateTempoNamed: (tempo) => `Das ist es: ${tempo}`,
  mayNot: "Um das zu ändern, melden Sie sich mit einem Schlüssel an, der schreiben darf.",
  firstBeat: "Erster Schlag (Sekunden)",
  firstBar: "Erster Takt",
  firstBarHint:
    "Ziehen Sie ihn dorthin, wo ein Takt beginnt, oder nehmen Sie die Pfeiltasten und die Eingabetaste.",
  seconds: (count) => `${count} s`,
  artist: "Interpret",
  title: "Titel",
};
