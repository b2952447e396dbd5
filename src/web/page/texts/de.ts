import { CONDITION_TEXTS_DE } from "./de/de-conditions.js";
import { CORRECT_TEXTS_DE } from "./de/de-correct.js";
import { DUPLICATES_TEXTS_DE } from "./de/de-duplicates.js";
import { DROP_TEXTS_DE } from "./de/de-drop.js";
import { FOLDER_TEXTS_DE } from "./de/de-folders.js";
import { FORGET_TEXTS_DE } from "./de/de-forget.js";
import { FILTER_TEXTS_DE, KEEP_TEXTS_DE } from "./de/de-filters.js";
import { MAP_TEXTS_DE } from "./de/de-map.js";
import { MIX_TEXTS_DE } from "./de/de-mix.js";
import { PLAYER_TEXTS_DE } from "./de/de-player.js";
import { IMPORT_TEXTS_DE } from "./de/de-imports.js";
import { PLAYLIST_TEXTS_DE } from "./de/de-playlists.js";
import { TABLE_TEXTS_DE } from "./de/de-table.js";
import { VIEW_TEXTS_DE } from "./de/de-views.js";
import { WAVEFORM_TEXTS_DE } from "./de/de-waveform.js";
import type { Texts } from "./texts.js";

/** The texts of the page in German. */
export const TEXTS_DE: Texts = {
  shell: {
    skip: "Zum Inhalt springen",
    guide: "Handbuch",
    navigation: "Ansichten",
    language: "Sprache",
    signIn: "Anmelden",
    signOut: "Abmelden",
    signedInToRead: "Angemeldet, zum Lesen",
    signedInToChange: "Angemeldet, zum Lesen und Ändern",
    signedInToManage: "Angemeldet, zum Verwalten des Servers",
    signInWithoutKey: "Ohne Schlüssel anmelden",
    close: "Schließen",
    pasteKey: "API-Schlüssel einfügen",
    useKey: "Diesen Schlüssel verwenden",
    allowChanges: "Auch Änderungen erlauben, etwa Dateien zu behalten",
    allowManaging: "Auch erlauben, den Server zu verwalten, etwa seine Ordner",
    keyHint:
      "Aus dem Schlüssel wird eine Sitzung; er bleibt nicht in der Seite. Ohne Schlüssel öffnen Sie einen Link, den dieser Befehl ausgibt:",
    reasons: {
      needed: "Melden Sie sich an, um zu sehen, was dieser Server hat.",
      asked: "Melden Sie sich mit einem API-Schlüssel oder über einen Link an.",
      ended:
        "Sie sind nicht mehr angemeldet: Die Sitzung oder ihr Schlüssel wurde widerrufen oder ist abgelaufen.",
      linkSpent:
        "Dieser Link wurde schon benutzt oder ist abgelaufen: Jeder gilt einmal und eine Stunde lang.",
      otherKey:
        "Ein Link hat hierher geführt, der zu einem anderen Schlüssel gehört. Sie sind weiter wie vorher angemeldet; um den Link zu benutzen, melden Sie sich ab und öffnen ihn noch einmal.",
      writeNeeded:
        "Diese Sitzung darf nur lesen. Um etwas zu ändern, melden Sie sich mit einem Schlüssel an, der schreiben darf.",
      adminNeeded:
        "Diese Sitzung darf den Server nicht verwalten. Melden Sie sich mit einem Schlüssel an, der es darf: dem ersten, den der Server bei seinem ersten Start ausgegeben hat, oder einem anderen mit dem Recht admin.",
      signedOut: "Sie haben sich abgemeldet.",
      unreachable: "Der Server ist nicht erreichbar, Sie sind also noch angemeldet.",
    },
    outcomes: {
      badKey: "Dieser Schlüssel gilt nicht: Er ist unbekannt, widerrufen oder abgelaufen.",
      readOnlyKey:
        "Dieser Schlüssel darf das nicht. Vielleicht darf er nur lesen oder nur schreiben.",
      unreachable:
        "Der Server ist nicht erreichbar. Prüfen Sie, ob er läuft, und versuchen Sie es noch einmal.",
    },
  },
  conditions: CONDITION_TEXTS_DE,
  correct: CORRECT_TEXTS_DE,
  drop: DROP_TEXTS_DE,
  duplicates: DUPLICATES_TEXTS_DE,
  filters: FILTER_TEXTS_DE,
  folders: FOLDER_TEXTS_DE,
  forget: FORGET_TEXTS_DE,
  keep: KEEP_TEXTS_DE,
  map: MAP_TEXTS_DE,
  mix: MIX_TEXTS_DE,
  player: PLAYER_TEXTS_DE,
  playlists: PLAYLIST_TEXTS_DE,
  imports: IMPORT_TEXTS_DE,
  table: TABLE_TEXTS_DE,
  waveform: WAVEFORM_TEXTS_DE,
  ...VIEW_TEXTS_DE,
};
