import { DROP_TEXTS_EN } from "./en-drop.js";
import { KEEP_TEXTS_EN } from "./en-filters.js";
import { MIX_TEXTS_EN } from "./en-mix.js";
import { VIEW_TEXTS_EN } from "./en-views.js";

/** The texts of the page in English. */
export const TEXTS_EN = {
  shell: {
    skip: "Skip to the content",
    navigation: "Views",
    pasteKey: "Paste your API key",
    useKey: "Use this key",
    keyKept: "It is kept in this tab alone, until you close it.",
  },
  drop: DROP_TEXTS_EN,
  keep: KEEP_TEXTS_EN,
  mix: MIX_TEXTS_EN,
  ...VIEW_TEXTS_EN,
};
