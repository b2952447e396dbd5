import type { Texts } from "./texts.js";

/** The texts of "Drop a file" in German. */
export const DROP_TEXTS_DE: Texts["drop"] = {
  title: "Datei ablegen",
  heading: "Wie klingt es?",
};
