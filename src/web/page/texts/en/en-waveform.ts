/** The texts of the waveform and of the file behind it in English. */
export const WAVEFORM_TEXTS_EN = {
  name: "Waveform",
  loading: "Loading the file…",
  decoding: "Drawing the waveform…",
  decodingToPlay:
    "This browser does not know the format of the file, so the page decodes it to play it…",
  load: (size: string): string => `Load the file and draw its waveform (${size})`,
  decodedToPlay: "This browser does not know its format; the page decodes it to play it.",
  notDrawn: "The waveform cannot be drawn.",
  tooLongToPlay:
    "This browser cannot play the format of this file, and the recording is too long to be decoded for it.",
};
