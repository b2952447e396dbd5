import type { Texts } from "../texts.js";

/** The German texts of what takes tracks out of lists. */
export const FORGET_TEXTS_DE: Texts["forget"] = {
  heading: "Aus den Listen nehmen",
  hint: "Der Titel verlässt sofort alle Listen, die Karte und Exporte. Was gemessen wurde, bleibt eine Weile, damit er zurückkehren kann.",
  forget: "Diesen Titel vergessen",
  held: (count, isOne) =>
    isOne
      ? "Eine Datei Ihrer Bibliothek enthält ihn; er verlässt die Listen, wenn sie gelöscht wird:"
      : `${count} Dateien Ihrer Bibliothek enthalten ihn; er verlässt die Listen, wenn sie gelöscht werden; die erste ist`,
  goneHeading: "Der Titel ist in keiner Liste",
  gone: (since) =>
    `Der Titel ist seit ${since} fort: Keine Liste, keine Karte und kein Export hat ihn. Was gemessen wurde, bleibt eine Weile.`,
  returnsWithFile: "Er kehrt zurück, wenn ein Suchlauf seine Datei wiederfindet.",
  restore: "Zurückholen",
  remove: "Gemessenes entfernen",
  removeQuestion: "Das lässt sich nicht rückgängig machen.",
  removeNow: "Jetzt entfernen",
  cancel: "Behalten",
};
