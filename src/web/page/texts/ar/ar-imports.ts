import type { Texts } from "../texts.js";

/** The Arabic texts of lists of other programs. */
export const IMPORT_TEXTS_AR: Texts["imports"] = {
  heading: "قوائم برامج أخرى",
  back: "قوائم التشغيل",
  link: "استورد قائمة من برنامج آخر",
  intro:
    "يبيّن ما في مكتبتك من قائمة جاءت من مكان آخر: M3U وPLS وXSPF وJSPF، وجداول Exportify وTuneMyMusic وSoundiiz، وبيانات Spotify، وXML من rekordbox.",
  file: "ملف فيه قائمة",
  reading: "جارٍ مقارنة القائمة بالمكتبة…",
  cancel: "إلغاء",
  list: "القائمة في الملف",
  counts: (sure, unsure, absent) => `مؤكد ${sure}، غير مؤكد ${unsure}، ليس في المكتبة ${absent}`,
  rows: "صفوف القائمة",
  show: "اعرض",
  states: {
    unsure: (count) => `غير مؤكد (${count})`,
    absent: (count) => `ليس في المكتبة (${count})`,
    sure: (count) => `مؤكد (${count})`,
    all: (count) => `كل الصفوف (${count})`,
  },
  noRows: "لا توجد صفوف كهذه.",
  more: (count) => `اعرض المزيد (بقي ${count})`,
  absent: "ليس في المكتبة",
  none: "لا شيء من هذه",
  trackFor: (row) => `المقطوعة لـ ${row}`,
  keepHeading: "ما لديك وما ينقص",
  chosen: (count, all) => `لـ ${count} من ${all} صفوف مقطوعة.`,
  nothing: "ليس لأي صف مقطوعة في المكتبة بعد: لا شيء يُحفظ.",
  notAnalysed: "لم يُحفظ شيء، لأن أيًا من هذه المقطوعات لم يُحلَّل بعد.",
  missingFile: "missing",
  saveMissing: (count) => `احفظ الصفوف الناقصة بصيغة CSV (${count})`,
  leftOut: (count) => `لم تُحلَّل بعد وتُركت: ${count}.`,
};
