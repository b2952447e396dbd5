import type { Texts } from "../texts.js";

/** The Arabic texts of "Filters and moods". */
export const FILTER_TEXTS_AR: Texts["filters"] = {
  title: "المرشحات",
  heading: "المرشحات والأمزجة",
  intro: "ضيّق مكتبتك بحسب صوتها. يعرض كل مدرّج ما تبقيه المرشحات الأخرى من مقطوعات.",
  loading: "جارٍ تحميل قيم المكتبة…",
  empty: "لم تُحلَّل أي مقطوعة بعد. تبيّن المكتبة إلى أين وصل التحليل.",
  notAll: "المكتبة كبيرة إلى حد أن الأعداد لمقطوعات موزعة عليها. القائمة والملفات تحوي الكل.",
  count: (matching, all) => `${matching} من ${all} مقطوعة`,
  clear: "امسح كل المرشحات",
  sound: "الصوت",
  moods: "الأمزجة",
  more: "قيم أخرى",
  range: (from, to) => `${from} – ${to}`,
  from: (name) => `${name} من`,
  to: (name) => `${name} إلى`,
  keys: "المقامات",
  keysHint:
    "عجلة كاميلوت: اختر مقامًا أو أكثر. تتلوّن المقامات التي توافقها. وتحت كل منها عدد مقطوعاته.",
  keyLabel: (camelot, name, count, goesWith) =>
    `${camelot}، ${name}، المقطوعات ${count}${goesWith ? "، يوافق اختيارك" : ""}`,
  addCompatible: "أضف المقامات الموافقة",
  allKeys: "كل المقامات",
  tracks: "المقطوعات الموافقة",
  noTracks: "لا توافق أي مقطوعة كل هذه المرشحات.",
  recipe: (name) => `شروط «${name}»`,
  recipeHint: "غيّرها أدناه. تأخذها القائمة عند الحفظ.",
  otherConditions: "ما ليس له عنصر تحكم هنا يبقى كما هو:",
  noRecipe: "ليس لهذه القائمة شروط يمكن تغييرها هنا.",
  seeds: "تشبه هذه المقطوعات",
  addSeed: "ابحث عن مقطوعة أخرى تشبهها",
  excluded: "لا تحوي أبدًا هذه المقطوعات",
  addExcluded: "ابحث عن مقطوعة أخرى تُستبعد",
  takeAway: (name) => `أزل ${name}`,
  usualOrder: "كالمعتاد: بحسب الفنان أو التشابه",
  direction: "الاتجاه",
  ascending: "تصاعدي",
  descending: "تنازلي",
  saveRecipe: "احفظ في القائمة",
  leaveRecipe: "اترك القائمة كما هي",
};

/** The Arabic texts of what saves tracks as files and playlists. */
export const KEEP_TEXTS_AR: Texts["keep"] = {
  heading: "خذها معك",
  exportAs: "احفظ كملف",
  exportHint:
    "تحوي الجداول كل القيم. وتحوي قوائم التشغيل ملفات مكتبة هذا الخادم، وتترك ما ليس له ملف.",
  exported: (file) => `حُفظ ${file}.`,
  saveAs: "احتفظ بها كقائمة تشغيل",
  saveTracksHint: "يحتفظ الخادم بهذه المقطوعات بهذا الترتيب.",
  frozen: "احتفظ بالمقطوعات التي يجدها الآن بترتيبها",
  savedTracks: (name, count) => `حُفظت «${name}»، وعدد مقطوعاتها ${count}.`,
  open: "افتحها",
  saveHint: "يحتفظ الخادم بالشروط لا بالمقطوعات: يبحث عنها من جديد كل مرة.",
  name: "اسم القائمة",
  length: "أقصى عدد للمقطوعات",
  save: "احفظ القائمة",
  saved: (name, length) => `حُفظت «${name}». أقصى عدد لمقطوعاتها ${length}.`,
  mayNot: "لا يجوز لمفتاحك حفظ القوائم: يلزم النطاق “write”. يمكنك حفظ المقطوعات كملف بدلًا من ذلك.",
};
