/** The English texts of the folders of the library. */
export const FOLDER_TEXTS_EN = {
  heading: "Add a folder or a music server",
  needsManager: "Folders are added here by who may manage the server.",
  signIn: "Sign in to manage it",
  folder: "Folder with music",
  folderHint:
    "Its whole path on the machine of the server, such as /srv/music or D:\\Music. Everything below it is scanned within seconds, and nothing in it is changed.",
  add: "Add the folder",
  server: "A music server, such as Navidrome, Jellyfin, Emby or Plex",
  serverHint:
    "Its songs become tracks of the library. The password is stored encrypted, and shown to nobody. An API key, or the token of Plex, goes in its place, without a user.",
  serverKind: "Kind of server",
  serverFields: {
    name: "Name here",
    url: "Address",
    user: "User",
    password: "Password or key",
    mountedFrom: "Paths there begin with",
    mountedTo: "Folder here",
  },
  mountedHint:
    "Where its files are mounted on the machine of Overtone, too, they are read from there: such as /music there and /mnt/nas/music here. Else leave both empty.",
  addServer: "Add the server",
  asking: "Signing in…",
  named: (field: string): string =>
    field === "folder" ? "The folder" : field === "url" ? "The address" : `The field “${field}”`,
  added: "Added. Its tracks appear here within seconds.",
  isPaused: "paused: neither scanned nor analysed",
  pause: "Pause",
  pauseNamed: (path: string): string => `Pause ${path}`,
  resume: "Resume",
  resumeNamed: (path: string): string => `Resume ${path}`,
  remove: "Remove",
  removeNamed: (path: string): string => `Remove ${path}`,
  removeQuestion: "Its tracks leave the library; its files stay where they are.",
  removeNow: "Remove it from the library",
  removing: "Being removed…",
  keep: "Keep it",
  ofSetting: "named by the setting MUSIC_SERVERS",
  tryIt: "Check",
  tryNamed: (path: string): string => `Check ${path}`,
  answers: (program: string): string =>
    program === ""
      ? "It answers: songs can be received."
      : `${program} answers: songs can be received.`,
  serverScans: "It is scanning its files now.",
};
