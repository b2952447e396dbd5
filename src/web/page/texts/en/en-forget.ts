/** The English texts of what takes tracks out of lists. */
export const FORGET_TEXTS_EN = {
  heading: "Take it off the lists",
  hint: "It leaves all lists, the map and exports at once. What was measured is kept for a while, so that it can return.",
  forget: "Forget this track",
  held: (count: string, isOne: boolean): string =>
    isOne
      ? "A file of your library holds it, and it leaves the lists when that is deleted:"
      : `${count} files of your library hold it, and it leaves the lists when they are deleted; the first is`,
  goneHeading: "It is in no list",
  gone: (since: string): string =>
    `It is gone since ${since}: no list, map or export has it. What was measured is kept for a while.`,
  returnsWithFile: "It returns when a scan finds its file again.",
  restore: "Bring it back",
  remove: "Remove what was measured",
  removeQuestion: "This cannot be undone.",
  removeNow: "Remove it now",
  cancel: "Keep it",
};
