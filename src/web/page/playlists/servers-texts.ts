/** The texts of the card in English, of which those of other languages have the types. */
const EN = {
  servers: "On music servers",
  serversHint:
    "It is kept there as it is here: what changes is sent within seconds, of a recipe after each scan, too. What somebody changes there is not overwritten.",
  server: "Music server",
  becomes: "It becomes",
  asPlaylist: "a playlist",
  asFavourites: "favourites",
  publicThere: "All users there see it",
  isPublic: "for all users",
  keepThere: "Keep it there",
  serverStates: {
    WAITING: "Is being sent",
    SENT: "Sent",
    CHANGED: "Somebody has changed it there: it is not sent any more.",
    REMOVED: "Somebody has removed it there: it is not sent any more.",
    FAILED: "Was not sent; it is tried again.",
  },
  sentSongs: (count: string, isOne: boolean): string =>
    isOne ? "1 song sent" : `${count} songs sent`,
  leftOut: (count: string, isOne: boolean): string =>
    isOne ? "1 track is not on the server" : `${count} tracks are not on the server`,
  sendAgain: "Send it as another one",
  take: "Take it from there",
  takeHint: "It is removed there, unless somebody has changed it; it stays here",
};

type ServerTexts = typeof EN;

const DE: ServerTexts = {
  servers: "Auf Musikservern",
  serversHint:
    "Dort bleibt sie wie hier: Änderungen werden binnen Sekunden gesendet, die eines Rezepts auch nach jedem Scan. Was jemand dort ändert, wird nicht überschrieben.",
  server: "Musikserver",
  becomes: "Sie wird",
  asPlaylist: "eine Playlist",
  asFavourites: "Favoriten",
  publicThere: "Alle Benutzer dort sehen sie",
  isPublic: "für alle Benutzer",
  keepThere: "Dort aktuell halten",
  serverStates: {
    WAITING: "Wird gesendet",
    SENT: "Gesendet",
    CHANGED: "Jemand hat sie dort geändert: Sie wird nicht mehr gesendet.",
    REMOVED: "Jemand hat sie dort entfernt: Sie wird nicht mehr gesendet.",
    FAILED: "Wurde nicht gesendet; es wird wieder versucht.",
  },
  sentSongs: (count, isOne) => (isOne ? "1 Stück gesendet" : `${count} Stücke gesendet`),
  leftOut: (count, isOne) =>
    isOne ? "1 Titel ist nicht auf dem Server" : `${count} Titel sind nicht auf dem Server`,
  sendAgain: "Als eine andere senden",
  take: "Von dort zurücknehmen",
  takeHint: "Sie wird dort entfernt, außer jemand hat sie geändert; hier bleibt sie",
};

const AR: ServerTexts = {
  servers: "على خوادم الموسيقى",
  serversHint:
    "تبقى هناك كما هي هنا: يُرسل ما يتغير خلال ثوانٍ، وما يتغير من وصفة بعد كل فحص أيضًا. ولا يُستبدل ما غيّره أحد هناك.",
  server: "خادم الموسيقى",
  becomes: "تصير",
  asPlaylist: "قائمة تشغيل",
  asFavourites: "مفضلات",
  publicThere: "يراها كل المستخدمين هناك",
  isPublic: "لكل المستخدمين",
  keepThere: "أبقها هناك",
  serverStates: {
    WAITING: "جارٍ الإرسال",
    SENT: "أُرسلت",
    CHANGED: "غيّرها أحد هناك: لا تُرسل بعد الآن.",
    REMOVED: "أزالها أحد هناك: لا تُرسل بعد الآن.",
    FAILED: "لم تُرسل؛ وتُعاد المحاولة.",
  },
  sentSongs: (count) => `أُرسل من الأغاني: ${count}`,
  leftOut: (count) => `مقطوعات ليست على الخادم: ${count}`,
  sendAgain: "أرسلها قائمةً أخرى",
  take: "استرجعها من هناك",
  takeHint: "تُزال هناك إلا إن غيّرها أحد؛ وتبقى هنا",
};

/** The texts of music servers by the code of the language; they are loaded with the card, and not with the first script. */
export const SERVER_TEXTS: Readonly<Record<string, ServerTexts>> & { readonly en: ServerTexts } = {
  en: EN,
  de: DE,
  ar: AR,
};
