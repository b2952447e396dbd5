import type { LocalAudio } from "../../src/ports/library/local-audio.js";

/** The audio of a library without music servers: every file is where it lies. */
export const diskAudio: LocalAudio = {
  hold: (found, state) =>
    Promise.resolve(
      found.kind === "song" ? undefined : { audio: { ...found, state }, release: () => undefined },
    ),
};
