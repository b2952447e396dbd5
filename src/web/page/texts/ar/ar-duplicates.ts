import type { Texts } from "../texts.js";

/** The Arabic texts of the view of duplicates. */
export const DUPLICATES_TEXTS_AR: Texts["duplicates"] = {
  heading: "المكررات",
  intro:
    "ملفات تحمل التسجيل نفسه، أو تسجيلات لأداء واحد، كما يدل صوتها. أي ملف يُبقى عليه مجرد اقتراح: لا يُحذف شيء هنا.",
  loading: "جارٍ البحث عن المكررات…",
  none: "لا توجد مكررات كهذه.",
  found: (count, _isOne, bytes) =>
    `عدد المجموعات: ${count}؛ وحجم الملفات التي لا يُبقى عليها ${bytes}.`,
  groups: "مجموعات المكررات",
  more: "اعرض مجموعات أخرى",
  kind: "الصنف",
  kinds: {
    ALL: "الكل",
    COPIES: "نسخ من تسجيل واحد",
    SAME_PERFORMANCE: "تسجيلات لأداء واحد",
  },
  minScore: "درجة اليقين",
  atLeast: (share) => `${share} على الأقل`,
  folder: "لها ملف في المجلد",
  folderHint: "مثل /music/downloads",
  order: "الترتيب",
  orders: { BYTES: "الأكبر أولًا", NAME: "الفنان والعنوان" },
  fileCount: (count) => `عدد الملفات: ${count}`,
  freed: (bytes) => `يمكن تحرير ${bytes}`,
  changed: (count) => `ملفات تغيّرت منذ قياسها: ${count}`,
  allChanged: "تغيّرت كل ملفات هذه المجموعة",
  file: "الملف",
  size: "الحجم",
  suggestion: "الاقتراح",
  length: "المدة",
  bitRate: "معدل البت",
  kept: "يُبقى",
  other: "مكرر",
  excerpt: (length) => `${length}، مقتطف`,
  kilobits: (rate) => `${rate} كيلوبت/ث`,
  presences: { AWAY: "قرصه غائب", ELSEWHERE: "ليس على هذا الجهاز" },
  link: (one, other, share, offset) => `بيقين ${share}: يبدأ ${one} عند ${offset} من ${other}.`,
};
