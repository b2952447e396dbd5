import { CONDITION_TEXTS_AR } from "./ar/ar-conditions.js";
import { CORRECT_TEXTS_AR } from "./ar/ar-correct.js";
import { DUPLICATES_TEXTS_AR } from "./ar/ar-duplicates.js";
import { DROP_TEXTS_AR } from "./ar/ar-drop.js";
import { FOLDER_TEXTS_AR } from "./ar/ar-folders.js";
import { FORGET_TEXTS_AR } from "./ar/ar-forget.js";
import { FILTER_TEXTS_AR, KEEP_TEXTS_AR } from "./ar/ar-filters.js";
import { MAP_TEXTS_AR } from "./ar/ar-map.js";
import { MIX_TEXTS_AR } from "./ar/ar-mix.js";
import { PLAYER_TEXTS_AR } from "./ar/ar-player.js";
import { IMPORT_TEXTS_AR } from "./ar/ar-imports.js";
import { PLAYLIST_TEXTS_AR } from "./ar/ar-playlists.js";
import { TABLE_TEXTS_AR } from "./ar/ar-table.js";
import { VIEW_TEXTS_AR } from "./ar/ar-views.js";
import { WAVEFORM_TEXTS_AR } from "./ar/ar-waveform.js";
import type { Texts } from "./texts.js";

/** The texts of the page in Arabic. */
export const TEXTS_AR: Texts = {
  shell: {
    skip: "انتقل إلى المحتوى",
    guide: "الدليل",
    navigation: "العروض",
    language: "اللغة",
    signIn: "تسجيل الدخول",
    signOut: "تسجيل الخروج",
    signedInToRead: "سُجّل الدخول للقراءة",
    signedInToChange: "سُجّل الدخول للقراءة والتغيير",
    signedInToManage: "سُجّل الدخول لإدارة الخادم",
    signInWithoutKey: "ادخل من دون مفتاح",
    close: "إغلاق",
    pasteKey: "ألصق مفتاح API",
    useKey: "استعمل هذا المفتاح",
    allowChanges: "اسمح أيضًا بالتغيير، كالاحتفاظ بالملفات",
    allowManaging: "اسمح أيضًا بإدارة الخادم، كمجلداته",
    keyHint: "يُنشئ المفتاح جلسة ولا يُحفظ في الصفحة. ومن دونه افتح رابطًا يطبعه هذا الأمر:",
    reasons: {
      needed: "سجّل الدخول لترى ما لدى هذا الخادم.",
      asked: "سجّل الدخول بمفتاح API أو برابط.",
      ended: "لم تعد مسجّل الدخول: أُلغيت الجلسة أو مفتاحها، أو انتهت صلاحيتها.",
      linkSpent: "استُعمل هذا الرابط من قبل أو انتهت صلاحيته: يعمل مرة واحدة خلال ساعة.",
      otherKey:
        "قاد إلى هنا رابط يخص مفتاحًا آخر. ما زلت مسجّل الدخول كما كنت؛ لاستعمال الرابط سجّل الخروج وافتحه من جديد.",
      writeNeeded: "هذه الجلسة للقراءة فقط. لتغيير شيء سجّل الدخول بمفتاح يجوز له الكتابة.",
      adminNeeded:
        "لا يجوز لهذه الجلسة إدارة الخادم. سجّل الدخول بمفتاح يجوز له ذلك: المفتاح الأول الذي طبعه الخادم عند بدئه أول مرة، أو آخر له النطاق admin.",
      signedOut: "سجّلت الخروج.",
      unreachable: "تعذّر الوصول إلى الخادم، فما زلت مسجّل الدخول.",
    },
    outcomes: {
      badKey: "هذا المفتاح غير صالح: إنه مجهول أو ملغى أو منتهي الصلاحية.",
      readOnlyKey: "لا يجوز لهذا المفتاح ذلك. لعله للقراءة فقط أو للكتابة فقط.",
      unreachable: "تعذّر الوصول إلى الخادم. تأكد من أنه يعمل ثم أعد المحاولة.",
    },
  },
  conditions: CONDITION_TEXTS_AR,
  correct: CORRECT_TEXTS_AR,
  drop: DROP_TEXTS_AR,
  duplicates: DUPLICATES_TEXTS_AR,
  filters: FILTER_TEXTS_AR,
  folders: FOLDER_TEXTS_AR,
  forget: FORGET_TEXTS_AR,
  keep: KEEP_TEXTS_AR,
  map: MAP_TEXTS_AR,
  mix: MIX_TEXTS_AR,
  player: PLAYER_TEXTS_AR,
  playlists: PLAYLIST_TEXTS_AR,
  imports: IMPORT_TEXTS_AR,
  table: TABLE_TEXTS_AR,
  waveform: WAVEFORM_TEXTS_AR,
  ...VIEW_TEXTS_AR,
};
