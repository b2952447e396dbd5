import { AudioUndecodableError } from "../../src/domain/errors/analysis-errors.js";
import { estimateFields } from "../../src/domain/analysis/descriptors.js";
import type { Analyzer } from "../../src/ports/analysis/analyzer.js";
import type { EncodedAudio } from "../../src/ports/analysis/audio-source.js";
import { tones } from "../signals/encoded/tones.js";
import { wavBytes } from "../signals/encoded/wav-bytes.js";

/** The contract of every Analyzer. `open` returns one that the caller closes. */
export function describeAnalyzer(name: string, open: () => Analyzer): void {
  describe(`${name} as an Analyzer`, () => {
    const fourSeconds: EncodedAudio = {
      kind: "memory",
      bytes: wavBytes({ channels: tones(22_050, 4), sampleRate: 22_050 }),
    };

    it("measures every field, under its version", async () => {
      const analyzer = open();

      const analysis = await analyzer.analyze(fourSeconds);

      expect(analysis.version).toBe(analyzer.version);
      expect(analysis.durationSeconds).toBeCloseTo(4, 6);
      expect(Object.keys(analysis.estimates).sort()).toEqual([...estimateFields].sort());
      expect(Array.isArray(analysis.beats)).toBe(true);
    });

    it("measures the same audio to the same numbers", async () => {
      const analyzer = open();

      const [one, other] = await Promise.all([
        analyzer.analyze(fourSeconds),
        analyzer.analyze(fourSeconds),
      ]);

      expect(one).toEqual(other);
    });

    it("refuses audio that cannot be decoded", async () => {
      const bytes = Buffer.from("This is a letter, and not a recording.");

      const analysis = open().analyze({ kind: "memory", bytes });

      await expect(analysis).rejects.toBeInstanceOf(AudioUndecodableError);
    });

    it("rejects with the signal's reason when it is aborted", async () => {
      const controller = new AbortController();
      const analysis = open().analyze(fourSeconds, controller.signal);

      controller.abort(new Error("no longer wanted"));

      await expect(analysis).rejects.toThrow("no longer wanted");
    });

    it("does not start when it is already aborted", async () => {
      const signal = AbortSignal.abort(new Error("never wanted"));

      const analysis = open().analyze(fourSeconds, signal);

      await expect(analysis).rejects.toThrow("never wanted");
    });
  });
}
