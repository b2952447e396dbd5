/** The English texts of what saves tracks as files and playlists. */
export const KEEP_TEXTS_EN = {
  heading: "Take it with you",
  exportAs: "Save as a file",
  exportHint:
    "Tables have every value. Playlists have the files of this server's library, and leave out tracks without one.",
  exported: (file: string): string => `${file} is saved.`,
  saveAs: "Keep as a playlist",
  saveHint: "The server keeps the conditions, not the tracks: it finds them anew each time.",
  name: "Name of the playlist",
  save: "Keep the playlist",
  saved: (name: string, length: string): string =>
    `“${name}” is kept. It has at most ${length} tracks.`,
  mayNot:
    "Your key may not keep playlists: that needs the scope “write”. You can save the tracks as a file instead.",
};
