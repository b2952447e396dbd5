import type { Texts } from "../texts.js";

/** The Arabic texts of corrections. */
export const CORRECT_TEXTS_AR: Texts["correct"] = {
  heading: "هل في القيم خطأ؟",
  hint: "اذكر الصحيح: يظهر من الآن في كل قائمة وتصدير ووسم. ويمكن التراجع عنه.",
  instead: (measured) => `بدلًا من ${measured}`,
  takeBack: "تراجع",
  takeBackNamed: (name) => `تراجع عن: ${name}`,
  what: "ماذا",
  value: "القيمة",
  state: "اذكرها",
  stateTempo: "هذه هي",
  stateTempoNamed: (tempo) => `هذه هي: ${tempo}`,
  mayNot: "لتغيير ذلك سجّل الدخول بمفتاح يجوز له الكتابة.",
  firstBeat: "النبضة الأولى (ثوانٍ)",
  firstBar: "الميزان الأول",
  firstBarHint: "اسحبه إلى حيث يبدأ ميزان، أو استعمل مفاتيح الأسهم وEnter.",
  seconds: (count) => `${count} ث`,
  artist: "الفنان",
  title: "العنوان",
};
