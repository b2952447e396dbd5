import type { Texts } from "../texts.js";

/** The Arabic texts of what takes tracks out of lists. */
export const FORGET_TEXTS_AR: Texts["forget"] = {
  heading: "أخرجها من القوائم",
  hint: "تغادر كل القوائم والخريطة والتصديرات فورًا. ويُحتفظ بما قيس مدةً لتتمكن من العودة.",
  forget: "انسَ هذه المقطوعة",
  held: (count, isOne) =>
    isOne
      ? "يحملها ملف في مكتبتك، وتغادر القوائم عند حذفه:"
      : `تحملها ملفات في مكتبتك (${count})، وتغادر القوائم عند حذفها؛ أولها`,
  goneHeading: "ليست في أي قائمة",
  gone: (since) => `غابت منذ ${since}: ليست في أي قائمة أو خريطة أو تصدير. ويُحتفظ بما قيس مدةً.`,
  returnsWithFile: "تعود عندما يجد فحصٌ ملفها من جديد.",
  restore: "أعدها",
  remove: "احذف ما قيس",
  removeQuestion: "لا يمكن التراجع عن هذا.",
  removeNow: "احذفه الآن",
  cancel: "أبقه",
};
