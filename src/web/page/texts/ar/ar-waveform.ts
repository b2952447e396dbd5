import type { Texts } from "../texts.js";

/** The Arabic texts of the waveform and of the file behind it. */
export const WAVEFORM_TEXTS_AR: Texts["waveform"] = {
  name: "شكل الموجة",
  loading: "جارٍ تحميل الملف…",
  decoding: "جارٍ رسم شكل الموجة…",
  decodingToPlay: "لا يعرف هذا المتصفح صيغة الملف، لذا تفك الصفحة ترميزه لتشغيله…",
  load: (size) => `حمّل الملف وارسم شكل موجته (${size})`,
  decodedToPlay: "لا يعرف هذا المتصفح صيغته؛ تفك الصفحة ترميزه لتشغيله.",
  notDrawn: "لا يمكن رسم شكل الموجة.",
  tooLongToPlay: "لا يستطيع هذا المتصفح تشغيل صيغة هذا الملف، والتسجيل أطول من أن يُفك ترميزه لذلك.",
};
