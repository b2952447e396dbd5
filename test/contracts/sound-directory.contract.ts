import type { Sound } from "../../src/domain/fingerprint/sound.js";
import type { SoundDirectory } from "../../src/ports/metadata/sound-directory.js";

/** A directory, and some facts about its catalogue. */
export interface OpenedSoundDirectory {
  readonly directory: SoundDirectory;
  /** A sound that it has. */
  readonly known: Sound;
  /** Names of that sound. */
  readonly names: { readonly artist: string; readonly trackName: string };
  /** A sound that it does not have. */
  readonly unknown: Sound;
}

/** The contract of every SoundDirectory. */
export function describeSoundDirectory(
  name: string,
  open: () => Promise<OpenedSoundDirectory>,
): void {
  describe(`${name} as a SoundDirectory`, () => {
    it("has a stable lower-case name, which every candidate contains", async () => {
      const { directory, known } = await open();

      const candidates = await directory.findBySound(known, notAborted());

      expect(directory.name).toMatch(/^[a-z]+$/);
      expect(candidates.map(({ provider }) => provider)).toEqual(
        candidates.map(() => directory.name),
      );
    });

    it("lists the names of a sound first, and the best sounds before others", async () => {
      const { directory, known, names } = await open();

      const candidates = await directory.findBySound(known, notAborted());

      expect(candidates[0]).toMatchObject(names);
      const scores = candidates.map(({ soundMatch }) => soundMatch?.score ?? NaN);
      expect(scores).toEqual([...scores].sort((one, other) => other - one));
      expect(scores.every((score) => score >= 0 && score <= 1)).toBe(true);
    });

    it("returns an empty list for an unknown sound", async () => {
      const { directory, unknown } = await open();

      expect(await directory.findBySound(unknown, notAborted())).toEqual([]);
    });

    it("rejects with the signal's reason once it is aborted", async () => {
      const { directory, known } = await open();
      const aborted = AbortSignal.abort(new Error("aborted by the caller"));

      const lookup = directory.findBySound(known, aborted);

      await expect(lookup).rejects.toThrow("aborted by the caller");
    });
  });
}

const notAborted = (): AbortSignal => new AbortController().signal;
