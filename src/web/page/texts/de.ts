import { DROP_TEXTS_DE } from "./de-drop.js";
import { KEEP_TEXTS_DE } from "./de-filters.js";
import { MIX_TEXTS_DE } from "./de-mix.js";
import { VIEW_TEXTS_DE } from "./de-views.js";
import type { Texts } from "./texts.js";

/** The texts of the page in German. */
export const TEXTS_DE: Texts = {
  shell: {
    skip: "Zum Inhalt springen",
    navigation: "Ansichten",
    pasteKey: "API-Schlüssel einfügen",
    useKey: "Diesen Schlüssel verwenden",
    keyKept: "Er bleibt nur in diesem Tab, bis Sie ihn schließen.",
  },
  drop: DROP_TEXTS_DE,
  keep: KEEP_TEXTS_DE,
  mix: MIX_TEXTS_DE,
  ...VIEW_TEXTS_DE,
};
