import type { WAVEFORM_TEXTS_EN } from "../en/en-waveform.js";

/** The texts of the waveform and of the file behind it in German. */
export const WAVEFORM_TEXTS_DE: typeof WAVEFORM_TEXTS_EN = {
  name: "Wellenform",
  loading: "Die Datei wird geladen…",
  decoding: "Die Wellenform wird gezeichnet…",
  decodingToPlay:
    "Dieser Browser kennt das Format der Datei nicht, darum dekodiert die Seite sie zum Abspielen…",
  load: (size) => `Datei laden und Wellenform zeichnen (${size})`,
  decodedToPlay: "Dieser Browser kennt ihr Format nicht; die Seite dekodiert sie zum Abspielen.",
  notDrawn: "Die Wellenform kann nicht gezeichnet werden.",
  tooLongToPlay:
    "Dieser Browser kann das Format dieser Datei nicht abspielen, und die Aufnahme ist zu lang, um sie dafür zu dekodieren.",
};
