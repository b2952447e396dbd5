/** The English texts of "Filters and moods". */
export const FILTER_TEXTS_EN = {
  title: "Filters",
  heading: "Filters and moods",
  intro:
    "Narrow your library down by how it sounds. Each histogram shows the tracks that the other filters leave.",
  loading: "Loading the values of the library…",
  empty: "No track is analysed yet. The library shows how far the analysis is.",
  notAll:
    "The library is so large that the counts are of tracks spread over it. The list and files have all.",
  count: (matching: string, all: string): string => `${matching} of ${all} tracks`,
  clear: "Clear all filters",
  sound: "Sound",
  moods: "Moods",
  more: "More values",
  range: (from: string, to: string): string => `${from} – ${to}`,
  from: (name: string): string => `${name} from`,
  to: (name: string): string => `${name} to`,
  keys: "Keys",
  keysHint:
    "The Camelot wheel: choose one key or several. Keys that go with them are tinted. Under each is its number of tracks.",
  keyLabel: (camelot: string, name: string, count: string, goesWith: boolean): string =>
    `${camelot}, ${name}, ${count} tracks${goesWith ? ", goes with your choice" : ""}`,
  addCompatible: "Add the keys that go with them",
  allKeys: "All keys",
  tracks: "Matching tracks",
  noTracks: "No track meets all of these filters.",
  recipe: (name: string): string => `The conditions of “${name}”`,
  recipeHint: "Change them below. The playlist gets them when you save.",
  otherConditions: "What has no control here stays as it is:",
  noRecipe: "This playlist has no conditions that can be changed here.",
  seeds: "Sounds like these tracks",
  addSeed: "Find another one that it sounds like",
  excluded: "Never has these tracks",
  addExcluded: "Find another one to leave out",
  takeAway: (name: string): string => `Take ${name} away`,
  usualOrder: "as usual: by artist, or by likeness",
  direction: "Direction",
  ascending: "ascending",
  descending: "descending",
  saveRecipe: "Save in the playlist",
  leaveRecipe: "Leave the playlist as it is",
};

/** The English texts of what saves tracks as files and playlists. */
export const KEEP_TEXTS_EN = {
  heading: "Take it with you",
  exportAs: "Save as a file",
  exportHint:
    "Tables have every value. Playlists have the files of this server's library, and leave out tracks without one.",
  exported: (file: string): string => `${file} is saved.`,
  saveAs: "Keep as a playlist",
  saveTracksHint: "The server keeps these tracks, in this order.",
  frozen: "Keep the tracks that it finds now, in their order",
  savedTracks: (name: string, count: string): string => `“${name}” is kept, with ${count} tracks.`,
  open: "Open it",
  saveHint: "The server keeps the conditions, not the tracks: it finds them anew each time.",
  name: "Name of the playlist",
  length: "Tracks at most",
  save: "Keep the playlist",
  saved: (name: string, length: string): string =>
    `“${name}” is kept. It has at most ${length} tracks.`,
  mayNot:
    "Your key may not keep playlists: that needs the scope “write”. You can save the tracks as a file instead.",
};
