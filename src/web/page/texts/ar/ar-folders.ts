import type { Texts } from "../texts.js";

/** The Arabic texts of the folders of the library. */
export const FOLDER_TEXTS_AR: Texts["folders"] = {
  heading: "أضف مجلدًا أو خادم موسيقى",
  needsManager: "يضيف المجلدات هنا من يجوز له إدارة الخادم.",
  signIn: "سجّل الدخول لإدارته",
  folder: "مجلد فيه موسيقى",
  folderHint:
    "مساره كاملًا على جهاز الخادم، مثل /srv/music أو D:\\Music. يُفحص كل ما تحته خلال ثوانٍ، ولا يتغير فيه شيء.",
  add: "أضف المجلد",
  server: "خادم موسيقى مثل Navidrome أو Jellyfin أو Emby أو Plex",
  serverHint:
    "تصير أغانيه مقطوعات في المكتبة. تُخزّن كلمة المرور مشفّرة ولا تُعرض لأحد. ويحل محلها مفتاح API أو رمز Plex من دون مستخدم.",
  serverKind: "صنف الخادم",
  serverFields: {
    name: "الاسم هنا",
    url: "العنوان",
    user: "المستخدم",
    password: "كلمة المرور أو المفتاح",
    mountedFrom: "تبدأ المسارات هناك بـ",
    mountedTo: "المجلد هنا",
  },
  mountedHint:
    "إن كانت ملفاته موصولة أيضًا بجهاز Overtone فإنها تُقرأ منه: مثل ‎/music‎ هناك و‎/mnt/nas/music‎ هنا. وإلا فاترك الحقلين فارغين.",
  addServer: "أضف الخادم",
  asking: "جارٍ تسجيل الدخول…",
  named: (field) =>
    field === "folder" ? "المجلد" : field === "url" ? "العنوان" : `الحقل «${field}»`,
  added: "أُضيف. تظهر مقطوعاته هنا خلال ثوانٍ.",
  isPaused: "موقوف: لا يُفحص ولا يُحلَّل",
  pause: "أوقف",
  pauseNamed: (path) => `أوقف ${path}`,
  resume: "استأنف",
  resumeNamed: (path) => `استأنف ${path}`,
  remove: "أزل",
  removeNamed: (path) => `أزل ${path}`,
  removeQuestion: "تغادر مقطوعاته المكتبة؛ وتبقى ملفاته مكانها.",
  removeNow: "أزله من المكتبة",
  removing: "جارٍ الإزالة…",
  keep: "أبقه",
  ofSetting: "يسميه الإعداد MUSIC_SERVERS",
  tryIt: "تحقق",
  tryNamed: (path) => `تحقق من ${path}`,
  answers: (program) =>
    program === "" ? "إنه يجيب: يمكن استقبال الأغاني." : `‏${program} يجيب: يمكن استقبال الأغاني.`,
  serverScans: "إنه يفحص ملفاته الآن.",
};
