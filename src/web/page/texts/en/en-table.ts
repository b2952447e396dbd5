/** The texts of the table of tracks in English. */
export const TABLE_TEXTS_EN = {
  loading: "Loading…",
  gone: "No longer in the library",
  help: "Arrow keys move, with Shift they select. Space selects, Ctrl+A selects all that are loaded, Escape selects none. Enter opens the track, P plays from it on, Q puts it into the queue, Ctrl+C copies as CSV. Left and right go to the links of the row.",
  select: (title: string): string => `Select ${title}`,
  play: (title: string): string => `Play ${title}`,
  selected: (count: string, isOne: boolean): string =>
    isOne ? "1 track is selected" : `${count} tracks are selected`,
  selectNone: "Select none",
  actions: "What to do with the selected tracks",
  playSelected: "Play them",
  queueNext: "Play next",
  queueLast: "Add to the queue",
  setBetween: "A set of 20 between the two",
  queuedNext: (count: string, isOne: boolean): string =>
    isOne ? "1 track is played next" : `${count} tracks are played next`,
  queuedLast: (count: string, isOne: boolean): string =>
    isOne ? "1 track is in the queue" : `${count} tracks are in the queue`,
  copy: "Copy as CSV",
  copied: (count: string, isOne: boolean): string =>
    isOne ? "1 track is copied as CSV" : `${count} tracks are copied as CSV`,
  notCopied: "The browser did not allow copying",
  chooseColumns: "Columns",
  turn: "Turn the order round",
  shuffle: "Shuffle again",
  ascending: "Ascending: turn the order round",
  descending: "Descending: turn the order round",
  columns: {
    albumArtist: "Album artist",
    trackNumber: "Number",
    year: "Year",
    genre: "Genre",
    composer: "Composer",
    label: "Label",
  },
  orders: {
    artist: "Artist",
    trackName: "Title",
    album: "Album",
    addedAt: "Added",
    random: "by chance",
  },
};
