import { CONDITION_TEXTS_EN } from "./en/en-conditions.js";
import { CORRECT_TEXTS_EN } from "./en/en-correct.js";
import { DUPLICATES_TEXTS_EN } from "./en/en-duplicates.js";
import { DROP_TEXTS_EN } from "./en/en-drop.js";
import { FOLDER_TEXTS_EN } from "./en/en-folders.js";
import { FORGET_TEXTS_EN } from "./en/en-forget.js";
import { FILTER_TEXTS_EN, KEEP_TEXTS_EN } from "./en/en-filters.js";
import { MAP_TEXTS_EN } from "./en/en-map.js";
import { MIX_TEXTS_EN } from "./en/en-mix.js";
import { PLAYER_TEXTS_EN } from "./en/en-player.js";
import { IMPORT_TEXTS_EN } from "./en/en-imports.js";
import { PLAYLIST_TEXTS_EN } from "./en/en-playlists.js";
import { TABLE_TEXTS_EN } from "./en/en-table.js";
import { VIEW_TEXTS_EN } from "./en/en-views.js";
import { WAVEFORM_TEXTS_EN } from "./en/en-waveform.js";

/** The texts of the page in English. */
export const TEXTS_EN = {
  shell: {
    skip: "Skip to the content",
    guide: "Guide",
    navigation: "Views",
    language: "Language",
    signIn: "Sign in",
    signOut: "Sign out",
    signedInToRead: "Signed in, to read",
    signedInToChange: "Signed in, to read and change",
    signedInToManage: "Signed in, to manage the server",
    signInWithoutKey: "Sign in without a key",
    close: "Close",
    pasteKey: "Paste your API key",
    useKey: "Use this key",
    allowChanges: "Also allow changes, such as keeping files",
    allowManaging: "Also allow to manage the server, such as its folders",
    keyHint:
      "The key makes a session, and is not kept in the page. Without one, open a link that this command prints:",
    reasons: {
      needed: "Sign in to see what this server has.",
      asked: "Sign in with an API key, or by a link.",
      ended: "You are no longer signed in: the session or its key was revoked, or has expired.",
      linkSpent: "This link was used before, or has expired: each works once, within an hour.",
      otherKey:
        "A link led here that belongs to another key. You are still signed in as before; to use the link, sign out and open it again.",
      writeNeeded:
        "This session may only read. To change something, sign in with a key that may write.",
      adminNeeded:
        "This session may not manage the server. Sign in with a key that may: the first key, which the server printed at its first start, or another with the scope admin.",
      signedOut: "You have signed out.",
      unreachable: "The server cannot be reached, so you are still signed in.",
    },
    outcomes: {
      badKey: "This key is not valid: it is unknown, was revoked, or has expired.",
      readOnlyKey: "This key may not do that. It may be allowed to read only, or to write only.",
      unreachable: "The server cannot be reached. Check that it runs, then try again.",
    },
  },
  conditions: CONDITION_TEXTS_EN,
  correct: CORRECT_TEXTS_EN,
  drop: DROP_TEXTS_EN,
  duplicates: DUPLICATES_TEXTS_EN,
  filters: FILTER_TEXTS_EN,
  folders: FOLDER_TEXTS_EN,
  forget: FORGET_TEXTS_EN,
  keep: KEEP_TEXTS_EN,
  map: MAP_TEXTS_EN,
  mix: MIX_TEXTS_EN,
  player: PLAYER_TEXTS_EN,
  playlists: PLAYLIST_TEXTS_EN,
  imports: IMPORT_TEXTS_EN,
  table: TABLE_TEXTS_EN,
  waveform: WAVEFORM_TEXTS_EN,
  ...VIEW_TEXTS_EN,
};
