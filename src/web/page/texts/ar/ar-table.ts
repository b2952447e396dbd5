import type { Texts } from "../texts.js";

/** The Arabic texts of the table of tracks. */
export const TABLE_TEXTS_AR: Texts["table"] = {
  loading: "جارٍ التحميل…",
  gone: "لم تعد في المكتبة",
  help: "مفاتيح الأسهم تنقل، ومع Shift تحدد. المسافة تحدد، وCtrl+A يحدد كل ما حُمّل، وEscape يلغي التحديد. Enter يفتح المقطوعة، وP يشغّل ابتداءً منها، وQ يضعها في الطابور، وCtrl+C ينسخ بصيغة CSV. السهمان الأيمن والأيسر ينتقلان إلى روابط الصف.",
  select: (title) => `حدد ${title}`,
  play: (title) => `شغّل ${title}`,
  selected: (count) => `المقطوعات المحددة: ${count}`,
  selectNone: "ألغ التحديد",
  actions: "ما يُفعل بالمقطوعات المحددة",
  playSelected: "شغّلها",
  queueNext: "شغّلها تاليًا",
  queueLast: "أضف إلى الطابور",
  queuedNext: (count) => `تُشغّل تاليًا: ${count}`,
  queuedLast: (count) => `أضيف إلى الطابور: ${count}`,
  copy: "انسخ بصيغة CSV",
  copied: (count) => `نُسخ بصيغة CSV: ${count}`,
  notCopied: "لم يسمح المتصفح بالنسخ",
  chooseColumns: "الأعمدة",
  turn: "اعكس الترتيب",
  ascending: "تصاعدي: اعكس الترتيب",
  descending: "تنازلي: اعكس الترتيب",
  columns: {
    albumArtist: "فنان الألبوم",
    trackNumber: "الرقم",
    year: "السنة",
    genre: "النوع",
    composer: "المؤلف",
    label: "شركة الإنتاج",
  },
  orders: { artist: "الفنان", trackName: "العنوان", album: "الألبوم", addedAt: "تاريخ الإضافة" },
};
