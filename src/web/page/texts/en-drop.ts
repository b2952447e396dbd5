/** The texts of "Drop a file" in English. */
export const DROP_TEXTS_EN = {
  title: "Drop a file",
  heading: "What does it sound like?",
};
