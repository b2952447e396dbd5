import { hasOtherPrograms } from "./other-programs.js";

/** `describe` where ffmpeg and Mutagen are installed; skipped elsewhere. */
export const describeWithReaders = hasOtherPrograms() ? describe : describe.skip;
