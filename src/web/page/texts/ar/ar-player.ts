import type { Texts } from "../texts.js";

/** The Arabic texts of the player. */
export const PLAYER_TEXTS_AR: Texts["player"] = {
  label: "المشغّل",
  previous: "المقطوعة السابقة",
  next: "المقطوعة التالية",
  jump: "طول القفزة",
  beats: (count) => `النبضات: ${count}`,
  jumpBack: (beats) => `إلى الوراء، النبضات: ${beats}`,
  jumpOn: (beats) => `إلى الأمام، النبضات: ${beats}`,
  levelled: "تسوية",
  levelledHint: "تخفض المقطوعات الجهيرة إلى جهارة واحدة، −18 LUFS، كما قيست",
  volume: "مستوى الصوت",
  queue: (next) => `الطابور، التالي ${next}`,
  queueLabel: "الطابور",
  moveUp: (title) => `شغّل ${title} أبكر`,
  moveDown: (title) => `شغّل ${title} لاحقًا`,
  remove: (title) => `أخرج ${title} من الطابور`,
  close: "أغلق المشغّل",
};
