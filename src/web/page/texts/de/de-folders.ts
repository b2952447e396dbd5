import type { Texts } from "../texts.js";

/** The German texts of the folders of the library. */
export const FOLDER_TEXTS_DE: Texts["folders"] = {
  heading: "Einen Ordner oder Musikserver hinzufügen",
  needsManager: "Ordner fügt hier hinzu, wer den Server verwalten darf.",
  signIn: "Zum Verwalten anmelden",
  folder: "Ordner mit Musik",
  folderHint:
    "Sein ganzer Pfad auf dem Rechner des Servers, etwa /srv/music oder D:\\Musik. Alles darin wird binnen Sekunden durchsucht und nichts darin geändert.",
  add: "Ordner hinzufügen",
  server: "Ein Musikserver wie Navidrome, Jellyfin, Emby oder Plex",
  serverHint:
    "Seine Stücke werden Titel der Bibliothek. Das Passwort wird verschlüsselt gespeichert und niemandem gezeigt. Ein API-Schlüssel oder das Token von Plex steht an seiner Stelle, ohne Benutzer.",
  serverKind: "Art des Servers",
  serverFields: {
    name: "Name hier",
    url: "Adresse",
    user: "Benutzer",
    password: "Passwort oder Schlüssel",
    mountedFrom: "Pfade dort beginnen mit",
    mountedTo: "Ordner hier",
  },
  mountedHint:
    "Wo seine Dateien auch auf dem Rechner von Overtone eingehängt sind, werden sie von dort gelesen: etwa /music dort und /mnt/nas/music hier. Sonst bleiben beide leer.",
  addServer: "Server hinzufügen",
  asking: "Anmeldung läuft …",
  named: (field) =>
    field === "folder" ? "Der Ordner" : field === "url" ? "Die Adresse" : `Das Feld „${field}“`,
  added: "Hinzugefügt. Seine Titel erscheinen hier binnen Sekunden.",
  isPaused: "pausiert: weder durchsucht noch analysiert",
  pause: "Pausieren",
  pauseNamed: (path) => `${path} pausieren`,
  resume: "Fortsetzen",
  resumeNamed: (path) => `${path} fortsetzen`,
  remove: "Entfernen",
  removeNamed: (path) => `${path} entfernen`,
  removeQuestion: "Seine Titel verlassen die Bibliothek; die Dateien bleiben, wo sie sind.",
  removeNow: "Aus der Bibliothek entfernen",
  removing: "Wird entfernt …",
  keep: "Behalten",
  ofSetting: "von der Einstellung MUSIC_SERVERS genannt",
  tryIt: "Prüfen",
  tryNamed: (path) => `${path} prüfen`,
  answers: (program) =>
    program === ""
      ? "Er antwortet: Stücke lassen sich empfangen."
      : `${program} antwortet: Stücke lassen sich empfangen.`,
  serverScans: "Er durchsucht gerade seine Dateien.",
};
